import ArgumentParser
import Bedside
import Board
import Glibc

struct ProvisionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract: "Apply a profile file, whole or not at all; print what changed and what is next.",
        discussion: "For instance: ssh anicca@bedside anicca provision < profile.yaml")

    @Argument(help: ArgumentHelp("The profile (default: standard input).", valueName: "file"), completion: .file())
    var file: String?
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func run() throws {
        // Standard input has no name; errors show the file's usual one.
        let fileName = file.map { $0 == "-" ? "profile.yaml" : $0 } ?? "profile.yaml"
        let link = try state.open()
        let document = try ProfileDocument.read(file: file, fileName: fileName, link: link)
        let root = document.authority()
        let faults = ProfileFiles.faults(document.patch, link: link) + root.faults
        if !faults.isEmpty { throw document.failure(faults) }
        // Before the change: if the disk does not take it, nothing was changed.
        let before = try root.authority.map { try AuthorityFile(link: link).keep($0, for: document.patch.gateway) }
        let reply: Reply
        do {
            reply = try link.answer(.apply(document.patch))
        } catch {
            before?.restore()
            throw error
        }
        if case .refused(let refusal) = reply {
            // What could not be saved is in force all the same, and needs its root.
            let isInForce = if case .notSaved = refusal { true } else { false }
            if !isInForce { before?.restore() }
            throw document.failure(refusal)
        }
        ProfileFiles.warn(document.patch, link: link, language: document.language)
        try link.tellChange(reply, profile: try? link.profile(), asJSON: format.json)
    }
}

/// A profile document as a person wrote it, with the places that errors name.
struct ProfileDocument {
    var fileName: String
    var field: Field
    var patch: ProfilePatch
    /// The language in which its errors are reported.
    var language: Language

    static func read(file: String?, fileName: String, link: ApplianceLink) throws -> ProfileDocument {
        let bytes: [UInt8]
        do throws(FileError) {
            if let file, file != "-" {
                bytes = try Files.read(file, limit: YAMLDocument.defaultLimitBytes)
            } else {
                if isatty(STDIN_FILENO) == 1 {
                    Console.error("anicca: " + CommandText.readingProfile.text(in: link.language))
                }
                bytes = try Files.read(
                    descriptor: STDIN_FILENO, name: fileName, limit: YAMLDocument.defaultLimitBytes)
            }
        } catch {
            throw Console.failure(
                error.code == 0 ? ExitStatus.badData : ExitStatus.noInput, error, in: link.language)
        }
        let field: Field
        do throws(YAMLError) {
            field = try YAMLDocument.read(bytes: bytes, fileName: fileName)
        } catch {
            Console.error(error.text(in: link.language))
            throw ExitCode(ExitStatus.badData)
        }
        let language = language(of: field) ?? link.language
        var document = ProfileDocument(fileName: fileName, field: field, patch: ProfilePatch(), language: language)
        switch ProfilePatch.parse(field) {
        case .success(let patch): document.patch = patch
        case .failure(let errors): throw document.failure(errors.fields)
        }
        return document
    }

    /// The gateway's own root, if the document has one.
    func authority() -> (authority: GatewayAuthority?, faults: [FieldError]) {
        guard let value = field.value(ofPath: GatewayAuthority.field) else { return (nil, []) }
        if case .scalar(let text, _) = value, let authority = GatewayAuthority(text) { return (authority, []) }
        return (nil, [FieldError(path: GatewayAuthority.field, fault: .expected(.told(AccountText.authority)))])
    }

    /// Adds this document's lines to the fields that the rules for the whole profile refused.
    func failure(_ refusal: Refusal) -> ExitCode {
        guard !refusal.fields.isEmpty else {
            return Console.failure(refusal.code, refusal, in: language)
        }
        return failure(refusal.fields)
    }

    func failure(_ errors: [FieldError]) -> ExitCode {
        for error in errors {
            var placed = error
            if error.line == 0 { placed.position = field.position(ofPath: error.path) }
            Console.error(placed.wording(inFile: fileName).text(in: language))
        }
        return ExitCode(ExitStatus.badData)
    }
}

extension Field {
    /// The value at the end of a dotted path; nil if the document has none there.
    fileprivate func value(ofPath path: String) -> Field? {
        path.split(separator: ".").reduce(self) { field, name in
            guard case .mapping(let entries, _)? = field else { return nil }
            return entries.first { $0.key == name }?.value
        }
    }

