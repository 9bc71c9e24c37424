/// Findings about the board: buttons, sound, echo.
extension FindingText {
    static func board(_ name: String) -> FindingText {
        .ok(Check.board, Wording(name, "\(name) です"))
    }

    static func boardFaulty(_ line: Wording) -> FindingText {
        .fail(
            Check.board, line,
            Wording(
                "correct the board file, or start with --board terminal",
                "ボードファイルを直すか、--board terminal を付けて起動してください"))
    }

    static var boardChanged: FindingText {
        .fail(
            Check.controls,
            Wording("the board file has changed since the appliance started", "ボードファイルが、本体の起動後に変わりました"),
            Remedy.restart)
    }

    static func boardOther(inUse: String, named: String) -> FindingText {
        .fail(
            Check.controls,
            Wording(
                "the running appliance uses the board \(inUse), not \(named)",
                "起動中の本体のボードは \(named) ではなく \(inUse) です"),
            Remedy.restart)
    }

    static func controls(buttons: Int, library: String) -> FindingText {
        .ok(Check.controls, Wording("\(buttons) buttons, \(library)", "ボタン\(buttons)個、\(library)"))
    }

    static var controlsAbsent: FindingText {
        .ok(
            Check.controls,
            Wording(
                "none on this board: the terminal and the socket are the buttons",
                "このボードにはありません。ターミナルとコマンドで操作します"))
    }

    static var controlsInUse: FindingText {
        .ok(Check.controls, Wording("in use by the running appliance", "起動中の本体が使っています"))
    }

    static func buttonsMissing(_ count: Int) -> FindingText {
        .fail(
            Check.controls,
            Wording(
                "the running appliance cannot use \(count) of the buttons",
                "起動中の本体が使えないボタンが\(count)個あります"),
            Wording(
                "`anicca status` says why; check the board file's chip and line against `gpioinfo`, and the group gpio",
                "理由は anicca status で分かります。ボードファイルの chip と line を gpioinfo と比べ、gpio グループも確認してください"))
    }

    static var controlsHeld: FindingText {
        .warn(
            Check.controls, Wording("in use by the running appliance", "起動中の本体が使っています"),
            Wording(
                "stop it first: sudo systemctl stop anicca; afterwards: sudo systemctl start anicca",
                "先に sudo systemctl stop anicca で止め、終わったら sudo systemctl start anicca で戻してください"))
    }

    static var buttonsUntried: FindingText {
        .ok(
            Check.controls,
            Wording(
                "presses not tried: anicca doctor --buttons asks for one of each",
                "押して試してはいません（anicca doctor --buttons で一つずつ確かめます）"))
    }

    static func buttonWorks(_ button: Button) -> FindingText {
        .ok(Check.button(button), Wording("pressed and let go", "押して離せました"))
    }

    static func buttonSilent(_ button: Button) -> FindingText {
        .fail(
            Check.button(button), Wording("no press was detected", "押しても反応がありませんでした"),
            Wording(
                "check its wiring, and line, active and bias in the board file",
                "配線と、ボードファイルの line、active、bias を確認してください"))
    }

    static func buttonCrossed(asked: Button, pressed: Button) -> FindingText {
        .fail(
            Check.button(asked),
            Wording(
                "\(pressed.rawValue) was pressed instead", "代わりに「\(pressed.text(in: .japanese))」ボタンが押されました"),
            Wording(
                "swap the wires, or the lines in the board file", "配線か、ボードファイルの line を入れ替えてください"))
    }

    static func partFaulty(_ part: Wording, reason: Wording) -> FindingText {
        .fail(
            part, reason,
            Wording(
                "check the board file's chip and line against `gpioinfo`, and the group gpio",
                "ボードファイルの chip と line を gpioinfo と比べ、gpio グループも確認してください"))
    }

    static func buttonPressed(_ button: Button) -> FindingText {
        .fail(
            Check.button(button), Wording("pressed all the time", "押されたままです"),
            Wording("release it, or check its wiring and active level", "離すか、配線と active の設定を確認してください"))
    }

    static func output(_ how: String) -> FindingText {
        .ok(Check.output, Wording(how, "使えます：\(how)"))
    }

    static func outputSlow(_ how: String, reason: String) -> FindingText {
        .warn(
            Check.output,
            Wording("\(how); only at the second try (\(reason))", "使えます：\(how)。ただし、一度目は開けませんでした（\(reason)）"),
            Wording(
                "if this happens often: check its cable and power, or another USB port",
                "何度も起きるときは、ケーブルと電源を確認するか、別の USB 端子を試してください"))
    }

    static func outputFaulty(name: String, reason: String, mayBeInUse: Bool) -> FindingText {
        let check = Wording(
            "check cable and power; `aplay -L` lists devices", "ケーブルと電源を確認してください。機器の一覧は aplay -L で見られます")
        return .warn(
            Check.output, Wording("\(name): \(reason)", "\(name)：使えません（\(reason)）"),
            mayBeInUse ? Remedy.inUse : check)
    }

    static var outputsFaulty: FindingText {
        .fail(
            Check.sound,
            Wording(
                "no output works: alarms have only the buzzer and the light", "使える出力がありません。アラームはブザーとライトだけになります"),
            Wording("`aplay -l` lists cards", "カードの一覧は aplay -l で見られます"))
    }

    static func input(_ how: String) -> FindingText {
        .ok(Check.input, Wording(how, "使えます：\(how)"))
    }

