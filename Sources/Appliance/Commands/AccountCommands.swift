import ArgumentParser
import Bedside
import Cloud
import Glibc

/// `anicca sign-in`: asks the gateway for a code, shows it, and waits until the owner has typed it on the gateway's page
/// (ACCOUNT-1).
struct SignInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in at a gateway, and talk through it from then on.",
        discussion: """
            Anicca says a code and shows it here. Type it on the gateway's page. Alarms ring with or without a gateway. \
            https is needed, except to this machine.
            """)

    @Argument(help: "The gateway's address (default: that of last time).")
    var address: String?
    @Option(
        help: ArgumentHelp(
            "The root of a gateway that has one of its own, as `anicca-gateway ca` prints it; - for standard input.",
            valueName: "file"),
        completion: .file())
    var ca: String?
    @Flag(help: "Return as soon as the code is shown.")
    var noWait = false
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let link = try state.open()
        let language = link.language
        if let ca {
            try AuthorityFile(link: link).give(Self.authority(ca, language), for: address ?? link.account().gateway)
        }
        do {
            _ = try link.ask(.account(.signIn(gateway: address)), whenOff: .fail)
        } catch {
            if ca != nil { AuthorityFile(link: link).dropGiven() }
            throw error
        }
        switch try SignInWait(link: link).outcome(in: language, endsWithCode: noWait) {
        case .shown: return
        case .signedIn(let account): Console.print(AccountText.signedIn(account).text(in: language))
        case .failed(let failure):
            throw Console.failure(failure.code, AccountText.failed(failure).text(in: language))
        }
    }
}

extension SignInCommand {
    private static func authority(_ file: String, _ language: Language) throws -> GatewayAuthority {
        let bytes: [UInt8]
        do throws(FileError) {
            let limit = GatewayAuthority.maximumBytes
            bytes =
                try file == "-"
                ? Files.read(descriptor: STDIN_FILENO, name: "-", limit: limit) : Files.read(file, limit: limit)
        } catch {
            throw Console.failure(error.code == 0 ? ExitStatus.badData : ExitStatus.noInput, error, in: language)
        }
        guard let text = String(validating: bytes, as: UTF8.self), let authority = GatewayAuthority(text) else {
            throw Console.failure(ExitStatus.badData, AccountText.noAuthority(file).text(in: language))
        }
        return authority
    }
}

/// Keeps a gateway's own root beside the state.
struct AuthorityFile {
    let link: ApplianceLink

    /// What was there before.
    struct Before {
        fileprivate let files: GatewayFiles
        fileprivate let text: [UInt8]?

        func restore() { StateLocation.asOwner(of: files.stateFolder) { files.restoreAuthority(text) } }
    }

    /// - Parameter address: the gateway's; anything that is not an address is refused.
    func keep(_ authority: GatewayAuthority, for address: String?) throws -> Before {
        try write(for: address) { (files, base) throws(CredentialError) -> Before in
            let before = Before(files: files, text: files.authorityText())
            try files.keep(authority, for: base)
            return before
        }
    }

    /// Keeps it aside for the sign-in that is asked for next: the account that is there keeps its own meanwhile.
    func give(_ authority: GatewayAuthority, for address: String?) throws {
        try write(for: address) { (files, base) throws(CredentialError) in try files.give(authority, for: base) }
    }

    /// Nothing was asked for.
    func dropGiven() {
        StateLocation.asOwner(of: link.stateFolder) {
            GatewayFiles(stateFolder: link.stateFolder).dropGivenAuthority()
        }
    }

    private func write<Result>(
        for address: String?, _ body: (_ files: GatewayFiles, _ base: String) throws(CredentialError) -> Result
    ) throws -> Result {
        guard let address, let wire = try? GatewayWire(address: address) else {
            throw Console.failure(Refusal.gatewayAddress, in: link.language)
        }
        do throws(FileError) {
            try Files.makeFolder(link.stateFolder)
        } catch {
            throw Console.failure(ExitStatus.cannotWrite, error, in: link.language)
        }
        let files = GatewayFiles(stateFolder: link.stateFolder)
        do throws(CredentialError) {
            return try StateLocation.asOwner(of: link.stateFolder) { () throws(CredentialError) -> Result in
                try body(files, wire.base)
            }
        } catch {
            throw Console.failure(ExitStatus.cannotWrite, error, in: link.language)
        }
    }
}

/// Shows the code of a sign-in that has begun, and waits until the owner has typed it on the gateway's page.
struct SignInWait {
    enum Outcome {
        case shown
        case signedIn(AccountStatus)
        case failed(SignInFailure)
    }

    let link: ApplianceLink

    /// - Parameter endsWithCode: Whether to return as soon as the code is shown.
    func outcome(in language: Language, endsWithCode: Bool = false) throws -> Outcome {
        var isShown = false
        while true {
            let account = try link.account()
            switch account.state {
            case .asking: break
            case .showing:
                if let code = account.code, !isShown {
                    isShown = true
                    Console.print(AccountText.code(code).text(in: language))
                    if endsWithCode { return .shown }
                }
            case .signedIn where account.failure == nil: return .signedIn(account)
            case .signedIn, .signedOut: return .failed(account.failure ?? .denied)
            }
            usleep(500_000)
        }
    }
}

