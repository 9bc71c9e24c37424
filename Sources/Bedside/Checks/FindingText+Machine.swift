/// Findings about the machine: clock, zone, disk, settings, service and permissions.
extension FindingText {
    static func running(stateFolder folder: String) -> FindingText {
        .ok(Check.appliance, Wording("running, state in \(folder)", "起動しています（データ：\(folder)）"))
    }

    static func notRunning(stateFolder folder: String) -> FindingText {
        .warn(
            Check.appliance, Wording("not running (state: \(folder))", "起動していません（データ：\(folder)）"),
            Wording(
                "start it: sudo systemctl start anicca, or without a service: anicca run",
                "sudo systemctl start anicca（サービスがなければ anicca run）で起動してください"))
    }

    static func clockBeforeBuild(_ time: String) -> FindingText {
        .fail(
            Check.clock,
            Wording("\(time) is before this firmware was built", "\(time) は、このファームウェアの作成日より前です"),
            Wording(
                "connect the network, or set it: date -s 'YYYY-MM-DD HH:MM'",
                "ネットワークにつなぐか、date -s 'YYYY-MM-DD HH:MM' で合わせてください"))
    }

    static func clockUntrusted(_ time: String) -> FindingText {
        .fail(
            Check.clock,
            Wording("\(time), not trusted: alarms are not armed", "\(time)、未確認のためアラームは無効です"),
            Wording(
                "have a time server set it; if it is right already: anicca clock trust",
                "時刻サーバーで合わせてください。今の時刻で正しければ anicca clock trust を実行してください"))
    }

    static func clockKept(_ time: String) -> FindingText {
        .ok(Check.clock, Wording("\(time), kept by a time server", "\(time)、時刻サーバーと同期しています"))
    }

    static func clockNotKept(_ time: String) -> FindingText {
        .warn(
            Check.clock, Wording("\(time), not kept by a time server", "\(time)、時刻サーバーと同期していません"),
            Wording(
                "timedatectl set-ntp true; without a network a clock drifts by seconds a day",
                "timedatectl set-ntp true を実行してください。ネットワークがないと一日に数秒ずれます"))
    }

    static func clockChip(_ name: String) -> FindingText {
        .ok(Check.clockChip, Wording(name, "\(name) です"))
    }

    static var clockChipAbsent: FindingText {
        .warn(
            Check.clockChip,
            Wording(
                "none: after a power cut without a network the clock goes on from where it stopped, and alarms ring late",
                "ありません。停電のあとネットワークがないと、時計は止まった時刻から進み、アラームは遅れて鳴ります"),
            Wording(
                "add a DS3231 module, or on a Raspberry Pi 5 its RTC battery",
                "DS3231 モジュールか、Raspberry Pi 5 なら専用の RTC 電池を付けてください"))
    }

    static func clockChipWrong(_ name: String, shows time: String) -> FindingText {
        .warn(
            Check.clockChip, Wording("\(name) says \(time)", "\(name) は \(time) を示しています"),
            Wording(
                "its battery may be empty; otherwise set it from the system's time: hwclock --systohc",
                "電池切れかもしれません。そうでなければ hwclock --systohc で合わせてください"))
    }

    static func clockChipFaulty(_ name: String) -> FindingText {
        .warn(
            Check.clockChip, Wording("\(name) cannot be read", "\(name) を読めません"),
            Wording("see journalctl -k for its driver's messages", "journalctl -k でドライバーの表示を確認してください"))
    }

    static func zone(_ name: String) -> FindingText {
        .ok(Check.zone, Wording(name, "\(name) です"))
    }

    static func zoneFaulty(_ problem: Wording) -> FindingText {
        .fail(
            Check.zone, problem,
            Wording(
                "timedatectl set-timezone Europe/Berlin (and: apt install tzdata)",
                "timedatectl set-timezone Asia/Tokyo で設定してください（apt install tzdata も必要かもしれません）"))
    }

    static func folder(_ path: String) -> FindingText {
        .ok(Check.folder, Wording(path, "\(path) です"))
    }

