/// One thing that `anicca doctor` checked (GUARD-5), with what it found.
public enum Finding: Hashable, Sendable {
    case running(stateFolder: String)
    case notRunning(stateFolder: String)

    case clockBeforeBuild(String)
    case clockUntrusted(String)
    case clockKept(String)
    case clockNotKept(String)
    /// The chip that keeps the time while the power is off, by its driver's name.
    case clockChip(String)
    case clockChipAbsent
    case clockChipWrong(String, shows: String)
    case clockChipFaulty(String)
    case zone(String)
    case zoneFaulty(Wording)

    case folder(String)
    case folderMissing(String)
    case folderForeign(userID: UInt32)
    case folderOpen(String)
    case disk(freeMegabytes: Int)
    case diskLow(freeMegabytes: Int)
    case diskFull(freeMegabytes: Int)
    case diskReadOnly
    case diskFaulty(Wording)
    case database
    case databaseEmpty
    case databaseRecovered(Wording)
    case databaseFaulty(Wording)
    /// The running appliance has changes that are in its memory alone.
    case storeFailing(Wording)
    /// What is remembered cannot be read.
    case vaultFaulty(VaultFault)
    /// A change of the vault's keys has not ended.
    case oldKeyKept
    /// Voices of the owner's that the provider has not deleted yet (V-3).
    case voiceDeletion(count: Int, isLate: Bool)
    /// Recordings of the owner's voice that are not destroyed yet (V-2).
    case voiceRecordings
    /// The habits that are on: `wake 06:00, reading 21:00`.
    case habits(String)
    case habitsOff

    case serviceUp
    case serviceDown
    case serviceDisabled
    case serviceAbsent
    /// `group` is the group that the service has.
    case deviceDenied(String, group: String)

    /// What is wrong with the configuration file.
    case configurationFaulty(Wording)
    case board(String)
    case boardFaulty(Wording)
    /// The file has changed since the running appliance read it.
    case boardChanged
    /// The running appliance uses another board than the one that this command found.
    case boardOther(inUse: String, named: String)
    case controls(buttons: Int, library: String)
    case controlsAbsent
    case controlsInUse
    /// Number of buttons that the running appliance cannot open.
    case buttonsMissing(Int)
    /// The buttons are in use, so presses cannot be tried.
    case controlsHeld
    case buttonsUntried
    case buttonWorks(Button)
    case buttonSilent(Button)
    case buttonCrossed(asked: Button, pressed: Button)
    case partFaulty(Wording, reason: Wording)
    case buttonPressed(Button)
    /// `how` it was opened, in the driver's words.
    case output(String)
    /// It opened only at the second try.
    case outputSlow(String, reason: String)
    case outputFaulty(name: String, reason: String, mayBeInUse: Bool)
    case outputsFaulty
    case input(String)
    case inputAbsent
    /// Muted by the owner, so not even tried (SOUND-4).
    case inputMuted
    case inputFaulty(name: String, reason: String, mayBeInUse: Bool)
    case synthesizer(path: String)
    case synthesizerAbsent
    /// Nil: root, which has no limit.
    case realTime(priority: Int?)
    case realTimeDenied
    case realTimeUnknown(Wording)
    /// Memory is not locked, so what a ring needs may have to be read from the disk when it rings.
    case memoryUnlocked

    /// The board's own sound, which rings for every habit that has none.
    case alarmSoundFaulty(Wording)
    case habitSound(HabitID, path: String)
    case habitSoundFaulty(HabitID, Wording)
    /// The habit's sound is likely not to wake anybody (S-6).
    case habitSoundWeak(HabitID, path: String, SoundWarning)
    /// The board's own sound is likely not to wake anybody (S-6).
    case alarmSoundWeak(path: String, SoundWarning)
    case prompts(folder: String, routines: Int)
    case promptFaulty(HabitID, Wording)
    case routineFaulty(Wording)
    /// All help lines (SAFE-4) were checked by a person.
    case helpLines(count: Int)
    case helpLinesFaulty(Wording)
    case helpLinesUnchecked(count: Int, of: Int, file: FileToEdit)
    /// So many were neither copied nor checked within the days.
    case helpLinesOld(count: Int, days: Int, file: FileToEdit)
    /// The owner's country has none; nil if nobody knows the country.
    case helpLineAbsent(country: String?, file: FileToEdit)

    case companionOffline
    /// The owner wants to talk through a gateway, which does not know the speaker.
    case companionGateway
    /// The gateway has no key for the online companion, or one that is refused.
    case gatewayCannotTalk
    /// `isWanted`: the owner has chosen the online companion.
    case keyAbsent(isWanted: Bool)
    case keyFaulty(Wording)
    /// Where the key is, never the key itself.
    case key(place: String)
    case service(address: String, milliseconds: Int)
    case serviceFaulty(Wording, ServiceFault)
    /// A shared object that conversations need cannot be loaded; the text is the system's.
    case libraryAbsent(String)
    /// What is wrong with the service's address in the settings.
    case addressFaulty(Wording)
    /// The running appliance has another key or address than this command found.
    case companionDiffers(key: String, address: String)
    /// A call was connected, muted, and closed again.
    case line(milliseconds: Int, transport: String)
    case lineFaulty(Wording, ServiceFault)
    /// The test is heard, so it is only made when asked for.
    case echoUntried
    /// Decibels by which the speaker comes back quieter, and by which the canceller lowers that further.
    case echo(lossDB: Int, enhancementDB: Int, delayMilliseconds: Int)
    case echoPoor(lossDB: Int, enhancementDB: Int, delayMilliseconds: Int)
    /// The sound broke off this often during the test, so it shows nothing.
    case echoInterrupted(gaps: Int)
    case echoUnheard
    case microphoneDead
    case echoFaulty(String)

    public enum Grade: String, CaseIterable, Sendable {
        case ok, warn, fail
    }

    /// What keeps the online companion's service from answering; each has a remedy of its own.
    public enum ServiceFault: Hashable, CaseIterable, Sendable {
        /// No way there, or no answer.
        case network
        /// It cannot be verified.
        case certificate
        /// The key is refused.
        case key
        /// No credit is left.
        case quota
        /// It refuses what is asked of it: the model, the voice.
        case settings
        /// It fails, or is too busy.
        case service
    }

    /// A file in which the owner may write something.
    public struct FileToEdit: Hashable, Sendable {
        public var path: String
        /// The file to copy there first; nil if `path` is there already.
        public var copyOf: String?

        public init(path: String, copyOf: String? = nil) {
            self.path = path
            self.copyOf = copyOf
        }

        var english: String { copyOf.map { "\(path) (first copy \($0) there)" } ?? path }
        /// Before a particle.
        var japanese: String { copyOf.map { "\(path)（先に \($0) をそこへコピー）" } ?? "\(path) " }
    }
}

extension Finding.Grade: Worded {
    public var wording: Wording {
        switch self {
        case .ok: Wording("ok", "正常")
        case .warn: Wording("warn", "注意")
        case .fail: Wording("fail", "異常")
        }
    }
}
