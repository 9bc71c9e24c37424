import Bedside
import Board

/// Reads the line of the presence sensor (FADE-2). A sensor that fails costs nothing but its signs of life: the net then
/// rings.
extension Appliance {
    /// Listens to the line if it is there and is not listened to yet.
    func listenToPresence() {
        guard let presence = parts.hardware.presence, presenceDescriptor == nil,
            let descriptor = presence.fileDescriptor
        else { return }
        do {
            try reactor.add(descriptor, for: .readable) { [weak self] _ in self?.readPresence() }
        } catch {
            logger.error("presence sensor: \(error)")
            return
        }
        presenceDescriptor = descriptor
        // A line that is active already tells nothing about now.
        take(.presenceRead(isActive: presence.readLevel() ?? true), at: parts.clock.now())
    }

    private func readPresence() {
        guard let presence = parts.hardware.presence else { return }
        do throws(GPIOError) {
            for edge in try presence.readEvents() {
                let now = parts.clock.now()
                let at = Moment(boot: edge.at, civil: now.civil - (now.boot - edge.at))
                take(.presenceEdge(isActive: edge.isActive), at: at)
            }
        } catch {
            logger.error("presence sensor: \(error)")
            if let presenceDescriptor { reactor.remove(presenceDescriptor) }
            presenceDescriptor = nil
            presence.drop(error)
            // An edge that is not believed yet never will be.
            take(.presenceRead(isActive: true), at: parts.clock.now())
            armPartSearch()
        }
    }
}
