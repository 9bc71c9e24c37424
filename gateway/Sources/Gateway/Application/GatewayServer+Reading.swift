import Logging

extension GatewayServer {
    /// What SIGHUP asks for: the secrets and the certificate are read again (gateway-design §4). Whatever is wrong is one
    /// warning, and everything that it is about stays as it was.
    func readAgain(_ tls: ServerTLS?) async {
        if let tls {
            do throws(TLSFailure) {
                if try tls.refresh(at: tuning.civilClock()) { logger.notice("a new certificate is in use") }
            } catch { logger.warning("the certificate stays as it was", metadata: ["inside": "\(error)"]) }
        }
        guard let reread else { return }
        switch await reread() {
        case .failure(let faults):
            let all = faults.all.map(\.description).sorted().joined(separator: "; ")
            logger.warning("the settings stay as they were", metadata: ["inside": "\(all)"])
        case .success(let new):
            // A new key must not be sent to an old address.
            guard !new.differ(from: settings) else {
                logger.warning("a restart is needed: other settings have changed, so no secret was replaced")
                return
            }
            let outcome = secrets.replace(by: new.secrets)
            let replaced = outcome.replaced.isEmpty ? "none" : outcome.replaced.joined(separator: " ")
            logger.notice("secrets were read again", metadata: ["replaced": "\(replaced)"])
            guard !outcome.postponed.isEmpty else { return }
            logger.warning(
                "a restart is needed for what has changed",
                metadata: ["inside": "\(outcome.postponed.joined(separator: ", "))"])
        }
    }
}
