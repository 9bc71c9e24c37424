import ArgumentParser
import Bedside
import CLinux
import Cloud
import Glibc

/// `anicca key`: the owner's key for the online companion, read from standard input only and never shown (GUARD-1).
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Give or take away the online companion's key.",
        discussion: """
            The key is kept beside the appliance's state, readable for its user alone; it takes effect at once. \
            Looked for in this order: $OPENAI_API_KEY, the file that $ANICCA_OPENAI_KEY_FILE names, systemd's \
            credential `openai.key`, the state folder, /etc/anicca/openai.key.
            """,
        subcommands: [Show.self, Set.self, Remove.self], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show where the key is kept, never the key itself.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let source: Credential.Source?
            do throws(CredentialError) {
                source = try KeyCommand.source(stateFolder: link.stateFolder)
            } catch {
                throw Console.failure(ExitStatus.badData, error, in: link.language)
            }
            if format.json {
                let place: JSONValue =
                    switch source {
                    case .environment(let name): .text("$" + name)
                    case .file(let path): .text(path)
                    case .ephemeral, nil: .null
                    }
                return Console.print(JSONValue.object(["key": place]).line)
            }
            let text: CompanionText =
                switch source {
                case .environment(let name): .keyInEnvironment(variable: name)
                case .file(let path): .keyInFile(path: path)
                case .ephemeral, nil: .keyAbsent
                }
            Console.print(text.text(in: link.language))
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read the key from standard input and keep it.",
            discussion: "For instance: anicca key set < key.txt, or without < and typed unseen.")
        @Argument(help: .hidden)
        var given: [String] = []
        @OptionGroup
        var state: StateOptions

        func validate() throws {
            // The text is not repeated, because it may be the key.
            if !given.isEmpty {
                throw ValidationError(
                    "the key is read from standard input, never from the command line: key set < FILE")
            }
        }

        func run() throws {
            let link = try state.open()
            let language = link.language
            do throws(FileError) {
                try Files.makeFolder(link.stateFolder)
            } catch {
                throw Console.failure(ExitStatus.cannotWrite, error, in: language)
            }
            let isTyped = isatty(STDIN_FILENO) == 1
            if isTyped { Console.ask(CompanionText.keyQuestion.text(in: language) + " ") }
            let line = isTyped ? Terminal.readUnseen() : Console.readLine()
            if isTyped { Console.print("") }
            let path = OwnerKey.path(stateFolder: link.stateFolder)
            do throws(CredentialError) {
                try StateLocation.asOwner(of: link.stateFolder) { () throws(CredentialError) in
                    try Credentials.store(line.map(Self.unquoted) ?? "", file: path)
                }
            } catch {
                let code = if case .cannotWrite = error { ExitStatus.cannotWrite } else { ExitStatus.badData }
                throw Console.failure(code, error, in: language)
            }
            KeyCommand.tell(link)
            Console.print(CompanionText.keySaved(path: path).text(in: language))
            if let winner = KeyCommand.other(than: path, link: link) {
                Console.print(CompanionText.keyOverruled(by: winner).text(in: language))
            }
        }

        private static func unquoted(_ line: String) -> String {
            var text = line.trimmed()
            // The key was pasted with its quotes.
            for quote in ["\"", "'"] where text.count > 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
                text = String(text.dropFirst().dropLast())
            }
            return text
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove the key from the state folder.")
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let language = link.language
            let path = OwnerKey.path(stateFolder: link.stateFolder)
            let code = StateLocation.asOwner(of: link.stateFolder) { unlink(path) == 0 ? 0 : errno }
            guard code == 0 else {
                if code == ENOENT { return Console.print(CompanionText.keyAbsent.text(in: language)) }
                throw Console.failure(
                    ExitStatus.cannotWrite, CredentialError.cannotWrite(path: path, code: code), in: language)
            }
            KeyCommand.tell(link)
            Console.print(CompanionText.keyRemoved(path: path).text(in: language))
            if let winner = KeyCommand.other(than: path, link: link) {
                Console.print(CompanionText.keyOverruled(by: winner).text(in: language))
            }
        }
    }

    /// Asks the running appliance to read the key again; if none runs, the next start reads it.
    fileprivate static func tell(_ link: ApplianceLink) {
        _ = try? link.client.send(.keyChanged)
    }

    /// The key as the service would find it; nil if there is none.
    fileprivate static func source(stateFolder: String) throws(CredentialError) -> Credential.Source? {
        try StateLocation.asOwner(of: stateFolder) { () throws(CredentialError) in
            try OwnerKey.load(stateFolder: stateFolder)?.source
        }
    }

    /// The place of another key that is used instead of this one, here or in the running appliance; nil if none is.
    fileprivate static func other(than path: String, link: ApplianceLink) -> String? {
        let running = try? link.client.diagnostics()
        if let place = running?.companion.key, place != "none", place != path { return place }
        switch try? source(stateFolder: link.stateFolder) {
        case .environment(let name): return "$" + name
        case .file(let found): return found == path ? nil : found
        case .ephemeral, nil: return nil
        }
    }
}

enum Terminal {
    /// Reads one line from the terminal without showing what is typed. Restores the terminal afterwards, and while
    /// Ctrl-Z has stopped the command. Shells switch echo on before they continue it, so it is switched off again.
    static func readUnseen() -> String? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return Console.readLine() }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        var signals = sigset_t()
        var mask = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        let news = signalfd(-1, &signals, clinux_signalfd_flags)
        defer { if news >= 0 { close(news) } }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        var ready = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: news, events: Int16(POLLIN), revents: 0),
        ]
        while retryingOnInterrupt({ Int(poll(&ready, 2, -1)) }) > 0 {
            var told = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            while news >= 0, read(news, &told, size) == size {
                switch Int32(truncatingIfNeeded: told.ssi_signo) {
                case SIGTSTP:
                    tcsetattr(STDIN_FILENO, TCSANOW, &before)
                    raise(SIGSTOP)
                case SIGCONT: break
                case let deadly:
                    tcsetattr(STDIN_FILENO, TCSANOW, &before)
                    Console.print("")
                    // Passed on as if it had not been caught, so that the shell sees what ended the command.
                    signal(deadly, SIG_DFL)
                    pthread_sigmask(SIG_SETMASK, &mask, nil)
                    raise(deadly)
                }
                tcsetattr(STDIN_FILENO, TCSANOW, &silent)
            }
            if ready.first.map({ $0.revents != 0 }) ?? true { break }
        }
        return Console.readLine()
    }
}
