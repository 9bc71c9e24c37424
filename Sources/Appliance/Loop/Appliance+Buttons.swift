import Bedside
import Board

/// Reads the board's buttons in the order of their edges, and searches for parts that are missing (BOARD-2).
extension Appliance {
    private static let partSearchPause = TimeSpan.seconds(2)
    /// The pause once a lamp or buzzer has been missing for a minute: longer, so that an idle machine sleeps.
    private static let longPartSearchPause = TimeSpan.seconds(30)
    private static let quickPartSearches = 30

    /// Handles the waiting edges of all lines in the order of the kernel's times, because an edge of one contact also
    /// shows how long the others have held.
    func readButtons() {
        var edges: [ButtonEdge] = []
        var failed: [Int32] = []
        for descriptor in buttonDescriptors {
            do throws(GPIOError) {
                edges += try parts.hardware.buttons.readEvents(descriptor)
            } catch {
                logger.error("buttons: \(error)")
                failed.append(descriptor)
            }
        }
        for edge in edges.sorted(by: { $0.at < $1.at }) {
            let now = parts.clock.now()
            let at = Moment(boot: edge.at, civil: now.civil - (now.boot - edge.at))
            take(.edge(edge.button, isActive: edge.isActive), at: at)
        }
        giveBack(failed)
    }

    private func giveBack(_ descriptors: [Int32]) {
        guard !descriptors.isEmpty else { return }
        let levels = descriptors.compactMap { descriptor in
            reactor.remove(descriptor)
            buttonDescriptors.removeAll { $0 == descriptor }
            return parts.hardware.buttons.drop(descriptor).map { ButtonLevel(button: $0, isActive: true) }
        }
        // Reported as stuck, so that an unfinished press does not count and the light asks for attention.
        take(.buttonsRead(levels), at: parts.clock.now())
        armPartSearch()
    }

    /// Gives up lines whose chip has gone, because the kernel (6.1) does not wake a program that waits for their edges.
    private func giveBackDead() {
        let buttons = parts.hardware.buttons
        let dead = buttonDescriptors.filter { buttons.readLevels(of: [$0]).isEmpty }
        if !dead.isEmpty { logger.error("buttons: the lines of \(dead.count) are gone") }
        giveBack(dead)
    }

    func listenToButtons(_ descriptors: [Int32]) throws {
        for descriptor in descriptors {
            try reactor.add(descriptor, for: .readable) { [weak self] _ in self?.readButtons() }
            buttonDescriptors.append(descriptor)
        }
    }

    /// Checks all parts shortly before an alarm, while a missing one can still be found in time (ALARM-12).
    func checkParts() {
        partSearchAt = parts.clock.now().boot
        partSearch?.arm(parts.clock.now().boot)
    }

    /// Arms the search for missing parts. A search that is armed for an earlier time stays, so that a part that fails
    /// twice a second cannot put it off. During a ring, the parts that are present are checked as well.
    func armPartSearch() {
        let hardware = parts.hardware
        let isRinging = machine.light == .ringing
        guard !hardware.isComplete || isRinging && !buttonDescriptors.isEmpty else {
            partSearches = 0
            return
        }
        let isUrgent = hardware.missingButtons > 0 || isRinging
        let isQuick = isUrgent || partSearches < Self.quickPartSearches
        let at = parts.clock.now().boot + (isQuick ? Self.partSearchPause : Self.longPartSearchPause)
        if let partSearchAt, partSearchAt <= at { return }
        partSearchAt = at
        partSearch?.arm(at)
    }

    /// Searches for missing parts, since an alarm needs a button that ends it, its light and its buzzer.
    func searchParts() {
        partSearchAt = nil
        partSearches += 1
        giveBackDead()
        let buttons = parts.hardware.buttons
        // A button whose level cannot be read counts as missing.
        let found = parts.hardware.requestMissing().filter { descriptor in
            let isThere = !buttons.readLevels(of: [descriptor]).isEmpty
            if !isThere { _ = buttons.drop(descriptor) }
            return isThere
        }
        let levels = buttons.readLevels(of: found)
        do {
            try listenToButtons(found)
        } catch {
            logger.error("buttons: \(error)")
        }
        for level in levels { logger.notice("the \(level.button.rawValue) button is there") }
        if !levels.isEmpty { handle(.buttonsRead(levels)) }
        listenToPresence()
        showLight()
        shake()
        armPartSearch()
    }
}
