import ArgumentParser

struct AuthorityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca",
        abstract: "Prints the gateway's own root certificate as PEM, and its SHA-256 fingerprint.",
        discussion: """
            For phones, and for 'anicca provision'. It is made when the server first starts with 'tls: own'. The key is \
            never printed.
            """)

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try await options.settings()
        guard case .own = settings.tls else {
            throw CommandFailure(sentence: "the gateway has no root of its own: tls is not 'own'", exit: 78)
        }
        do throws(TLSFailure) {
            guard let root = try CertificateSource.storedRoot(in: settings.tlsFolder) else {
                throw TLSFailure("there is no root yet; start the server once")
            }
            print(try root.identity.certificatePEM())
            print("SHA-256: \(try root.identity.fingerprint())")
        } catch { throw CommandFailure(sentence: error.description, exit: 69) }
    }
}
