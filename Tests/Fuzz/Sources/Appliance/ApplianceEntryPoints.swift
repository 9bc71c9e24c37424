import Bedside
import Foundation
import Store

package enum ApplianceEntryPoints {
    private static let now = Moment(
        boot: BootTime(nanoseconds: 1_000_000_000), civil: CivilTime(seconds: 1_800_000_000))

    private static func started(_ durable: Durable) -> Bedside {
        var machine = Bedside(
            configuration: Configuration(clockFloor: CivilTime(seconds: 1_700_000_000)), durable: durable, zone: .utc,
            isClockSynchronized: true, at: now)
        _ = machine.start(at: now)
        return machine
    }

    /// One line to the control socket; a command is given to the rules. False: a refusal that is not one short line, or a
    /// request that is not read the same again.
    package static func request(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let line = Array(bytes)
        _ = try? JSONDecoder().decode(ControlResponse.self, from: Data(line))
        switch ControlCoding.request(line) {
        case .failure(let refused):
            return refused.message.count <= 400
                && refused.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        case .success(let request):
            guard let again = try? JSONEncoder().encode(request), case .success = ControlCoding.request(Array(again))
            else { return false }
            guard let command = request.command else { return true }
            var machine = started(Durable())
            for action in machine.handle(.command(command, ticket: 1), at: now) {
                guard case .reply(let reply, _) = action else { continue }
                var response = ControlResponse(id: request.id)
                response.reply = reply
                guard ControlCoding.line(response).last == 0x0A else { return false }
            }
            return true
        }
    }

    /// A schedule copy; the rules start with what is believed of it.
    package static func scheduleCopy(_ bytes: UnsafeRawBufferPointer) {
        for schedule in StoreEntryPoints.scheduleCopy(bytes) {
            var durable = Durable()
            durable.schedule = schedule
            var machine = started(durable)
            _ = machine.handle(.tick, at: now)
        }
    }

    /// A journal, played as `anicca replay` plays it.
    package static func journal(_ bytes: UnsafeRawBufferPointer) {
        var machine: Bedside?
        StoreEntryPoints.journal(bytes, as: JournalLine.self) { line in
            switch line {
            case .start(let start):
                var durable = Durable()
                durable.schedule = start.schedule
                var fresh = Bedside(
                    configuration: start.configuration, durable: durable, zone: start.zone,
                    isClockSynchronized: start.isClockSynchronized, at: start.at)
                _ = JournalLine.digest(fresh.start(at: start.at))
                machine = fresh
            case .event(let event, let moment, _, let notes):
                _ = machine?.replay(event, notes, at: moment)
            }
        }
    }

    /// Valid examples of what the program itself writes: target, content.
    package static func seeds() -> [(target: String, content: [UInt8])] {
        let encoder = JSONEncoder()
        var durable = Durable()
        durable.lastWritten = now.civil
        for habit in durable.profile.habits { durable.armedSince[habit.id] = now.civil }
        let start = JournalLine.start(
            .init(
                configuration: Configuration(clockFloor: now.civil), durable: durable, zone: .utc,
                isClockSynchronized: true, at: now))
        var commands: [Command] = [
            .status, .next, .tryOut(afterSeconds: 2), .volume(percent: 40), .mute(true), .preview(nil), .upEarly,
            .press(.stop, heldMilliseconds: 100, from: .socket), .trustClock, .reset,
        ]
        if let habit = durable.profile.habits.first?.id { commands += [.skip(habit), .unskip(habit), .talk(habit)] }
        var lines = [start]
        var seeds: [(String, [UInt8])] = []
        for command in commands {
            lines.append(.event(.command(command, ticket: 1), at: now, digest: 0))
            if let line = try? encoder.encode(ControlRequest(id: 1, command: command)) {
                seeds.append(("control", Array(line)))
            }
        }
        lines += [.event(.tick, at: now, digest: 0), .event(.zone(.utc), at: now, digest: 0)]
        if let body = try? encoder.encode(durable.schedule) { seeds.append(("schedule", Array(body))) }
        let written = lines.compactMap { try? encoder.encode($0) }
        seeds.append(("journal", Array(written.joined(separator: [0x0A]))))
        return seeds
    }
}
