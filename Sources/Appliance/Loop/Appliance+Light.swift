import Bedside
import Board
import Logging

/// Shows on the lamp what the rules decided (BOARD-3).
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

    private func lightFailed(_ error: GPIOError) {
        logger.error("light: \(error)")
        partSearches = 0
        armPartSearch()
    }
}