    static func folderMissing(_ path: String) -> FindingText {
        .warn(
            Check.folder, Wording("\(path) does not exist yet", "\(path) はまだありません"),
            Wording("the first anicca run creates it", "最初の anicca run で作られます"))
    }

    static func folderForeign(userID: UInt32) -> FindingText {
        .fail(
            Check.folder, Wording("belongs to user \(userID)", "ユーザー \(userID) のものです"),
            Wording("run this as that user, or with sudo", "そのユーザーで実行するか、sudo を付けてください"))
    }

    static func folderOpen(_ path: String) -> FindingText {
        .warn(
            Check.folder, Wording("other users can read \(path)", "\(path) をほかのユーザーも見られます"),
            Wording("chmod 700 \(path)", "chmod 700 \(path) を実行してください"))
    }

    static func disk(freeMegabytes megabytes: Int) -> FindingText {
        .ok(Check.disk, free(megabytes))
    }

    static func diskLow(freeMegabytes megabytes: Int) -> FindingText {
        .warn(Check.disk, free(megabytes), Remedy.freeSpace)
    }

    static func diskFull(freeMegabytes megabytes: Int) -> FindingText {
        .fail(Check.disk, free(megabytes), Remedy.freeSpace)
    }

    static var diskReadOnly: FindingText {
        .fail(
            Check.disk, Wording("mounted read-only", "読み取り専用になっています"),
            Wording("check the card: a worn one turns read-only", "カードを確認してください。寿命が来ると読み取り専用になります"))
    }

    static func diskFaulty(_ reason: Wording) -> FindingText {
        .fail(Check.disk, reason, Wording("check the card or disk", "カードかディスクを確認してください"))
    }

    static var database: FindingText {
        .ok(Check.database, Wording("readable", "読めます"))
    }

    static var databaseEmpty: FindingText {
        .warn(Check.database, Wording("nothing is stored yet", "まだ何も保存されていません"), Remedy.setUp)
    }

    static func databaseRecovered(_ report: Wording) -> FindingText {
        .fail(
            Check.database, report,
            Wording(
                "check the card; settings may be old: anicca profile show",
                "カードを確認してください。設定が古いかもしれません（anicca profile show で確認）"))
    }

    static func databaseFaulty(_ error: Wording) -> FindingText {
        .fail(
            Check.database, error,
            Wording(
                "check the folder's owner and the disk; the file itself is kept",
                "フォルダーの所有者とディスクを確認してください。ファイルは残してあります"))
    }

    static func vaultFaulty(_ fault: VaultFault) -> FindingText {
        .warn(Check.vault, fault.state, fault.remedy)
    }

    static var oldKeyKept: FindingText {
        .warn(
            Check.vault,
            Wording(
                "anicca memory rekey has not ended: the old key, and pages sealed under it, are still there",
                "anicca memory rekey が終わっていません。古い鍵と、その鍵で暗号化したページがまだ残っています"),
            Wording(
                "end every other program that reads anicca.db; the running appliance tries again every 15 seconds, else "
                    + "the next start does",
                "anicca.db を読んでいるほかのプログラムを終わらせてください。起動中の本体が15秒ごとに、そうでなければ次の起動のときにやり直します"))
    }

    static func storeFailing(_ report: Wording) -> FindingText {
        .fail(
            Check.database,
            Wording(
                "the running appliance cannot save to it: \(report.english)",
                "起動中の本体が保存できていません：\(report.japanese)"),
            Wording(
                "correct the folder or the disk; if nothing is saved half a minute later: sudo systemctl restart anicca",
                "フォルダーとディスクを直してください。30秒たっても保存しなければ sudo systemctl restart anicca を実行してください"))
    }

    static func habits(_ list: String) -> FindingText {
        .ok(Check.habits, Wording(list, "オン：\(list)"))
    }

    static var habitsOff: FindingText {
        .warn(Check.habits, Wording("none is on: nothing will ring", "すべてオフです。何も鳴りません"), Remedy.setUp)
    }

    static var serviceUp: FindingText {
        .ok(Check.unit, Wording("the service is enabled and running", "サービスは有効で、動いています"))
    }