    static var inputAbsent: FindingText {
        .ok(Check.input, Wording("none on this board", "このボードにはありません"))
    }

    static var inputMuted: FindingText {
        .ok(Check.input, Wording("muted, and not tried: anicca mute off", "オフなので試しません（anicca mute off）"))
    }

    static func inputFaulty(name: String, reason: String, mayBeInUse: Bool) -> FindingText {
        let check = Wording(
            "check the microphone; `arecord -L` lists devices", "マイクを確認してください。機器の一覧は arecord -L で見られます")
        return .warn(
            Check.input, Wording("\(name): \(reason)", "\(name)：使えません（\(reason)）"),
            mayBeInUse ? Remedy.inUse : check)
    }

    static func synthesizer(path: String) -> FindingText {
        .ok(Check.synthesizer, Wording(path, "\(path) を使います"))
    }

    static var synthesizerAbsent: FindingText {
        .fail(
            Check.synthesizer, Wording("espeak-ng is not installed", "espeak-ng が入っていません"),
            Wording("apt install espeak-ng", "apt install espeak-ng を実行してください"))
    }

    static var echoUntried: FindingText {
        .ok(
            Check.echo,
            Wording(
                "not tried: anicca doctor --echo plays a sweep for ten seconds",
                "試していません（anicca doctor --echo で10秒間、音を鳴らして確かめます）"))
    }

    static func echo(lossDB loss: Int, enhancementDB enhancement: Int, delayMilliseconds delay: Int) -> FindingText {
        .ok(
            Check.echo,
            Wording(
                "comes back \(loss) dB quieter after \(delay) ms, and is lowered by \(enhancement) dB more",
                "\(delay) ms後に \(loss) dB 小さくなって戻り、さらに \(enhancement) dB 抑えています"))
    }

    static func echoPoor(lossDB loss: Int, enhancementDB enhancement: Int, delayMilliseconds delay: Int) -> FindingText
    {
        .warn(
            Check.echo,
            Wording(
                "comes back \(loss) dB quieter after \(delay) ms, lowered by only \(enhancement) dB more: the companion may "
                    + "hear itself",
                "\(delay) ms後に \(loss) dB 小さくなって戻り、\(enhancement) dB しか抑えられません。話し相手が自分の声を拾ってしまうことがあります"),
            Wording(
                "move speaker and microphone apart, or speak more quietly: anicca volume 50",
                "スピーカーとマイクを離すか、anicca volume 50 で声を小さくしてください"))
    }

    static func echoInterrupted(gaps: Int) -> FindingText {
        .warn(
            Check.echo,
            Wording("the sound broke off during the test, gaps: \(gaps)", "測っている間に音が \(gaps) 回途切れました"),
            Wording(
                "try again when the machine has less to do, and no other program uses the sound card",
                "ほかの処理が少なく、ほかのプログラムが音を使っていないときに、もう一度試してください"))
    }

    static var echoUnheard: FindingText {
        .warn(
            Check.echo, Wording("the microphone does not hear the speaker", "マイクにスピーカーの音が届きません"),
            Wording(
                "check the volume and the wiring, or the order of the outputs",
                "音量と配線、出力の順番を確認してください"))
    }

    static var microphoneDead: FindingText {
        .fail(
            Check.echo, Wording("the microphone gives no signal at all", "マイクから信号がまったく来ません"),
            Wording(
                "it is muted in hardware, not connected, or the wrong device",
                "マイクのスイッチなどハードウェアでミュートされているか、つながっていないか、別の機器です"))
    }

    static func echoFaulty(_ reason: String) -> FindingText {
        .warn(
            Check.echo, Wording("cannot be tried: \(reason)", "試せません（\(reason)）"), Remedy.inUse)
    }

    static func alarmSoundFaulty(_ problem: Wording) -> FindingText {
        .warn(
            Check.alarmSound, problem,
            Wording(
                "a synthesized alarm rings instead; correct `alarm` in the board file, or install anicca again",
                "代わりに合成音が鳴ります。ボードファイルの alarm を直すか、anicca を入れ直してください"))
    }

    static func alarmSoundWeak(path: String, _ warning: SoundWarning) -> FindingText {
        .warn(
            Check.alarmSound, warning.wording.after("\(path): "), remedy(warning, preview: "anicca alarm preview"))
    }

    private static func remedy(_ warning: SoundWarning, preview: String) -> Wording {
        guard warning != .silent else {
            return Wording(
                "name another file; listen: \(preview)", "別のファイルを指定し、\(preview) で聞いてみてください")
        }
        return Wording(
            "it rings all the same; listen: \(preview)", "このまま鳴ります。\(preview) で聞いてみてください")
    }

    static func habitSoundWeak(_ id: HabitID, path: String, _ warning: SoundWarning) -> FindingText {
        .warn(
            Check.sound(of: id), warning.wording.after("\(path): "),
            remedy(warning, preview: "anicca alarm preview \(id)"))
    }

    static func habitSound(_ id: HabitID, path: String) -> FindingText {
        .ok(Check.sound(of: id), Wording(path, "\(path) を鳴らします"))
    }

    static func habitSoundFaulty(_ id: HabitID, _ problem: Wording) -> FindingText {
        .warn(
            Check.sound(of: id), problem,
            Wording(
                "the board's alarm is used; choose another: anicca habit set \(id) --sound FILE",
                "代わりにボードのアラーム音が鳴ります。anicca habit set \(id) --sound FILE で選び直せます"))
    }
}
