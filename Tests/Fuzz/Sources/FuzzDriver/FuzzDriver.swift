import CFuzzer
import Glibc

/// One fuzzer: what it is called, and what it does with an input. False: something did not hold that must hold for
/// every input, which is a finding.
public struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable (UnsafeRawBufferPointer) -> Bool

    public init(_ name: String, holds run: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool) {
        self.name = name
        self.run = run
    }

    /// One that only has to read its input without a trap.
    public init(_ name: String, reads run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
        self.init(name) { input -> Bool in
            run(input)
            return true
        }
    }
}

/// The fuzzer that runs: libFuzzer calls a function of C, which keeps nothing. Set once, before libFuzzer begins.
nonisolated(unsafe) private var running: FuzzTarget?

/// Does what the command line asks for, and ends the program:
///
///     Fuzzer TARGET [libFuzzer's own options and corpora]
///     Fuzzer --write-seeds FOLDER
///
/// - Parameter seeds: Inputs that the program itself makes.
public func drive(_ targets: [FuzzTarget], seeds: () -> [(target: String, content: [UInt8])] = { [] }) -> Never {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "--write-seeds" {
        for (number, seed) in seeds().enumerated() {
            let file = fopen("\(arguments[2])/\(seed.target)/own-\(number)", "w")
            fwrite(seed.content, 1, seed.content.count, file)
            fclose(file)
        }
        exit(0)
    }
    guard arguments.count > 1, let target = targets.first(where: { $0.name == arguments[1] }) else {
        print(targets.map(\.name).joined(separator: "\n"))
        exit(64)
    }
    running = target
    // libFuzzer keeps the pointers until the end of the process.
    var words: [UnsafeMutablePointer<CChar>?] = ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) } + [nil]
    var count = CInt(words.count - 1)
    exit(
        words.withUnsafeMutableBufferPointer { buffer in
            var vector = buffer.baseAddress
            return LLVMFuzzerRunDriver(&count, &vector) { start, count in
                precondition(running?.run(UnsafeRawBufferPointer(start: start, count: count)) ?? false)
                return 0
            }
        })
}
