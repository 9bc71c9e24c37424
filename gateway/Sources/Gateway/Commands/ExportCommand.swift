import ArgumentParser
import GatewayRules
import SQLEngines

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Prints everything that is kept of a person, as one JSON; without an id, who there is.",
        discussion: "The same as /me/export on the page, for a person who cannot sign in. It is noted in their audit.")

    @OptionGroup var options: SettingsOptions

    @Argument(help: "The person's id, as the list has it.")
    var user: String?

    func run() async throws {
        let settings = try await options.settings()
        let engine = try await options.engineWithSchema(settings)
        let store = Store(engine: engine)
        guard let user else {
            let people = try await orFailure { () async throws(EngineError) in try await store.people() }
            await engine.close()
            for person in people {
                print("\(person.id)  \(CivilTime.text(at: person.since))\(person.name.map { "  \($0)" } ?? "")")
            }
            return
        }
        let found = try await orFailure { () async throws(EngineError) in try await store.caller(named: user) }
        guard let caller = found else {
            await engine.close()
            throw CommandFailure(sentence: "there is no person of that id; without an id they are listed", exit: 1)
        }
        let json = try await orFailure { () async throws(EngineError) in
            try await store.export(of: caller, isByCommand: true)
        }
        await engine.close()
        print(json.encoded)
    }
}

extension Store {
    private static let everybody = Query(
        """
        SELECT u.id, u.created_at, p.body, i.subject FROM users u LEFT JOIN profiles p ON p.user_id = u.id
          LEFT JOIN identities i ON i.user_id = u.id AND i.provider = 'owner' ORDER BY u.created_at, u.id LIMIT 10000
        """)
    private static let accountOfPerson = Query("SELECT account_id FROM users WHERE id = $1")

    /// Everybody, the oldest first, ten thousand at most.
    func people() async throws(EngineError) -> [Housemate] {
        var people: [Housemate] = []
        for row in try await engine.read(Self.everybody()) { people.append(try Housemate(row)) }
        return people
    }

    /// A person as somebody who acts; nil: there is none of that id.
    func caller(named user: String) async throws(EngineError) -> Caller? {
        guard let account = try await engine.read(Self.accountOfPerson(.text(user))).first?.text(0) else { return nil }
        return Caller(user: user, account: account, device: nil, deviceID: nil, issuedAt: 0, expiresAt: 0)
    }
}