    /// The place of the deepest field on the way to a dotted path; unknown if the document has none of it.
    func position(ofPath path: String) -> Position {
        var current = self
        var position = Position.unknown
        for part in path.split(separator: ".") {
            guard case .mapping(let entries, _) = current, let entry = entries.first(where: { $0.key == part }) else {
                break
            }
            position = entry.value.position
            current = entry.value
        }
        return position
    }
}

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show and change the owner's choices.",
        subcommands: [Show.self, Set.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the profile as YAML, as `anicca provision` takes it.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let status = try state.open().status()
            let memory = status.memory ?? .off
            if format.json {
                return Console.print(Views.json(status.profile, memory: memory, gateway: status.account?.gateway).line)
            }
            Console.ask(status.profile.yaml(memory: memory, gateway: status.account?.gateway))
        }
    }

    struct Set: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set fields, all or none: owner.name=Aki volume.ceiling=70",
            discussion: """
                Fields are named as in the profile file: owner.name, owner.language, owner.country, owner.age, \
                sleep_location, training_focus, companion, talk_minutes, volume.ceiling, volume.floor, memory, gateway.address, \
                habits.wake.at …
                """)
        @Argument(help: ArgumentHelp("FIELD=VALUE, several; or one FIELD VALUE.", valueName: "field=value"))
        var assignments: [String]
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func request() throws -> WritingRequest { WritingRequest(.apply(try ProfileAssignment.request(patch()))) }

        func run() throws {
            try ProfileAssignment.apply(patch(), link: state.open(), asJSON: format.json)
        }

        private func patch() throws -> Result<ProfilePatch, FieldErrors> { ProfileAssignment.patch(try parsed()) }

        private func parsed() throws -> [ProfileAssignment] {
            if assignments.count == 2, !assignments[0].contains("=") {
                return [ProfileAssignment(path: assignments[0], value: assignments[1])]
            }
            return try assignments.map { text in
                guard let sign = text.firstIndex(of: "=") else {
                    throw ValidationError("\(text): expected FIELD=VALUE")
                }
                return ProfileAssignment(
                    path: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
            }
        }
    }
}

/// One field that is set on the command line, named by its path in the profile file.
struct ProfileAssignment {
    var path: String
    var value: String

    /// The value as a profile file has it: words for sets of days become single days.
    var plainValue: String {
        guard path.hasSuffix(".days"), let days = DayWords.parse(value) else { return value }
        return days.days.map(\.shortName).joined(separator: ",")
    }

    /// Combines all assignments in one patch, or none if any is faulty.
    static func patch(_ assignments: [ProfileAssignment]) -> Result<ProfilePatch, FieldErrors> {
        var patch = ProfilePatch()
        for assignment in assignments {
            switch ProfilePatch.assigning(path: assignment.path, value: assignment.plainValue) {
            case .success(let one): patch.merge(one)
            case .failure(let errors): return .failure(errors)
            }
        }
        return .success(patch)
    }

    /// The patch for a script; throws where a value is unusable.
    static func request(_ patch: Result<ProfilePatch, FieldErrors>) throws -> ProfilePatch {
        switch patch {
        case .failure(let errors): throw UnusableValues(fields: errors.fields)
        case .success(let patch): patch
        }
    }

    static func apply(_ patch: Result<ProfilePatch, FieldErrors>, link: ApplianceLink, asJSON: Bool) throws {
        switch patch {
        case .failure(let errors): throw failure(errors.fields, in: link.language)
        case .success(let patch):
            let faults = ProfileFiles.faults(patch, link: link)
            if !faults.isEmpty { throw failure(faults, in: link.language) }
            let reply = try link.answer(.apply(patch))
            if case .refused(let refusal) = reply {
                guard refusal.fields.isEmpty else { throw failure(refusal.fields, in: link.language) }
                throw Console.failure(refusal, in: link.language)
            }
            let profile = try? link.profile()
            ProfileFiles.warn(patch, link: link, language: profile?.language ?? .english)
            try link.tellChange(reply, profile: profile, asJSON: asJSON)
        }
    }

    private static func failure(_ errors: [FieldError], in language: Language) -> ExitCode {
        for error in errors {
            let words = error.path.hasSuffix(".days") ? CommandText.dayWordsToo.text(in: language) : ""
            Console.error("anicca: \(error.text(in: language))\(words)")
        }
        return ExitCode(ExitStatus.usage)
    }
}
