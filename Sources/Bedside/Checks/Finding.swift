/// One thing that `anicca doctor` looked at (GUARD-5), with what it found.
public enum Finding: Hashable, Sendable {
    case running(stateFolder: String)
    case notRunning(stateFolder: String)

    case clockBeforeBuild(String)
    case clockUntrusted(String)
    case clockKept(String)
    case clockNotKept(String)
    /// Keeps the time while the power is off; its driver's name.
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
    /// `wake 06:00, reading 21:00`
    case habits(String)
    case habitsOff

    case serviceUp
    case serviceDown
    case serviceDisabled
    case serviceAbsent
    /// The group is the one that the service has.
    case deviceDenied(String, group: String)

    /// The configuration file, by the line that says what is wrong with it.
    case configurationFaulty(String)
    case board(String)
    case boardFaulty(Wording)
    /// Since the running appliance read it.
    case boardChanged
    /// The running appliance has another board than the one that counts here.
    case boardOther(inUse: String, named: String)
    case controls(buttons: Int, library: String)
    case controlsAbsent
    case controlsInUse
    /// The running appliance asks in vain for so many buttons.
    case buttonsMissing(Int)
    /// In use, where presses were to be tried.
    case controlsHeld
    case buttonsUntried
    case buttonWorks(Button)
    case buttonSilent(Button)
    case buttonCrossed(asked: Button, pressed: Button)
    case partFaulty(Wording, reason: Wording)
    case buttonPressed(Button)
    /// How it was opened, in the driver's words.
    case output(String)
    case outputFaulty(name: String, reason: String, mayBeInUse: Bool)
    case outputsFaulty
    case input(String)
    case inputAbsent
    /// By the owner: not even tried (SOUND-4).
    case inputMuted
    case inputFaulty(name: String, reason: String, mayBeInUse: Bool)
    case synthesizer(path: String)
    case synthesizerAbsent
    /// Nil: root, who may anything.
    case realTime(priority: Int?)
    case realTimeDenied
    case realTimeUnknown(Wording)
    /// What a ring needs may have to be read from the disk when it rings.
    case memoryUnlocked

    /// The board's own, which rings for every habit that has none.
    case alarmSoundFaulty(Wording)
    case habitSound(HabitID, path: String)
    case habitSoundFaulty(HabitID, Wording)
    case prompts(folder: String, routines: Int)
    case promptFaulty(HabitID, Wording)
    case routineFaulty(Wording)

    case companionOffline
    /// The owner has chosen what this version does not have.
    case companionGateway
    /// `isWanted`: the owner has chosen the online companion.
    case keyAbsent(isWanted: Bool)
    case keyFaulty(Wording)
    /// Where it is, never what it is.
    case key(place: String)
    case service(address: String, milliseconds: Int)
    case serviceFaulty(Wording)
    /// A shared object that conversations need cannot be loaded; the system's words.
    case libraryAbsent(String)
    /// The service's address as it is set.
    case addressFaulty(Wording)
    /// The running appliance has another key or address than this command found.
    case companionDiffers(key: String, address: String)
    /// Connected, muted, and closed again.
    case line(milliseconds: Int, transport: String)
    case lineFaulty(Wording)
    /// It makes a noise, so it is only tried where asked for.
    case echoUntried
    /// By how much the speaker comes back quieter, and by how much the canceller lowers that; decibels.
    case echo(lossDB: Int, enhancementDB: Int, delayMilliseconds: Int)
    case echoPoor(lossDB: Int, enhancementDB: Int, delayMilliseconds: Int)
    /// The sound broke off so often meanwhile, so that it shows nothing.
    case echoInterrupted(gaps: Int)
    case echoUnheard
    case microphoneDead
    case echoFaulty(String)

    public enum Grade: String, CaseIterable, Sendable {
        case ok, warn, fail
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
