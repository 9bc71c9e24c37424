/// A finding as it is told.
public struct FindingText: Hashable, Sendable {
    /// What was looked at; in English also the `check` of `anicca doctor --json`.
    public let check: Wording
    public let grade: Finding.Grade
    public let result: Wording
    /// Nil where there is nothing to be done.
    public let remedy: Wording?

    fileprivate static func ok(_ check: Wording, _ result: Wording) -> FindingText {
        FindingText(check: check, grade: .ok, result: result, remedy: nil)
    }
    fileprivate static func warn(_ check: Wording, _ result: Wording, _ remedy: Wording) -> FindingText {
        FindingText(check: check, grade: .warn, result: result, remedy: remedy)
    }
    fileprivate static func fail(_ check: Wording, _ result: Wording, _ remedy: Wording) -> FindingText {
        FindingText(check: check, grade: .fail, result: result, remedy: remedy)
    }
}

private enum Check {
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
    static let memory = Wording("memory", "メモリ")
    static let alarmSound = Wording("alarm sound", "アラーム音")
    static let prompts = Wording("prompts", "プロンプト")
    static let companion = Wording("online companion", "オンラインの話し相手")
    static let key = Wording("key", "鍵")
    static let service = Wording("service", "サービス")
    static let line = Wording("conversation line", "会話の回線")
    static let echo = Wording("echo", "エコー")
    static let routines = Wording("offline lines", "オフラインの台本")
    static func sound(of id: HabitID) -> Wording {
        Wording("sound of \(id)", "\(HabitName(id).text(in: .japanese))のアラーム音")
    }
    static func prompt(of id: HabitID) -> Wording {
        Wording("prompt of \(id)", "\(HabitName(id).text(in: .japanese))のプロンプト")
    }
}

