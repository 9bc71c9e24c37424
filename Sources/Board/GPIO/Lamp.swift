import Bedside
import Glibc

/// One lamp. Main thread only.
protocol Lamp: AnyObject {
    /// 0 is dark; a lamp that cannot be dimmed is fully lit above 0.
    func set(percent: Int) throws(GPIOError)
}

/// A lamp on a GPIO line: on or off.
final class LineLamp: Lamp {
    private let line: GPIOLine

    init(_ description: LineDescription, chips: GPIOChips) throws(GPIOError) {
        line = try GPIOLine.output(description, chips: chips)
    }
    deinit { try? line.set(false) }

    func set(percent: Int) throws(GPIOError) { try line.set(percent > 0) }
}

/// A lamp of the kernel (`/sys/class/leds/NAME`), dimmed if its driver supports it.
final class KernelLamp: Lamp {
    private let path: String
    private let maximum: Int
    private let fileDescriptor: Int32

    /// `folder` is `/sys/class/leds` except in tests.
    init(name: String, folder: String = "/sys/class/leds") throws(GPIOError) {
        path = "\(folder)/\(name)"
        guard access(path, F_OK) == 0 else {
            throw .ledNotFound(name: name, found: TextFile.names(folder: folder, limit: 64))
        }
        let text = try? TextFile.bytes(path: "\(path)/max_brightness", limitBytes: 32)
        let digits = String(decoding: text ?? [], as: UTF8.self).prefix { $0 != "\n" }
        maximum = max(1, FieldReader.number(digits) ?? 1)
        // A trigger (heartbeat, mmc0, …) would go on driving the lamp. Lamps without triggers lack the file.
        try? AttributeFile.write("none", to: "\(path)/trigger")
        fileDescriptor = open("\(path)/brightness", O_WRONLY | O_CLOEXEC)
        guard fileDescriptor >= 0 else {
            throw .opening(attribute: "\(path)/brightness", errno)
        }
    }
    deinit {
        try? set(percent: 0)
        close(fileDescriptor)
    }

    func set(percent: Int) throws(GPIOError) {
        let text = String(Self.brightness(percent: percent, maximum: maximum))
        guard AttributeFile.writeAll(text, fileDescriptor) else { throw .using(path, errno) }
    }

    /// Never rounds a lit lamp to dark, or a dark one to lit.
    static func brightness(percent: Int, maximum: Int) -> Int {
        let percent = min(100, max(0, percent))
        return percent == 0 ? 0 : max(1, maximum * percent / 100)
    }
}
