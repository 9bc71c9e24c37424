import Bedside
import Board
import Logging

/// Shows on the lamp, and on the shaker, what the rules decided (BOARD-3).
extension Appliance {
    func showLight() {
        do throws(GPIOError) {
            try parts.hardware.light.show(machine.light, at: localTime)
        } catch {
            lightFailed(error)
        }
    }

    func blink() {
        do throws(GPIOError) {
            try parts.hardware.light.timerExpired(at: localTime)
        } catch {
            lightFailed(error)
        }
    }

    /// Shakes the bed while an alarm rings, on boards with a shaker (S-7), and not for a soft chime (F-11). A shaker that
    /// fails is reported once and searched for again; the ring goes on without it.
    func shake() {
        guard let shaker = parts.hardware.shaker else { return }
        do throws(GPIOError) {
            try shaker.set(machine.isShaking)
            shakerFault = nil
        } catch {
            if error != shakerFault { logger.error("bed shaker: \(error)") }
            shakerFault = error
            armPartSearch()
        }
    }

    private func lightFailed(_ error: GPIOError) {
        logger.error("light: \(error)")
        partSearches = 0
        armPartSearch()
    }
}
