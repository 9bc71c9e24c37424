/// A finding in words: what was checked, how it stands, and what to do. The words are in the files `FindingText+….swift`.
public struct FindingText: Hashable, Sendable {
    /// What was checked; in English also the `check` of `anicca doctor --json`.
    public let check: Wording
    public let grade: Finding.Grade
    public let result: Wording
    /// What to do; nil if nothing has to be done.
    public let remedy: Wording?

    static func ok(_ check: Wording, _ result: Wording) -> FindingText {
        FindingText(check: check, grade: .ok, result: result, remedy: nil)
    }
    static func warn(_ check: Wording, _ result: Wording, _ remedy: Wording) -> FindingText {
        FindingText(check: check, grade: .warn, result: result, remedy: remedy)
    }
    static func fail(_ check: Wording, _ result: Wording, _ remedy: Wording) -> FindingText {
        FindingText(check: check, grade: .fail, result: result, remedy: remedy)
    }
}

/// The names of what is checked.
enum Check {
    static let appliance = Wording("appliance", "本体")
    static let clock = Wording("clock", "時計")
    static let clockChip = Wording("clock chip", "時計チップ")
    static let unit = Wording("system service", "常駐サービス")
    static let devices = Wording("devices", "機器の権限")
    static func button(_ button: Button) -> Wording {
        Wording("button \(button.rawValue)", "\(button.text(in: .japanese))ボタン")
    }
    static let zone = Wording("zone", "タイムゾーン")
    static let folder = Wording("state folder", "データのフォルダー")
    static let disk = Wording("disk", "ディスク")
    static let database = Wording("database", "データベース")
    static let habits = Wording("habits", "習慣")
    static let configuration = Wording("settings file", "設定ファイル")
    static let board = Wording("board", "ボード")
    static let controls = Wording("buttons and light", "ボタンとライト")
    static let output = Wording("output", "音の出力")
    static let sound = Wording("sound", "音")
    static let input = Wording("input", "マイク")
    static let synthesizer = Wording("synthesizer", "音声合成")
    static let realTime = Wording("real-time priority", "リアルタイム優先度")
    static let vault = Wording("memory of talks", "会話の記憶")
    static let memory = Wording("memory", "メモリ")
    static let alarmSound = Wording("alarm sound", "アラーム音")
    static let prompts = Wording("prompts", "プロンプト")
    static let companion = Wording("online companion", "オンラインの話し相手")
    static let ownVoice = Wording("voice of your own", "ご自分の声")
    static let key = Wording("key", "鍵")
    static let service = Wording("service", "サービス")
    static let line = Wording("conversation line", "会話の回線")
    static let echo = Wording("echo", "エコー")
    static let helpLines = Wording("help lines", "相談窓口")
    static let routines = Wording("offline lines", "オフラインの台本")
    static func sound(of id: HabitID) -> Wording {
        Wording("sound of \(id)", "\(HabitName(id).text(in: .japanese))のアラーム音")
    }
    static func prompt(of id: HabitID) -> Wording {
        Wording("prompt of \(id)", "\(HabitName(id).text(in: .japanese))のプロンプト")
    }
}

/// Remedies of several findings.
enum Remedy {
    static let setUp = Wording(
        "anicca setup, or: anicca habit set wake --at 06:00",
        "anicca setup か、anicca habit set wake --at 06:00 を実行してください")
    static let restart = Wording(
        "sudo systemctl restart anicca; an appliance started by hand keeps the board it was started with",
        "sudo systemctl restart anicca を実行してください。手で起動した本体は、そのとき指定したボードを使います")
    static let freeSpace = Wording("free some space", "空きを増やしてください")
    static let inUse = Wording("the appliance may be using it", "起動中の本体が使っている可能性があります")
}

