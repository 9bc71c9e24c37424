import Bedside
import Foundation

package enum StoreEntryPoints {
    /// A schedule copy, and a body with the header that belongs to it: a checksum alone keeps a fuzzer from the rest.
    /// Gives what was believed of it.
    package static func scheduleCopy(_ bytes: UnsafeRawBufferPointer) -> [Schedule] {
        let body = Array(bytes)
        return [body, headed(body)].compactMap { ScheduleCopy.parse($0)?.schedule }
    }

    private static func headed(_ body: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Array("1\n".utf8) + body { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let checksum = String(hash, radix: 16)
        return Array(#"{"version":1,"commits":1,"checksum":"\#(checksum)"}"#.utf8) + [0x0A] + body + [0x0A]
    }

    /// One file for all journals, without a name.
    private static let file: Int32 = tmpfile().map { fileno($0) } ?? -1

    /// A whole journal. Its reader wants a file.
    package static func journal<Entry: Decodable>(
        _ bytes: UnsafeRawBufferPointer, as type: Entry.Type, _ body: (Entry) -> Void
    ) {
        precondition(file >= 0 && ftruncate(file, 0) == 0)
        precondition(bytes.isEmpty || pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count)
        _ = try? EventJournal.read(file: "/proc/self/fd/\(file)", as: type, body)
    }
}
