import Bedside
import Board
import System

/// What the loop watches: signals, deadlines, the clock, the zone, buttons, light and the control socket.
extension Appliance {
    func watch() throws {
        signals = try Signals(reactor: reactor) { [weak self] in self?.signal($0) }
        // Old kernels do not report a chip that went away: the checks before a ring find it in time for the search.
        reactor.onCivilDeadline = { [weak self] in
            self?.readButtons()
            self?.handle(.tick)
        }
        reactor.onBootDeadline = { [weak self] in self?.handle(.tick) }
        reactor.onClockSet = { [weak self] in
            guard let self else { return }
            let isSynchronized = parts.clock.isSynchronized()
            handle(.clockSet(isSynchronized: isSynchronized))
            // systemd's time client leaves its mark only after it has set the clock.
            if !isSynchronized { clockCheck?.arm(parts.clock.now().boot + Self.clockCheckPause) }
        }
        try listenToButtons(parts.hardware.buttons.fileDescriptors)
        partSearch = try reactor.makeTimer { [weak self] in self?.searchParts() }
        armPartSearch()
        let light = parts.hardware.light
        if light.timerFileDescriptor >= 0 {
            try reactor.add(light.timerFileDescriptor, for: .readable) { [weak self] _ in self?.blink() }
        }
        housekeeping = try reactor.makeTimer { [weak self] in self?.keepHouse() }
        clockCheck = try reactor.makeTimer { [weak self] in self?.checkClock() }
        armClockCheck()
        watchdog = try reactor.makeTimer { [weak self] in self?.proveLife() }
        let logger = logger
        zoneWatcher = try ZoneWatcher(
            reactor: reactor, onChange: { [weak self] in self?.handle(.zone($0)) },
            onProblem: { logger.error("\($0)") })
        // The zone may have changed between the first reading and the watch.
        if let rules = zoneWatcher?.rules { handleIfNew(rules) }
        listen()
    }

    /// Opens the control socket. Without one it takes no commands, but still rings and obeys its buttons.
    private func listen() {
        let logger = logger
        for path in ControlAddress.candidates(stateFolder: parts.options.stateFolder) where control == nil {
            do throws(ControlError) {
                let control = try ControlServer(path: path, reactor: reactor) { [weak self] command, ticket in
                    self?.handle(.command(command, ticket: ticket))
                }
                control.onStatus = { [weak self] in self?.status }
                control.onMetrics = { [weak self] in self?.metrics() ?? "" }
                control.onDiagnostics = { [weak self] in self?.diagnostics() ?? Diagnostics() }
                control.onProblem = { logger.warning("\($0)") }
                self.control = control
            } catch {
                logger.error("control socket: \(error)")
            }
        }
    }

    private func handleIfNew(_ rules: ZoneRules) {
        if rules != machine.zoneRules { handle(.zone(rules)) }
    }
}