/// `anicca sign-out`.
struct SignOutCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign out at the gateway; the token is destroyed.")
    @OptionGroup
    var state: StateOptions

    func request() -> WritingRequest { WritingRequest(.account(.signOut)) }

    func run() throws {
        let link = try state.open()
        let language = link.language
        _ = try link.ask(request().command)
        if !link.isRunning {
            // The appliance does it itself where it runs.
            let files = GatewayFiles(stateFolder: link.stateFolder)
            guard StateLocation.asOwner(of: link.stateFolder, { files.destroyToken() }) else {
                throw Console.failure(
                    ExitStatus.cannotWrite, CredentialError.cannotWrite(path: files.tokenPath, code: errno),
                    in: language)
            }
        }
        Console.print(CommandText.done.text(in: language))
    }
}

/// `anicca account`: how the account stands.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Show the account at the gateway, and what is left this month.")
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let link = try state.open()
        let language = link.language
        let account = try link.refreshedAccount()
        if format.json { return Console.print(Views.json(account).line) }
        AccountText.lines(account).map { $0.text(in: language) }.forEach(Console.print)
    }
}

extension ApplianceLink {
    /// How the account stands, after the gateway was asked what is left, if its answer comes soon.
    func refreshedAccount() throws -> AccountStatus {
        var account = try account()
        guard account.state == .signedIn, isRunning else { return account }
        _ = try ask(.account(.refresh))
        for _ in 0..<6 where account.minutesLeft == nil {
            usleep(250_000)
            account = try self.account()
        }
        return account
    }

    fileprivate func account() throws -> AccountStatus {
        guard let account = try status().account else { throw unexpectedAnswer() }
        return account
    }
}

extension SignInFailure {
    fileprivate var code: ExitStatus {
        switch self {
        case .network, .tooOften, .expired: .temporary
        case .untrusted, .refused, .anotherAccount: .unavailable
        case .denied: .notAllowed
        case .notStored: .cannotWrite
        }
    }
}

/// What the commands of the account print.
enum AccountText {
    static func code(_ code: SignInCode) -> Wording {
        let digits = SignInCode.grouped(code.digits.words)
        return Wording(
            "Your code: \(digits)\nType it on \(code.page) within \(code.livesSeconds / 60) minutes.",
            "コード：\(digits)\n\(code.livesSeconds / 60)分以内に、\(code.page) で入力してください。")
    }

    static let authority = Wording(
        "one or more certificates in PEM, as `anicca-gateway ca` prints them",
        "PEM 形式の証明書（anicca-gateway ca の出力）")

    static func noAuthority(_ file: String) -> Wording {
        Wording("\(file): expected \(authority.english)", "\(file)：\(authority.japanese)が必要です")
    }

    static func signedIn(_ account: AccountStatus) -> Wording {
        let gateway = account.gateway ?? ""
        return Wording("Signed in at \(gateway).", "\(gateway) にサインインしました。")
    }

    static func failed(_ failure: SignInFailure) -> Wording {
        Wording(
            "not signed in: \(failure.wording.english)", "サインインできませんでした：\(failure.wording.japanese)")
    }

    static func lines(_ account: AccountStatus) -> [Wording] {
        var lines: [Wording]
        switch account.state {
        case .signedOut: lines = [Wording("not signed in: anicca sign-in ADDRESS", "サインインしていません：anicca sign-in アドレス")]
        case .asking: lines = [Wording("asking the gateway for a code", "ゲートウェイにコードを求めています")]
        case .showing: lines = account.code.map { [code($0)] } ?? []
        case .signedIn: lines = [signedIn(account)]
        }
        if let failure = account.failure { lines.append(failed(failure)) }
        if account.state == .signedIn {
            if account.isHeld {
                lines.append(Wording("no minute is left this month", "今月の会話の時間は残っていません"))
            } else if let minutes = account.minutesLeft {
                lines.append(
                    Wording("\(minutes) \(minutes == 1 ? "minute" : "minutes") left this month", "今月の残り：\(minutes)分"))
            }
        }
        if account.owedStops > 0 {
            lines.append(
                Wording(
                    "the gateway has not confirmed the end of \(account.owedStops) \(account.owedStops == 1 ? "talk" : "talks") yet",
                    "終わった会話のうち\(account.owedStops)件は、まだゲートウェイに伝わっていません"))
        }
        if account.isProfileOwed {
            lines.append(
                Wording("the gateway does not have your newest settings yet", "最新の設定は、まだゲートウェイに伝わっていません"))
        }
        return lines
    }
}

extension Views {
    static func json(_ account: AccountStatus) -> JSONValue {
        .object([
            "state": .text(account.state.rawValue), "gateway": .optional(account.gateway),
            "user": .optional(account.user),
            "code": .optional(account.code.map { $0.digits.words }), "page": .optional(account.code?.page),
            "failure": .optional(account.failure?.rawValue), "held": .flag(account.isHeld),
            "minutes_left": .optional(account.minutesLeft), "owed_stops": .integer(account.owedStops),
            "profile_owed": .flag(account.isProfileOwed),
        ])
    }
}
