import Bedside
import Board
import Glibc

/// Checks what is outside the appliance: the clock chip, the service, and access to the devices (GUARD-5).
/// It reads files of the kernel and of systemd only, and changes nothing.
struct MachineChecks {
    /// The prefix of every path; in tests, a folder with files.
    var root = ""
    /// Whether the board uses GPIO lines.
    var usesGPIO: Bool

    static let unit = "anicca.service"
    /// The groups that the service runs with.
    static let groups = ["audio", "gpio"]

    // MARK: The clock chip

    func clockChip() -> Finding {
        let chip = root + "/sys/class/rtc/rtc0"
        guard let name = text(chip + "/name") else { return .clockChipAbsent }
        guard let seconds = text(chip + "/since_epoch").flatMap(Int64.init) else { return .clockChipFaulty(name) }
        let time = CivilTime(seconds: seconds)
        return time < BuildInfo.clockFloor
            ? .clockChipWrong(name, shows: ZoneRules.utc.iso8601(time)) : .clockChip(name)
    }

    // MARK: The service

    func service() -> [Finding] {
        // Without systemd there is nothing that could start it.
        guard Files.isFolder(root + "/run/systemd/system") else { return [] }
        let folders = ["/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"]
        guard folders.contains(where: { Files.exists("\(root)\($0)/\(Self.unit)") }) else { return [.serviceAbsent] }
        let wants = "\(root)/etc/systemd/system/multi-user.target.wants/\(Self.unit)"
        guard Files.exists(wants) else { return [.serviceDisabled] }
        guard let process = serviceProcess() else { return [.serviceDown] }
        return [.serviceUp, priority(of: process)].compactMap { $0 }
    }

    /// The first process of the service's control group; nil if there is none.
    private func serviceProcess() -> Int? {
        ["/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice"].lazy
            .compactMap { text("\(root)\($0)/\(Self.unit)/cgroup.procs") }
            .compactMap { $0.split(separator: "\n").first.flatMap { Int($0) } }.first
    }

    /// The priority that the service's audio thread may have; nil if it cannot be read.
    private func priority(of process: Int) -> Finding? {
        guard let limits = text("\(root)/proc/\(process)/limits"),
            let line = limits.split(separator: "\n").first(where: { $0.hasPrefix("Max realtime priority") }),
            let soft = line.dropFirst("Max realtime priority".count).split(separator: " ").first
        else { return nil }
        if soft == "unlimited" { return .realTime(priority: 99) }
        return Int(soft).map { $0 > 0 ? .realTime(priority: $0) : .realTimeDenied }
    }

    // MARK: Devices

    /// Whether the service may use sound cards and GPIO chips; for a user other than root, whether that user may.
    func devices() -> [Finding] {
        let sound = names("/dev/snd").filter { $0.hasPrefix("pcm") || $0.hasPrefix("control") }.map { "/dev/snd/" + $0 }
        let chips = usesGPIO ? names("/dev").filter { $0.hasPrefix("gpiochip") }.map { "/dev/" + $0 } : []
        // One device of each kind is enough.
        return [(sound, "audio"), (chips, "gpio")].compactMap { paths, group in
            paths.first { !isOpen($0, to: group) }.map { .deviceDenied($0, group: group) }
        }
    }

    private func isOpen(_ path: String, to group: String) -> Bool {
        if geteuid() != 0 { return access(root + path, R_OK | W_OK) == 0 }
        var information = stat()
        guard stat(root + path, &information) == 0 else { return true }
        let readWrite: mode_t = 0o6
        if information.st_mode & readWrite == readWrite { return true }
        guard let entry = getgrnam(group)?.pointee else { return false }
        return information.st_gid == entry.gr_gid && information.st_mode >> 3 & readWrite == readWrite
    }

    // MARK: Reading

    /// The content of a small file, without the line end.
    private func text(_ path: String) -> String? {
        guard let bytes = try? Files.read(path, limit: 65_536) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.prefix(while: { $0 != "\0" })).trimmingLineEnd
    }

    /// The names in a folder, sorted; at most 256.
    private func names(_ folder: String) -> [String] {
        guard let stream = opendir(root + folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < 256, let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.sorted()
    }
}

extension String {
    fileprivate var trimmingLineEnd: String {
        var text = self
        while let last = text.last, last.isNewline { text.removeLast() }
        return text
    }
}

/// Asks for a press of each button, in the order of the board file (`anicca doctor --buttons`).
struct ButtonCheck {
    static let seconds = 15
    /// The current levels.
    var levels: () -> [ButtonLevel]
    var ask: (Button) -> Void
    var pause: () -> Void = { usleep(5000) }
    var now: () -> BootTime = { SystemClock.boot() }

    func findings(_ buttons: [Button]) -> [Finding] { buttons.map(press) }

    private func press(_ button: Button) -> Finding {
        ask(button)
        let end = now() + .seconds(Self.seconds)
        while now() < end {
            let down = levels().filter(\.isActive).map(\.button)
            if let other = down.first(where: { $0 != button }), !down.contains(button) {
                release(end)
                return .buttonCrossed(asked: button, pressed: other)
            }
            if down.contains(button) {
                guard release(end) else { return .buttonPressed(button) }
                return .buttonWorks(button)
            }
            pause()
        }
        return .buttonSilent(button)
    }

    /// Waits until none is pressed; false: not before the time is over.
    @discardableResult
    private func release(_ end: BootTime) -> Bool {
        while now() < end {
            if levels().allSatisfy({ !$0.isActive }) { return true }
            pause()
        }
        return false
    }
}
