import Glibc

/// Notices cards that arrive and leave, by the files in their folder. A card may be opened only once udev has set its
/// file's permissions, which can take a while after the file is there: that counts as an arrival, too. Sleeps in the
/// kernel; closed with the object.
final class DeviceWatch {
    /// For poll; -1 if it is not available.
    let descriptor: Int32
    private let path: Path
    private var folder: Int32 = -1
    private var hasArrived = false

    init(folder path: String) {
        self.path = Path(path)
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        // The folder appears with the first card and disappears with the last.
        inotify_add_watch(descriptor, self.path.parent, UInt32(IN_CREATE | IN_ONLYDIR))
        watchFolder()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func watchFolder() {
        folder = inotify_add_watch(descriptor, path.whole, UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE | IN_ONLYDIR))
    }

    /// Takes the pending changes; returns whether there were any since the last call.
    func takeChange() -> Bool {
        guard descriptor >= 0 else { return false }
        var changed = false
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return changed }
            var at = 0
            // struct inotify_event: wd, mask, cookie, len, then the name, padded with zeros.
            while at + 16 <= count {
                let watch = buffer.load(fromByteOffset: at, as: Int32.self)
                let mask = buffer.load(fromByteOffset: at + 4, as: UInt32.self)
                let length = Int(buffer.load(fromByteOffset: at + 12, as: UInt32.self))
                guard at + 16 + length <= count else { break }
                let name = String(
                    decoding: buffer[(at + 16)..<(at + 16 + length)].prefix { $0 != 0 }, as: UTF8.self)
                if watch == folder {
                    changed = true
                    if mask & UInt32(IN_CREATE | IN_ATTRIB) != 0 { hasArrived = true }
                } else if name == path.name {
                    watchFolder()
                    changed = true
                    hasArrived = true
                }
                at += 16 + length
            }
        }
    }

    /// Whether a device arrived, among the changes taken since the last call of this.
    func takeArrival() -> Bool {
        defer { hasArrived = false }
        return hasArrived
    }

    private struct Path {
        let whole: String, parent: String, name: String

        init(_ path: String) {
            let parts = path.split(separator: "/")
            whole = path
            parent = "/" + parts.dropLast().joined(separator: "/")
            name = parts.last.map(String.init) ?? ""
        }
    }
}
