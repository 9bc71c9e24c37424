import Bedside
import Glibc

/// Finds the folder for what must survive a restart: `--state-dir`, else `$ANICCA_STATE_DIR`, else the one in the
/// configuration file, else the platform's.
public enum StateLocation {
    static let system = "/var/lib/anicca"

    /// The absolute path. Nothing is created or opened.
    public static func resolve(option: String?, configured: String? = nil) -> String {
        absolute(option ?? Files.environment("ANICCA_STATE_DIR") ?? configured ?? platformDefault())
    }

    /// The folder that systemd names; else the system's, if it belongs to this user or the user is root; else the
    /// user's own. If the user has none and the system's exists, the system's is returned, so that the command reports
    /// that it has no permission instead of finding an empty state.
    private static func platformDefault() -> String {
        if let given = Files.environment("STATE_DIRECTORY"), let first = given.split(separator: ":").first {
            return String(first)
        }
        if geteuid() == 0 || Files.owner(system) == geteuid() { return system }
        let user = userFolder()
        if !Files.isFolder(user), Files.isFolder(system) { return system }
        return user
    }

    private static func userFolder() -> String {
        if let base = Files.environment("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/anicca" }
        return (Files.environment("HOME") ?? "/tmp") + "/.local/state/anicca"
    }

    static func absolute(_ path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if trimmed.hasPrefix("/") { return trimmed }
        guard let folder = getcwd(nil, 0) else { return trimmed }
        defer { free(folder) }
        return String(cString: folder) + "/" + trimmed
    }

    /// Runs `work` with the rights of the state folder's owner if the process is root, so that no file in the folder
    /// comes to belong to root and other files are read with that user's rights. Afterwards the process is root again.
    /// Main thread of the command line only, because this changes the user of all threads.
    static func asOwner<Result, Failure: Error>(
        of folder: String, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard geteuid() == 0, let owner = Files.owner(folder), owner != 0 else { return try work() }
        let group = getegid()
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        groups.removeLast(groups.count - max(0, Int(getgroups(Int32(groups.count), &groups))))
        if let entry = getpwuid(owner) {
            initgroups(entry.pointee.pw_name, entry.pointee.pw_gid)
            setegid(entry.pointee.pw_gid)
        } else {
            setgroups(0, nil)
        }
        seteuid(owner)
        defer {
            seteuid(0)
            setegid(group)
            setgroups(groups.count, groups)
        }
        return try work()
    }
}
