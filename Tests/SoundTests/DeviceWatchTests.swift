import Foundation
import Glibc
import Testing

@testable import Sound

/// Cards that come and go, by the real inotify(7).
@Suite(.requirement("SOUND-1")) struct DeviceWatchTests {
    /// A folder as the kernel and udev fill it: first the file, later the permission to open it.
    @Test func aCardThatMayBeOpenedOnlyLaterArrivesAgain() throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: parent) }
        let folder = parent.appendingPathComponent("snd").path
        let watch = DeviceWatch(folder: folder)
        func changes() -> [Bool] { [watch.takeChange(), watch.takeArrival()] }
        #expect(changes() == [false, false])
        // The folder comes with the first card.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(changes() == [true, true])
        let card = folder + "/pcmC0D0p"
        #expect(FileManager.default.createFile(atPath: card, contents: nil, attributes: [.posixPermissions: 0o600]))
        #expect(changes() == [true, true])
        #expect(changes() == [false, false])
        #expect(chmod(card, 0o660) == 0)
        #expect(changes() == [true, true])
        // Whoever opens it changes nothing.
        close(open(card, O_RDWR))
        #expect(changes() == [false, false])
        #expect(unlink(card) == 0)
        #expect(changes() == [true, false])
    }
}
