import Bedside
import Glibc

/// A file of the kernel (sysfs) to which a word can be written. Any thread.
enum AttributeFile {
    static func write(_ text: String, to path: String) throws(GPIOError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .opening(attribute: path, errno) }
        defer { close(descriptor) }
        guard writeAll(text, descriptor) else { throw .system(operation: "writing \(path)", SystemError(errno)) }
    }

    /// Writes at offset 0, as such files require. False: see `errno`.
    static func writeAll(_ text: String, _ fileDescriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return pwrite(fileDescriptor, bytes, bytes.count, 0) == bytes.count
    }
}