    static var serviceDown: FindingText {
        .fail(
            Check.unit, Wording("the service is enabled but not running", "サービスは有効ですが、動いていません"),
            Wording(
                "systemctl start anicca; why it ended: journalctl -u anicca",
                "systemctl start anicca で起動してください。理由は journalctl -u anicca で見られます"))
    }

    static var serviceDisabled: FindingText {
        .fail(
            Check.unit,
            Wording("the service is not enabled: after a power cut nothing rings", "サービスが無効です。停電のあと何も鳴りません"),
            Wording("systemctl enable --now anicca", "systemctl enable --now anicca を実行してください"))
    }

    static var serviceAbsent: FindingText {
        .warn(
            Check.unit,
            Wording(
                "there is no service: after a power cut it must be started by hand", "サービスがありません。停電のあとは手で起動してください"),
            Wording(
                "install the package, or: sudo make install",
                "パッケージを入れるか、sudo make install を実行してください"))
    }

    static func deviceDenied(_ path: String, group: String) -> FindingText {
        .fail(
            Check.devices,
            Wording("\(path) is not open to the group \(group)", "\(path) を \(group) グループが使えません"),
            Wording(
                "for the service: sudo udevadm trigger (the package's rules); for you: sudo usermod -aG \(group) USER",
                "サービスなら sudo udevadm trigger（パッケージの規則）、自分なら sudo usermod -aG \(group) ユーザー名 です"))
    }

    static func configurationFaulty(_ problem: Wording) -> FindingText {
        .fail(
            Check.configuration, problem,
            Wording(
                "correct the file, then sudo systemctl restart anicca; until then the last good one is used",
                "ファイルを直して sudo systemctl restart anicca を実行してください。それまでは、最後のよい設定を使います"))
    }

    static var realTimeUnlimited: FindingText {
        .ok(Check.realTime, Wording("no limit for root", "root なので使えます"))
    }

    static func realTime(_ priority: Int) -> FindingText {
        .ok(Check.realTime, Wording("up to \(priority)", "\(priority) まで使えます"))
    }

    static var realTimeDenied: FindingText {
        .warn(
            Check.realTime,
            Wording("not permitted: sound may stutter under load", "許可されていません。混み合うと音が途切れることがあります"),
            Wording(
                "LimitRTPRIO=50 in the service, or /etc/security/limits.d/audio.conf: @audio - rtprio 50",
                "サービスに LimitRTPRIO=50 を書くか、/etc/security/limits.d/audio.conf に @audio - rtprio 50 と書いてください"))
    }

    static var memoryUnlocked: FindingText {
        .warn(
            Check.memory,
            Wording(
                "not locked: if the disk fails, an alarm may stay silent",
                "ロックできません。ディスクが故障すると、アラームが鳴らないことがあります"),
            Wording(
                "LimitMEMLOCK=128M in the service, or /etc/security/limits.d/audio.conf: @audio - memlock 131072",
                "サービスに LimitMEMLOCK=128M を書くか、/etc/security/limits.d/audio.conf に @audio - memlock 131072 "
                    + "と書いてください"))
    }

    static func realTimeUnknown(_ reason: Wording) -> FindingText {
        .warn(Check.realTime, reason, Wording("see `ulimit -r`", "ulimit -r で確認してください"))
    }

    static func prompts(folder: String, routines: Int) -> FindingText {
        .ok(
            Check.prompts, Wording("\(folder), \(routines) offline routines", "\(folder)、オフラインの台本\(routines)本"))
    }

    static func promptFaulty(_ id: HabitID, _ error: Wording) -> FindingText {
        .warn(
            Check.prompt(of: id), error,
            Wording(
                "until the file is right, the one that came with Anicca is used, or else a plain instruction",
                "ファイルが直るまで、付属のファイルか、なければ簡単な指示を使います"))
    }

    static func routineFaulty(_ error: Wording) -> FindingText {
        .warn(
            Check.routines, error,
            Wording(
                "until the file is right, the one that came with Anicca is used, or else plain lines",
                "ファイルが直るまで、付属のファイルか、なければ簡単なせりふを使います"))
    }

    private static func free(_ megabytes: Int) -> Wording {
        Wording("\(megabytes) MB free", "空き \(megabytes) MB")
    }
}
