import Appliance
import Bedside
import Board
import System

/// Buttons whose contacts a test closes and opens; each has a descriptor that epoll sees, as a GPIO line has.
package final class FakeButtons: ButtonsDriver {
    private struct Line {
        var button: Button
        var wakeUp = WakeUp()
        var isActive = false
        var edges: [ButtonEdge] = []
        var fault: GPIOError?
    }
    private var lines: [Line]
    private var lost: [Button] = []
    /// Whether what was lost can be had again.
    package var isBack = false

    package init(_ buttons: [Button]) { lines = buttons.map { Line(button: $0) } }

    package var missing: Int { lost.count }
    package var fileDescriptors: [Int32] { lines.map(\.wakeUp.descriptor) }

    package func readLevels(of fileDescriptors: [Int32]) -> [ButtonLevel] {
        lines.filter { fileDescriptors.contains($0.wakeUp.descriptor) && $0.fault == nil }
            .map { ButtonLevel(button: $0.button, isActive: $0.isActive) }
    }
    package func readEvents(_ fileDescriptor: Int32) throws(GPIOError) -> [ButtonEdge] {
        guard let index = lines.firstIndex(where: { $0.wakeUp.descriptor == fileDescriptor }) else { return [] }
        if let fault = lines[index].fault { throw fault }
        lines[index].wakeUp.clear()
        defer { lines[index].edges = [] }
        return lines[index].edges
    }
    package func drop(_ fileDescriptor: Int32) -> Button? {
        guard let index = lines.firstIndex(where: { $0.wakeUp.descriptor == fileDescriptor }) else { return nil }
        let button = lines.remove(at: index).button
        lost.append(button)
        return button
    }
    package func requestMissing() -> [Int32] {
        guard isBack else { return [] }
        let found = lost.map { Line(button: $0) }
        lost = []
        lines += found
        return found.map(\.wakeUp.descriptor)
    }

    // MARK: For the test

    /// Closes or opens the contact.
    package func set(_ button: Button, isActive: Bool, at time: BootTime) {
        guard let index = lines.firstIndex(where: { $0.button == button }) else { return }
        lines[index].isActive = isActive
        lines[index].edges.append(ButtonEdge(button: button, isActive: isActive, at: time))
        lines[index].wakeUp.signal()
    }

    /// Takes the button's chip away.
    package func lose(_ button: Button) {
        guard let index = lines.firstIndex(where: { $0.button == button }) else { return }
        lines[index].fault = .unplugged(what: "the chip")
        lines[index].wakeUp.signal()
    }
}

/// A light that notes what it shows. Like a real one, a lamp that has failed is dark until it is requested again.
package final class FakeLight: LightDriver {
    package private(set) var shown: [Light] = []
    /// What is wrong with the lamp; it is noticed when the lamp is next used.
    package var fault: GPIOError?
    package private(set) var problem: GPIOError?
    package var timerFileDescriptor: Int32 { -1 }

    package init() {}

    package func show(_ light: Light, at time: LocalTime) throws(GPIOError) {
        guard problem == nil else { return }
        if let fault {
            problem = fault
            throw fault
        }
        if shown.last != light { shown.append(light) }
    }
    package func requestMissing() { problem = fault }
    package func timerExpired(at time: LocalTime) throws(GPIOError) {}
}

/// A buzzer that notes what it is told, until it is told what is wrong with it.
package final class FakeBuzzer: BuzzerDriver {
    private let story: Story
    private let name: String
    package private(set) var isSounding = false
    package var fault: GPIOError?

    package init(_ story: Story, name: String = "buzzer") {
        self.story = story
        self.name = name
    }

    package func set(_ isSounding: Bool) throws(GPIOError) {
        let isChanged = isSounding != self.isSounding || fault != nil
        self.isSounding = false
        // The shaker is set after every event.
        if name == "buzzer" || isChanged { story.lines.append("\(name) \(isSounding)") }
        if let fault { throw fault }
        self.isSounding = isSounding
    }
}

/// A clock chip that notes its alarm.
package final class FakeWakeClock: WakeClockDriver {
    package private(set) var alarm: CivilTime?

    package init() {}

    package func set(_ time: CivilTime?, now: CivilTime) throws(GPIOError) { alarm = time }
    package func forget() {}
}

/// A presence sensor whose edges a test makes.
package final class FakePresence: PresenceDriver {
    private let wakeUp = WakeUp()
    private var edges: [PresenceEdge] = []
    private var isActive = false
    package private(set) var isThere = true
    package private(set) var fault: GPIOError?

    package init() {}

    package var fileDescriptor: Int32? { isThere ? wakeUp.descriptor : nil }
    package func readLevel() -> Bool? { isThere && fault == nil ? isActive : nil }
    package func readEvents() throws(GPIOError) -> [PresenceEdge] {
        if let fault { throw fault }
        wakeUp.clear()
        defer { edges = [] }
        return edges
    }
    package func drop(_ error: GPIOError) { isThere = false }
    package func requestMissing() { isThere = isThere || fault == nil }

    // MARK: For the test

    package func set(isActive: Bool, at time: BootTime) {
        self.isActive = isActive
        edges.append(PresenceEdge(isActive: isActive, at: time))
        wakeUp.signal()
    }

    /// Takes the sensor's chip away, or brings it back.
    package func fail(_ fault: GPIOError?) {
        self.fault = fault
        if fault != nil { wakeUp.signal() }
    }
}

/// A board with two buttons, a light, a buzzer and a clock chip.
package final class FakeBoard: BoardDriver {
    package let buttons = FakeButtons([.start, .stop])
    package let light = FakeLight()
    package let buzzer: FakeBuzzer?
    package let shaker: FakeBuzzer?
    package let presence: FakePresence? = FakePresence()
    package let wakeClock: FakeWakeClock? = FakeWakeClock()

    package init(_ story: Story) {
        buzzer = FakeBuzzer(story)
        shaker = FakeBuzzer(story, name: "shaker")
    }

    package static let description = BoardDescription(name: "fake", buzzer: LineDescription(place: .name("BUZZER")))

    package var problems: [BoardProblem] {
        [light.problem.map { BoardProblem(part: .light(.any), error: $0) }].compactMap { $0 }
            + [buzzer?.fault.map { BoardProblem(part: .buzzer, error: $0) }].compactMap { $0 }
            + [shaker?.fault.map { BoardProblem(part: .shaker, error: $0) }].compactMap { $0 }
            + [presence?.fault.map { BoardProblem(part: .presence, error: $0) }].compactMap { $0 }
    }
    package var missingButtons: Int { buttons.missing }
    package var isComplete: Bool { missingButtons == 0 && problems.isEmpty }
    package func requestMissing() -> [Int32] {
        light.requestMissing()
        presence?.requestMissing()
        return buttons.requestMissing()
    }
    package func requestWakeClock() {}
}
