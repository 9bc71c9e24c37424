import Foundation
import Testing

@testable import Gateway

@Suite("The command for an owner code is the one that works here", .requirement("GATEWAY-5"))
struct OwnerCommandTests {
    @Test("The package's service: as its user, with its file")
    func package() {
        let command = OwnerCommand(
            program: "/usr/bin/anicca-gateway", user: "anicca-gateway", file: "/etc/anicca-gateway/gateway.yaml")
        #expect(
            command.text
                == "runuser -u anicca-gateway -- anicca-gateway owner-code --config /etc/anicca-gateway/gateway.yaml")
    }

    @Test("A household's own: the program where it was built, and its database, for a shell")
    func household() {
        var command = OwnerCommand(
            program: "/home/a/anicca/gateway/.build/release/anicca-gateway", user: "a",
            database: .sqlite("/home/a/gateway/.state/gateway.sqlite"))
        #expect(
            command.text
                == "/home/a/anicca/gateway/.build/release/anicca-gateway owner-code --set "
                + "database=sqlite:/home/a/gateway/.state/gateway.sqlite")
        command.program = "/home/a b/it's/anicca-gateway"
        command.database = nil
        #expect(command.text == #"'/home/a b/it'\''s/anicca-gateway' owner-code"#)
    }

    @Test("A password is never in it")
    func password() {
        let command = OwnerCommand(
            program: "/usr/bin/anicca-gateway", user: "anicca-gateway", file: "/etc/anicca-gateway/gateway.yaml",
            database: .postgres("postgresql://u:geheim@db.example/d?sslmode=verify-full"))
        #expect(
            command.text
                == "runuser -u anicca-gateway -- env ANICCA_GATEWAY_DATABASE=… anicca-gateway owner-code --config "
                + "/etc/anicca-gateway/gateway.yaml")
    }

    @Test("The database is in it where the file does not say which it is")
    func sources() throws {
        let database = Settings.Database.sqlite("/srv/gateway.sqlite")
        var sources = SettingsSources()
        let plain = OwnerCommand(sources, database: database)
        #expect(plain.database == nil && plain.file == nil && plain.user == NSUserName())
        #expect(plain.program.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: plain.program))
        sources.file = "some/gateway.yaml"
        let here = FileManager.default.currentDirectoryPath
        #expect(OwnerCommand(sources, database: database).file == "\(here)/some/gateway.yaml")
        #expect(OwnerCommand(sources, database: database).database == nil)
        sources.environment = ["ANICCA_GATEWAY_DATABASE": "sqlite:/srv/gateway.sqlite"]
        #expect(OwnerCommand(sources, database: database).database == database)
        sources.environment = [:]
        sources.overrides = ["database": "sqlite:/srv/gateway.sqlite"]
        #expect(OwnerCommand(sources, database: database).database == database)
        let folder = NSTemporaryDirectory() + "anicca-gateway-credentials-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        sources.overrides = [:]
        sources.environment = ["CREDENTIALS_DIRECTORY": folder]
        #expect(OwnerCommand(sources, database: database).database == nil)
        try "sqlite:/srv/gateway.sqlite".write(toFile: folder + "/database", atomically: true, encoding: .utf8)
        #expect(OwnerCommand(sources, database: database).database == database)
    }

    @Test("Once somebody owns the gateway, strangers do not learn where its files are")
    func nobodyElsesPaths() async throws {
        let command = "/home/a/g owner-code"
        try await RunningGateway.with(.sqlite, tune: { _, settings in settings.ownerCommand = command }) { gateway in
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway)
            let page = try await TestBrowser(gateway).visit("/signin?lang=en")
            #expect(!page.body.contains("/home/a/"))
            #expect(page.body.contains(PageLanguage.en.texts.ownerIntroductionElsewhere))
        }
    }

    @Test("The package's own command is no secret; one of root's with another file is")
    func known() {
        var command = OwnerCommand(
            program: OwnerCommand.packageProgram, user: OwnerCommand.packageUser,
            file: "/etc/anicca-gateway/gateway.yaml")
        #expect(OwnerCommand.known.contains(command.text))
        command.database = .sqlite("/srv/minutes.sqlite")
        #expect(!OwnerCommand.known.contains(command.text))
        command = OwnerCommand(program: "/opt/anicca-gateway", user: OwnerCommand.packageUser)
        #expect(!OwnerCommand.known.contains(command.text))
    }

    @Test("The page shows it, and says where it needs root", arguments: PageLanguage.allCases)
    func page(language: PageLanguage) async throws {
        let commands = ["runuser -u anicca-gateway -- anicca-gateway owner-code", "/home/a/anicca-gateway owner-code"]
        for command in commands {
            try await RunningGateway.with(.sqlite, tune: { _, settings in settings.ownerCommand = command }) {
                gateway in
                let page = try await TestBrowser(gateway).visit("/signin?lang=\(language)")
                #expect(page.body.contains("<pre>\(command)</pre>"))
                let isForRoot = command.hasPrefix("runuser")
                #expect(page.body.contains(language.texts.ownerIntroductionForRoot) == isForRoot)
                #expect(page.body.contains(language.texts.ownerIntroduction) == !isForRoot)
            }
        }
    }
}