extension Finding {
    /// The finding in words.
    public var told: FindingText {
        switch self {
        case .running(let folder): .running(stateFolder: folder)
        case .notRunning(let folder): .notRunning(stateFolder: folder)
        case .clockBeforeBuild(let time): .clockBeforeBuild(time)
        case .clockUntrusted(let time): .clockUntrusted(time)
        case .clockKept(let time): .clockKept(time)
        case .clockNotKept(let time): .clockNotKept(time)
        case .clockChip(let name): .clockChip(name)
        case .clockChipAbsent: .clockChipAbsent
        case .clockChipWrong(let name, let time): .clockChipWrong(name, shows: time)
        case .clockChipFaulty(let name): .clockChipFaulty(name)
        case .zone(let name): .zone(name)
        case .zoneFaulty(let problem): .zoneFaulty(problem)
        case .folder(let path): .folder(path)
        case .folderMissing(let path): .folderMissing(path)
        case .folderForeign(let userID): .folderForeign(userID: userID)
        case .folderOpen(let path): .folderOpen(path)
        case .disk(let megabytes): .disk(freeMegabytes: megabytes)
        case .diskLow(let megabytes): .diskLow(freeMegabytes: megabytes)
        case .diskFull(let megabytes): .diskFull(freeMegabytes: megabytes)
        case .diskReadOnly: .diskReadOnly
        case .diskFaulty(let reason): .diskFaulty(reason)
        case .database: .database
        case .databaseEmpty: .databaseEmpty
        case .databaseRecovered(let report): .databaseRecovered(report)
        case .databaseFaulty(let error): .databaseFaulty(error)
        case .storeFailing(let report): .storeFailing(report)
        case .vaultFaulty(let fault): .vaultFaulty(fault)
        case .oldKeyKept: .oldKeyKept
        case .voiceDeletion(let count, let isLate): .voiceDeletion(count: count, isLate: isLate)
        case .voiceRecordings: .voiceRecordings
        case .habits(let list): .habits(list)
        case .habitsOff: .habitsOff
        case .serviceUp: .serviceUp
        case .serviceDown: .serviceDown
        case .serviceDisabled: .serviceDisabled
        case .serviceAbsent: .serviceAbsent
        case .deviceDenied(let path, let group): .deviceDenied(path, group: group)
        case .configurationFaulty(let problem): .configurationFaulty(problem)
        case .board(let name): .board(name)
        case .boardFaulty(let line): .boardFaulty(line)
        case .boardChanged: .boardChanged
        case .boardOther(let inUse, let named): .boardOther(inUse: inUse, named: named)
        case .controls(let buttons, let library): .controls(buttons: buttons, library: library)
        case .controlsAbsent: .controlsAbsent
        case .controlsInUse: .controlsInUse
        case .buttonsMissing(let count): .buttonsMissing(count)
        case .controlsHeld: .controlsHeld
        case .buttonsUntried: .buttonsUntried
        case .buttonWorks(let button): .buttonWorks(button)
        case .buttonSilent(let button): .buttonSilent(button)
        case .buttonCrossed(let asked, let pressed): .buttonCrossed(asked: asked, pressed: pressed)
        case .partFaulty(let part, let reason): .partFaulty(part, reason: reason)
        case .buttonPressed(let button): .buttonPressed(button)
        case .output(let how): .output(how)
        case .outputSlow(let how, let reason): .outputSlow(how, reason: reason)
        case .outputFaulty(let name, let reason, let mayBeInUse):
            .outputFaulty(name: name, reason: reason, mayBeInUse: mayBeInUse)
        case .outputsFaulty: .outputsFaulty
        case .input(let how): .input(how)
        case .inputAbsent: .inputAbsent
        case .inputMuted: .inputMuted
        case .inputFaulty(let name, let reason, let mayBeInUse):
            .inputFaulty(name: name, reason: reason, mayBeInUse: mayBeInUse)
        case .synthesizer(let path): .synthesizer(path: path)
        case .synthesizerAbsent: .synthesizerAbsent
        case .companionOffline: .companionOffline
        case .companionGateway: .companionGateway
        case .gatewayCannotTalk: .gatewayCannotTalk
        case .keyAbsent(isWanted: false): .keyAbsent
        case .keyAbsent(isWanted: true): .keyAbsentButWanted
        case .keyFaulty(let reason): .keyFaulty(reason)
        case .key(let place): .key(place: place)
        case .service(let address, let milliseconds): .service(address: address, milliseconds: milliseconds)
        case .serviceFaulty(let reason, let fault): .serviceFaulty(reason, fault)
        case .libraryAbsent(let words): .libraryAbsent(words)
        case .addressFaulty(let reason): .addressFaulty(reason)
        case .companionDiffers(let key, let address): .companionDiffers(key: key, address: address)
        case .line(let milliseconds, let transport): .line(milliseconds: milliseconds, transport: transport)
        case .echoUntried: .echoUntried
        case .echo(let loss, let enhancement, let delay):
            .echo(lossDB: loss, enhancementDB: enhancement, delayMilliseconds: delay)
        case .echoPoor(let loss, let enhancement, let delay):
            .echoPoor(lossDB: loss, enhancementDB: enhancement, delayMilliseconds: delay)
        case .echoInterrupted(let gaps): .echoInterrupted(gaps: gaps)
        case .echoUnheard: .echoUnheard
        case .microphoneDead: .microphoneDead
        case .echoFaulty(let reason): .echoFaulty(reason)
        case .lineFaulty(let reason, let fault): .lineFaulty(reason, fault)
        case .realTime(nil): .realTimeUnlimited
        case .realTime(let priority?): .realTime(priority)
        case .realTimeDenied: .realTimeDenied
        case .memoryUnlocked: .memoryUnlocked
        case .realTimeUnknown(let reason): .realTimeUnknown(reason)
        case .alarmSoundFaulty(let problem): .alarmSoundFaulty(problem)
        case .habitSound(let id, let path): .habitSound(id, path: path)
        case .habitSoundFaulty(let id, let problem): .habitSoundFaulty(id, problem)
        case .habitSoundWeak(let id, let path, let warning): .habitSoundWeak(id, path: path, warning)
        case .alarmSoundWeak(let path, let warning): .alarmSoundWeak(path: path, warning)
        case .prompts(let folder, let routines): .prompts(folder: folder, routines: routines)
        case .promptFaulty(let id, let error): .promptFaulty(id, error)
        case .routineFaulty(let error): .routineFaulty(error)
        case .helpLines(let count): .helpLines(count: count)
        case .helpLinesFaulty(let problem): .helpLinesFaulty(problem)
        case .helpLinesUnchecked(let count, let all, let file): .helpLinesUnchecked(count: count, of: all, file: file)
        case .helpLinesOld(let count, let days, let file): .helpLinesOld(count: count, days: days, file: file)
        case .helpLineAbsent(let country, let file): .helpLineAbsent(country: country, file: file)
        }
    }
}
