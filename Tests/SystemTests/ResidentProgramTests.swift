import Glibc
import Testing

@testable import System

@Suite struct MemoryMappingTests {
    @Test func readsTheKernelsList() throws {
        let text = """
            55d0c0a00000-55d0c0b00000 r-xp 0053c000 fe:00 1234                       /usr/local/bin/anicca
            7f00a0000000-7f00a0021000 rw-p 00000000 00:00 0 
            7ffd5a1c2000-7ffd5a1e3000 rw-p 00000000 00:00 0                          [stack]
            7f00b0000000-7f00b0001000 r--s 00000000 fe:00 77                         /home/a b/sound (1).wav
            no line of the kernel's
            00-00 r--p 0 0 0
            """
        let mappings = MemoryMapping.parse(text)
        #expect(mappings.count == 4)
        let code = try #require(mappings.first)
        #expect(code.addresses == 0x55d0_c0a0_0000..<0x55d0_c0b0_0000)
        #expect(code.isReadable && code.isExecutable && !code.isWritable)
        #expect(code.isCode(ofProgram: "/usr/local/bin/anicca"))
        #expect(mappings[1].path.isEmpty && mappings[1].isOwnMemory && !mappings[1].isExecutable)
        #expect(mappings[2].isOwnMemory)
        #expect(mappings[3].path == "/home/a b/sound (1).wav")
        #expect(!mappings[3].isOwnMemory && !mappings[3].isCode(ofProgram: "/usr/local/bin/anicca"))
    }

    @Test(arguments: [
        ("/usr/lib/x86_64-linux-gnu/libasound.so.2.0.0", true), ("/usr/lib/libm.so", true),
        ("/usr/local/bin/anicca (deleted)", true), ("/usr/local/bin/anicca", true),
        ("/usr/lib/locale/C.utf8/LC_CTYPE", false),
        ("/var/lib/anicca/anicca.db-shm", false), ("[vdso]", false), ("/dev/snd/pcmC0D0p", false),
    ])
    func knowsCodeByItsFile(path: String, isCode: Bool) throws {
        let line = "55d0c0a00000-55d0c0b00000 r--p 00000000 fe:00 1234 \(path)"
        let mapping = try #require(MemoryMapping(line: Substring(line)))
        #expect(mapping.isCode(ofProgram: "/usr/local/bin/anicca") == isCode)
    }

    /// A file that is on no disk can still be swapped out, if the program writes to it by a mapping.
    @Test(arguments: [
        ("rw-s", "/run/a", true), ("r--s", "/run/a", false), ("rw-p", "/run/a", false), ("rw-s", "/var/a", false),
        ("rw-s", "/dev/a", false), ("rw-s", "", false),
    ])
    func knowsFilesInMemory(permissions: String, path: String, isOne: Bool) throws {
        let line = "55d0c0a00000-55d0c0b00000 \(permissions) 00000000 00:19 1234 \(path)"
        let mapping = try #require(MemoryMapping(line: Substring(line)))
        #expect(mapping.isFileInMemory { !$0.hasPrefix("/var/") } == isOne)
    }

    /// Small gaps belong to the used part; a long stretch that was never touched does not.
    @Test func leavesOutOnlyLongStretchesThatWereNeverTouched() throws {
        let mapping = try #require(MemoryMapping(line: "10000-1a000 rw-p 00000000 00:00 0"))
        func parts(_ present: Set<Int>) -> [Range<UInt>] {
            mapping.usedParts(pageBytes: 0x1000, gapBytes: 0x3000) { present.contains($0) }
        }
        #expect(parts([]) == [])
        #expect(parts([4]) == [0x14000..<0x15000])
        #expect(parts([0, 3, 9]) == [0x10000..<0x14000, 0x19000..<0x1a000])
        #expect(parts(Set(0..<10)) == [0x10000..<0x1a000])
    }

    @Test func findsThisProgramAndItsLibraries() throws {
        var text = ""
        #expect(ResidentProgram.read("/proc/self/maps", into: &text))
        let program = try #require(ResidentProgram.programPath())
        let mappings = MemoryMapping.parse(text)
        #expect(mappings.contains { $0.isExecutable && $0.path == program && $0.isCode(ofProgram: program) })
        #expect(mappings.contains { $0.isExecutable && $0.path.contains("libc.so") && $0.isCode(ofProgram: program) })
        // Nothing outside the mappings may be locked.
        let parts = ResidentProgram.parts(of: mappings, program: program)
        #expect(!parts.isEmpty)
        for part in parts {
            #expect(
                mappings.contains {
                    $0.addresses.contains(part.addresses.lowerBound)
                        && part.addresses.upperBound <= $0.addresses.upperBound
                })
        }
    }
}

@Suite struct ResidentProgramTests {
    /// How many kilobytes of a file the kernel has locked, as it reports itself.
    private func lockedKilobytes(of path: String) -> Int {
        var text = ""
        guard ResidentProgram.read("/proc/self/smaps", into: &text) else { return -1 }
        var isFile = false
        var sum = 0
        for line in text.split(separator: "\n") {
            if MemoryMapping(line: line) != nil { isFile = line.hasSuffix(path) }
            if isFile, line.hasPrefix("Locked:") {
                sum += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            }
        }
        return sum
    }

    @Test func keepsAFileInMemoryAndItsSuccessorInItsPlace() throws {
        var name: [CChar] = Array("/tmp/anicca-pin-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            close(file)
            unlink(path)
        }
        let bytes = [UInt8](repeating: 1, count: 40_000)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        let program = ResidentProgram()
        guard program.pin(path) == nil else { return }
        #expect(lockedKilobytes(of: path) == 40)
        #expect(program.pin(path) == nil)
        #expect(lockedKilobytes(of: path) == 40)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        #expect(program.pin(path) == nil)
        #expect(lockedKilobytes(of: path) == 80)
    }

    /// In a separate process, because what is counted is the process's.
    @Test func codeThatWasReadIsGivenBackAndConstantsAreKept() async {
        await #expect(processExitsWith: .success) {
            _ = try residentKilobytes(executable: true)
            let code = try residentKilobytes(executable: true)
            let constants = try residentKilobytes(executable: false)
            #expect(ResidentProgram.giveBack(.code) > 1 << 20)
            let codeAfter = try residentKilobytes(executable: true)
            #expect(codeAfter < code * 3 / 4, "\(code) kB, then \(codeAfter)")
            #expect(try residentKilobytes(executable: false) >= constants)
            ResidentProgram.giveBack(.codeAndConstants)
            #expect(try residentKilobytes(executable: false) < constants)
        }
    }

    @Test func aMissingFileIsNotAFailure() {
        #expect(ResidentProgram().pin("/nowhere/sound.wav") == nil)
        #expect(ResidentProgram().pin("/tmp") == nil)
    }
}

/// How much of the unwritable parts of the program and its libraries is in memory, as the kernel reports it.
private func residentKilobytes(executable: Bool) throws -> Int {
    var text = ""
    let program = try #require(ResidentProgram.programPath())
    #expect(ResidentProgram.read("/proc/self/smaps", into: &text))
    var isCounted = false
    var sum = 0
    for line in text.split(separator: "\n") {
        if let mapping = MemoryMapping(line: line) {
            isCounted =
                mapping.isCode(ofProgram: program) && !mapping.isWritable && mapping.isExecutable == executable
        } else if isCounted, line.hasPrefix("Rss:") {
            sum += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
    }
    return sum
}
