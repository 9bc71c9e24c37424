import ArgumentParser
import Bedside

/// `anicca volume`: shows or sets the loudness of the voice (SOUND-4).
struct VolumeCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Show or set how loud the companion speaks.",
        discussion: "The alarm has bounds of its own: anicca profile set volume.ceiling 80")

    @Argument(help: ArgumentHelp("Percent, 0 to 100.", valueName: "percent"))
    var percent: Int?
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func request() throws -> WritingRequest {
        guard let percent else { throw ValidationError("volume: expected percent, 0 to 100") }
        return WritingRequest(.volume(percent: percent))
    }

    func run() throws {
        let link = try state.open()
        if let percent { _ = try link.ask(.volume(percent: percent)) }
        let status = try link.status()
        if format.json {
            let volume = status.profile.volume
            return Console.print(
                JSONValue.object([
                    "voice": .integer(status.settings.voicePercent), "alarmFloor": .integer(volume.floorPercent),
                    "alarmCeiling": .integer(volume.ceilingPercent),
                ]).line)
        }
        Console.print(
            CommandText.volumeSet(percent: status.settings.voicePercent).text(in: status.profile.language))
    }
}

/// `anicca mute`: shows or sets the microphone's mute (SOUND-4).
struct MuteCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Show or set the microphone's mute. It never silences an alarm.")

    @Argument(help: "on: no microphone is opened; off: it may be.")
    var value: Switch?
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func request() throws -> WritingRequest {
        guard let value else { throw ValidationError("mute: expected on or off") }
        return WritingRequest(.mute(value == .on))
    }

    func run() throws {
        let link = try state.open()
        if let value { _ = try link.ask(.mute(value == .on)) }
        let status = try link.status()
        let isMuted = status.settings.isMicrophoneMuted
        if format.json { return Console.print(JSONValue.object(["muted": .flag(isMuted)]).line) }
        Console.print((isMuted ? CommandText.microphoneMuted : .microphoneLive).text(in: status.profile.language))
    }
}

struct ClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Show whether the appliance trusts its clock, or confirm that it is right.",
        subcommands: [Show.self, Trust.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show clock, zone and trust.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let status = try state.open().status()
            let isSynchronized = SystemClock.isSynchronized()
            if format.json {
                return Console.print(
                    JSONValue.object([
                        "now": .text(Views.iso(status.local, offsetSeconds: status.offsetSeconds)),
                        "zone": .text(status.zone), "trusted": .flag(status.isClockTrusted),
                        "synchronized": .flag(isSynchronized),
                    ]).line)
            }
            let language = status.profile.language
            func word(_ value: Bool) -> String { (value ? CommandText.yes : .no).text(in: language) }
            func label(_ heading: CommandText.Heading) -> String { CommandText.heading(heading).text(in: language) }
            var table = Table(["", ""])
            table.add(label(.now), Views.iso(status.local, offsetSeconds: status.offsetSeconds))
            table.add(label(.zone), status.zone)
            table.add(label(.trusted), word(status.isClockTrusted))
            table.add(label(.timeServer), word(isSynchronized))
            table.lines.forEach(Console.print)
        }
    }

    struct Trust: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Confirm that the clock is right, although no time server sets it.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.trustClock) }

        func run() throws {
            let link = try state.open()
            guard case .next(let next) = try link.ask(request().command, whenOff: .fail) else {
                throw link.unexpectedAnswer()
            }
            let status = try link.status()
            if format.json {
                return Console.print(
                    JSONValue.object(["trusted": .flag(status.isClockTrusted), "next": Views.json(next)]).line)
            }
            let language = status.profile.language
            Console.print((status.isClockTrusted ? CommandText.clockTrusted : .clockNotTrusted).text(in: language))
            Views.printNext(next, language: language)
        }
    }
}

struct ResetCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Erase everything: \(CommandText.erasedByReset.english).")

    @Flag(help: "Do not ask.")
    var yes = false
    @OptionGroup
    var state: StateOptions

    func request() -> WritingRequest { WritingRequest(.reset) }

    func run() throws {
        let link = try state.open()
        let language = link.language
        guard try yes || Console.confirms(CommandText.resetQuestion, in: language) else {
            return Console.print(CommandText.resetCancelled.text(in: language))
        }
        _ = try link.ask(.reset)
        Console.print(CommandText.resetDone.text(in: language))
    }
}