private enum Remedy {
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
    public var told: FindingText {
        switch self {
        case .running(let folder):
            return .ok(Check.appliance, Wording("running, state in \(folder)", "起動しています（データ：\(folder)）"))
        case .notRunning(let folder):
            return .warn(
                Check.appliance, Wording("not running (state: \(folder))", "起動していません（データ：\(folder)）"),
                Wording(
                    "start it: sudo systemctl start anicca, or without a service: anicca run",
                    "sudo systemctl start anicca（サービスがなければ anicca run）で起動してください"))
        case .clockBeforeBuild(let time):
            return .fail(
                Check.clock,
                Wording("\(time) is before this firmware was built", "\(time) は、このファームウェアの作成日より前です"),
                Wording(
                    "connect the network, or set it: date -s 'YYYY-MM-DD HH:MM'",
                    "ネットワークにつなぐか、date -s 'YYYY-MM-DD HH:MM' で合わせてください"))
        case .clockUntrusted(let time):
            return .fail(
                Check.clock,
                Wording("\(time), not trusted: alarms are not armed", "\(time)、未確認のためアラームは無効です"),
                Wording(
                    "have a time server set it; if it is right already: anicca clock trust",
                    "時刻サーバーで合わせてください。今の時刻で正しければ anicca clock trust を実行してください"))
        case .clockKept(let time):
            return .ok(Check.clock, Wording("\(time), kept by a time server", "\(time)、時刻サーバーと同期しています"))
        case .clockNotKept(let time):
            return .warn(
                Check.clock, Wording("\(time), not kept by a time server", "\(time)、時刻サーバーと同期していません"),
                Wording(
                    "timedatectl set-ntp true; without a network a clock drifts by seconds a day",
                    "timedatectl set-ntp true を実行してください。ネットワークがないと一日に数秒ずれます"))
        case .clockChip(let name):
            return .ok(Check.clockChip, Wording(name, "\(name) です"))
        case .clockChipAbsent:
            return .warn(
                Check.clockChip,
                Wording(
                    "none: after a power cut without a network the clock goes on from where it stopped, and alarms ring late",
                    "ありません。停電のあとネットワークがないと、時計は止まった時刻から進み、アラームは遅れて鳴ります"),
                Wording(
                    "add a DS3231 module, or on a Raspberry Pi 5 its RTC battery",
                    "DS3231 モジュールか、Raspberry Pi 5 なら専用の RTC 電池を付けてください"))
        case .clockChipWrong(let name, let time):
            return .warn(
                Check.clockChip, Wording("\(name) says \(time)", "\(name) は \(time) を示しています"),
                Wording(
                    "its battery may be empty; otherwise set it from the system's time: hwclock --systohc",
                    "電池切れかもしれません。そうでなければ hwclock --systohc で合わせてください"))
        case .clockChipFaulty(let name):
            return .warn(
                Check.clockChip, Wording("\(name) cannot be read", "\(name) を読めません"),
                Wording("see journalctl -k for its driver's messages", "journalctl -k でドライバーの表示を確認してください"))
        case .zone(let name):
            return .ok(Check.zone, Wording(name, "\(name) です"))
        case .zoneFaulty(let problem):
            return .fail(
                Check.zone, problem,
                Wording(
                    "timedatectl set-timezone Europe/Berlin (and: apt install tzdata)",
                    "timedatectl set-timezone Asia/Tokyo で設定してください（apt install tzdata も必要かもしれません）"))

        case .folder(let path):
            return .ok(Check.folder, Wording(path, "\(path) です"))
        case .folderMissing(let path):
            return .warn(
                Check.folder, Wording("\(path) does not exist yet", "\(path) はまだありません"),
                Wording("the first anicca run creates it", "最初の anicca run で作られます"))
        case .folderForeign(let userID):
            return .fail(
                Check.folder, Wording("belongs to user \(userID)", "ユーザー \(userID) のものです"),
                Wording("run this as that user, or with sudo", "そのユーザーで実行するか、sudo を付けてください"))
        case .folderOpen(let path):
            return .warn(
                Check.folder, Wording("other users can read \(path)", "\(path) をほかのユーザーも見られます"),
                Wording("chmod 700 \(path)", "chmod 700 \(path) を実行してください"))
        case .disk(let megabytes):
            return .ok(Check.disk, Finding.free(megabytes))
        case .diskLow(let megabytes):
            return .warn(Check.disk, Finding.free(megabytes), Remedy.freeSpace)
        case .diskFull(let megabytes):
            return .fail(Check.disk, Finding.free(megabytes), Remedy.freeSpace)
        case .diskReadOnly:
            return .fail(
                Check.disk, Wording("mounted read-only", "読み取り専用になっています"),
                Wording("check the card: a worn one turns read-only", "カードを確認してください。寿命が来ると読み取り専用になります"))
        case .diskFaulty(let reason):
            return .fail(Check.disk, reason, Wording("check the card or disk", "カードかディスクを確認してください"))
        case .database:
            return .ok(Check.database, Wording("readable", "読めます"))
        case .databaseEmpty:
            return .warn(Check.database, Wording("nothing is stored yet", "まだ何も保存されていません"), Remedy.setUp)
        case .databaseRecovered(let report):
            return .fail(
                Check.database, report,
                Wording(
                    "check the card; settings may be old: anicca profile show",
                    "カードを確認してください。設定が古いかもしれません（anicca profile show で確認）"))
        case .databaseFaulty(let error):
            return .fail(
                Check.database, error,
                Wording(
                    "check the folder's owner and the disk; the file itself is kept",
                    "フォルダーの所有者とディスクを確認してください。ファイルは残してあります"))
        case .storeFailing(let report):
            return .fail(
                Check.database,
                Wording(
                    "the running appliance cannot save to it: \(report.english)",
                    "起動中の本体が保存できていません：\(report.japanese)"),
                Wording(
                    "correct the folder or the disk; if nothing is saved half a minute later: sudo systemctl restart anicca",
                    "フォルダーとディスクを直してください。30秒たっても保存しなければ sudo systemctl restart anicca を実行してください"))
        case .habits(let list):
            return .ok(Check.habits, Wording(list, "オン：\(list)"))
        case .habitsOff:
            return .warn(Check.habits, Wording("none is on: nothing will ring", "すべてオフです。何も鳴りません"), Remedy.setUp)

        case .serviceUp:
            return .ok(Check.unit, Wording("the service is enabled and running", "サービスは有効で、動いています"))
        case .serviceDown:
            return .fail(
                Check.unit, Wording("the service is enabled but not running", "サービスは有効ですが、動いていません"),
                Wording(
                    "systemctl start anicca; why it ended: journalctl -u anicca",
                    "systemctl start anicca で起動してください。理由は journalctl -u anicca で見られます"))
        case .serviceDisabled:
            return .fail(
                Check.unit,
                Wording("the service is not enabled: after a power cut nothing rings", "サービスが無効です。停電のあと何も鳴りません"),
                Wording("systemctl enable --now anicca", "systemctl enable --now anicca を実行してください"))
        case .serviceAbsent:
            return .warn(
                Check.unit,
                Wording(
                    "there is no service: after a power cut it must be started by hand", "サービスがありません。停電のあとは手で起動してください"),
                Wording(
                    "install the package, or: sudo make install",
                    "パッケージを入れるか、sudo make install を実行してください"))
        case .deviceDenied(let path, let group):
            return .fail(
                Check.devices,
                Wording("\(path) is not open to the group \(group)", "\(path) を \(group) グループが使えません"),
                Wording(
                    "for the service: sudo udevadm trigger (the package's rules); for you: sudo usermod -aG \(group) USER",
                    "サービスなら sudo udevadm trigger（パッケージの規則）、自分なら sudo usermod -aG \(group) ユーザー名 です"))

        case .configurationFaulty(let problem):
            return .fail(
                Check.configuration, problem,
                Wording(
                    "correct the file, then sudo systemctl restart anicca; until then the last good one is used",
                    "ファイルを直して sudo systemctl restart anicca を実行してください。それまでは、最後のよい設定を使います"))
        case .board(let name):
            return .ok(Check.board, Wording(name, "\(name) です"))
        case .boardFaulty(let line):
            return .fail(
                Check.board, line,
                Wording(
                    "correct the board file, or start with --board terminal",
                    "ボードファイルを直すか、--board terminal を付けて起動してください"))
        case .boardChanged:
            return .fail(
                Check.controls,
                Wording("the board file has changed since the appliance started", "ボードファイルが、本体の起動後に変わりました"),
                Remedy.restart)
        case .boardOther(let inUse, let named):
            return .fail(
                Check.controls,
                Wording(
                    "the running appliance uses the board \(inUse), not \(named)",
                    "起動中の本体のボードは \(named) ではなく \(inUse) です"),
                Remedy.restart)
        case .controls(let buttons, let library):
            return .ok(Check.controls, Wording("\(buttons) buttons, \(library)", "ボタン\(buttons)個、\(library)"))
        case .controlsAbsent:
            return .ok(
                Check.controls,
                Wording(
                    "none on this board: the terminal and the socket are the buttons",
                    "このボードにはありません。ターミナルとコマンドで操作します"))
        case .controlsInUse:
            return .ok(Check.controls, Wording("in use by the running appliance", "起動中の本体が使っています"))
        case .buttonsMissing(let count):
            return .fail(
                Check.controls,
                Wording(
                    "the running appliance cannot use \(count) of the buttons",
                    "起動中の本体が使えないボタンが\(count)個あります"),
                Wording(
                    "`anicca status` says why; check the board file's chip and line against `gpioinfo`, and the group gpio",
                    "理由は anicca status で分かります。ボードファイルの chip と line を gpioinfo と比べ、gpio グループも確認してください"))
        case .controlsHeld:
            return .warn(
                Check.controls, Wording("in use by the running appliance", "起動中の本体が使っています"),
                Wording(
                    "stop it first: sudo systemctl stop anicca; afterwards: sudo systemctl start anicca",
                    "先に sudo systemctl stop anicca で止め、終わったら sudo systemctl start anicca で戻してください"))
        case .buttonsUntried:
            return .ok(
                Check.controls,
                Wording(
                    "presses not tried: anicca doctor --buttons asks for one of each",
                    "押して試してはいません（anicca doctor --buttons で一つずつ確かめます）"))
        case .buttonWorks(let button):
            return .ok(Check.button(button), Wording("pressed and let go", "押して離せました"))
        case .buttonSilent(let button):
            return .fail(
                Check.button(button), Wording("no press was detected", "押しても反応がありませんでした"),
                Wording(
                    "check its wiring, and line, active and bias in the board file",
                    "配線と、ボードファイルの line、active、bias を確認してください"))
        case .buttonCrossed(let asked, let pressed):
            return .fail(
                Check.button(asked),
                Wording(
                    "\(pressed.rawValue) was pressed instead", "代わりに「\(pressed.text(in: .japanese))」ボタンが押されました"),
                Wording(
                    "swap the wires, or the lines in the board file", "配線か、ボードファイルの line を入れ替えてください"))
        case .partFaulty(let part, let reason):
            return .fail(
                part, reason,
                Wording(
                    "check the board file's chip and line against `gpioinfo`, and the group gpio",
                    "ボードファイルの chip と line を gpioinfo と比べ、gpio グループも確認してください"))
        case .buttonPressed(let button):
            return .fail(
                Check.button(button), Wording("pressed all the time", "押されたままです"),
                Wording("release it, or check its wiring and active level", "離すか、配線と active の設定を確認してください"))
        case .output(let how):
            return .ok(Check.output, Wording(how, "使えます：\(how)"))
        case .outputFaulty(let name, let reason, let mayBeInUse):
            let check = Wording(
                "check cable and power; `aplay -L` lists devices", "ケーブルと電源を確認してください。機器の一覧は aplay -L で見られます")
            return .warn(
                Check.output, Wording("\(name): \(reason)", "\(name)：使えません（\(reason)）"),
                mayBeInUse ? Remedy.inUse : check)
        case .outputsFaulty:
            return .fail(
                Check.sound,
                Wording(
                    "no output works: alarms have only the buzzer and the light", "使える出力がありません。アラームはブザーとライトだけになります"),
                Wording("`aplay -l` lists cards", "カードの一覧は aplay -l で見られます"))
        case .input(let how):
            return .ok(Check.input, Wording(how, "使えます：\(how)"))
        case .inputAbsent:
            return .ok(Check.input, Wording("none on this board", "このボードにはありません"))
        case .inputMuted:
            return .ok(Check.input, Wording("muted, and not tried: anicca mute off", "オフなので試しません（anicca mute off）"))
        case .inputFaulty(let name, let reason, let mayBeInUse):
            let check = Wording(
                "check the microphone; `arecord -L` lists devices", "マイクを確認してください。機器の一覧は arecord -L で見られます")
            return .warn(
                Check.input, Wording("\(name): \(reason)", "\(name)：使えません（\(reason)）"),
                mayBeInUse ? Remedy.inUse : check)
        case .synthesizer(let path):
            return .ok(Check.synthesizer, Wording(path, "\(path) を使います"))
        case .synthesizerAbsent:
            return .fail(
                Check.synthesizer, Wording("espeak-ng is not installed", "espeak-ng が入っていません"),
                Wording("apt install espeak-ng", "apt install espeak-ng を実行してください"))
        case .companionOffline:
            return .ok(Check.companion, Wording("not used: the offline companion answers", "使いません。オフラインで応答します"))
        case .companionGateway:
            return .warn(Check.companion, Attention.gateway.wording, Attention.gateway.remedy)
        case .keyAbsent(isWanted: false):
            return .ok(
                Check.key,
                Wording("none: the offline companion answers (anicca key set)", "ありません。オフラインで応答します（anicca key set）"))
        case .keyAbsent(isWanted: true):
            return .warn(
                Check.key, Wording("there is none: the offline companion answers", "ありません。オフラインで応答します"),
                Wording("anicca key set", "anicca key set を実行してください"))
        case .keyFaulty(let reason):
            return .fail(
                Check.key, reason, Wording("set it again: anicca key set", "anicca key set で入れ直してください"))
        case .key(let place):
            return .ok(Check.key, Wording("in \(place)", "\(place) にあります"))
        case .service(let address, let milliseconds):
            return .ok(
                Check.service,
                Wording("\(address) answers in \(milliseconds) ms", "\(address) の返事まで \(milliseconds) ms"))
        case .serviceFaulty(let reason):
            return .fail(
                Check.service, reason,
                Wording(
                    "check the network and the key; until then the offline companion answers",
                    "ネットワークと鍵を確認してください。それまではオフラインで応答します"))
        case .libraryAbsent(let words):
            return .fail(
                Check.companion, Wording("a library is missing: \(words)", "ライブラリーが足りません：\(words)"),
                Wording(
                    "apt install --install-recommends anicca, or without the package deploy/setup-debian.sh --for run",
                    "apt install --install-recommends anicca、パッケージでないなら deploy/setup-debian.sh --for run で入ります"))
        case .addressFaulty(let reason):
            return .fail(
                Check.service, reason,
                Wording(
                    "correct $OPENAI_BASE_URL, or base_url in anicca.yaml",
                    "$OPENAI_BASE_URL か、anicca.yaml の base_url を直してください"))
        case .companionDiffers(let key, let address):
            return .warn(
                Check.companion,
                Wording(
                    "the running appliance uses other settings: key \(key), service \(address)",
                    "起動中の本体は別の設定です（鍵：\(key)、サービス：\(address)）"),
                Wording(
                    "what was tried here is not what it uses: run anicca doctor with the same settings",
                    "ここで試したものは本体の設定と違います。同じ設定で anicca doctor を実行してください"))
        case .line(let milliseconds, let transport):
            return .ok(
                Check.line,
                Wording("ready in \(milliseconds) ms (\(transport))", "\(milliseconds) ms でつながりました（\(transport)）"))
        case .echoUntried:
            return .ok(
                Check.echo,
                Wording(
                    "not tried: anicca doctor --echo plays a sweep for ten seconds",
                    "試していません（anicca doctor --echo で10秒間、音を鳴らして確かめます）"))
        case .echo(let loss, let enhancement, let delay):
            return .ok(
                Check.echo,
                Wording(
                    "comes back \(loss) dB quieter after \(delay) ms, and is lowered by \(enhancement) dB more",
                    "\(delay) ms後に \(loss) dB 小さく戻り、さらに \(enhancement) dB 消しています"))
        case .echoPoor(let loss, let enhancement, let delay):
            return .warn(
                Check.echo,
                Wording(
                    "comes back \(loss) dB quieter after \(delay) ms, lowered by only \(enhancement) dB more: the companion may "
                        + "hear itself",
                    "\(delay) ms後に \(loss) dB 小さく戻り、\(enhancement) dB しか消せません。相手が自分の声を聞くことがあります"),
                Wording(
                    "move speaker and microphone apart, or speak more quietly: anicca volume 50",
                    "スピーカーとマイクを離すか、anicca volume 50 で声を小さくしてください"))
        case .echoInterrupted(let gaps):
            return .warn(
                Check.echo,
                Wording("the sound broke off during the test, gaps: \(gaps)", "測っている間に音が \(gaps) 回途切れました"),
                Wording(
                    "try again when the machine has less to do, and no other program uses the sound card",
                    "ほかの処理が少なく、ほかのプログラムが音を使っていないときに、もう一度試してください"))
        case .echoUnheard:
            return .warn(
                Check.echo, Wording("the microphone does not hear the speaker", "マイクにスピーカーの音が届きません"),
                Wording(
                    "check the volume and the wiring, or the order of the outputs",
                    "音量と配線、出力の順番を確認してください"))
        case .microphoneDead:
            return .fail(
                Check.echo, Wording("the microphone gives no signal at all", "マイクから信号がまったく来ません"),
                Wording(
                    "it is muted in hardware, not connected, or the wrong device",
                    "マイクのスイッチなどハードウェアでミュートされているか、つながっていないか、別の機器です"))
        case .echoFaulty(let reason):
            return .warn(
                Check.echo, Wording("cannot be tried: \(reason)", "試せません（\(reason)）"), Remedy.inUse)
        case .lineFaulty(let reason):
            return .fail(
                Check.line, reason,
                Wording(
                    "check that the network lets UDP, or TCP to port 443, through",
                    "ネットワークがUDPか、443番ポートのTCPを通すか確認してください"))
        case .realTime(nil):
            return .ok(Check.realTime, Wording("no limit for root", "root なので使えます"))
        case .realTime(let priority?):
            return .ok(Check.realTime, Wording("up to \(priority)", "\(priority) まで使えます"))
        case .realTimeDenied:
            return .warn(
                Check.realTime,
                Wording("not permitted: sound may stutter under load", "許可されていません。混み合うと音が途切れることがあります"),
                Wording(
                    "LimitRTPRIO=50 in the service, or /etc/security/limits.d/audio.conf: @audio - rtprio 50",
                    "サービスに LimitRTPRIO=50 を書くか、/etc/security/limits.d/audio.conf に @audio - rtprio 50 と書いてください"))
        case .memoryUnlocked:
            return .warn(
                Check.memory,
                Wording(
                    "not locked: if the disk fails, an alarm may stay silent",
                    "ロックできません。ディスクが故障すると、アラームが鳴らないことがあります"),
                Wording(
                    "LimitMEMLOCK=64M in the service, or /etc/security/limits.d/audio.conf: @audio - memlock 65536",
                    "サービスに LimitMEMLOCK=64M を書くか、/etc/security/limits.d/audio.conf に @audio - memlock 65536 "
                        + "と書いてください"))
        case .realTimeUnknown(let reason):
            return .warn(Check.realTime, reason, Wording("see `ulimit -r`", "ulimit -r で確認してください"))

        case .alarmSoundFaulty(let problem):
            return .warn(
                Check.alarmSound, problem,
                Wording(
                    "a synthesized alarm rings instead; correct `alarm` in the board file, or install anicca again",
                    "代わりに合成音が鳴ります。ボードファイルの alarm を直すか、anicca を入れ直してください"))
        case .habitSound(let id, let path):
            return .ok(Check.sound(of: id), Wording(path, "\(path) を鳴らします"))
        case .habitSoundFaulty(let id, let problem):
            return .warn(
                Check.sound(of: id), problem,
                Wording(
                    "the board's alarm is used; choose another: anicca habit set \(id) --sound FILE",
                    "代わりにボードのアラーム音が鳴ります。anicca habit set \(id) --sound FILE で選び直せます"))
        case .prompts(let folder, let routines):
            return .ok(
                Check.prompts, Wording("\(folder), \(routines) offline routines", "\(folder)、オフラインの台本\(routines)本"))
        case .promptFaulty(let id, let error):
            return .warn(
                Check.prompt(of: id), error,
                Wording("a plain instruction is used until the file is right", "ファイルが直るまで、簡単な指示を使います"))
        case .routineFaulty(let error):
            return .warn(
                Check.routines, error,
                Wording("plain lines are used until the file is right", "ファイルが直るまで、簡単なせりふを使います"))
        }
    }

    private static func free(_ megabytes: Int) -> Wording {
        Wording("\(megabytes) MB free", "空き \(megabytes) MB")
    }
}
