import Glibc

/// The folders that ship with the binary and are only read: prompts, offline lines, board files, sounds.
public struct SharedFolders: Sendable, Hashable {
    public var root: String
    /// `common.txt`, `wake_up.txt`, `offline/`.
    public var prompts: String { root + "/Prompts" }
    public var offline: String { prompts + "/offline" }
    /// Board files, `AniccaWake.wav`.
    public var boards: String { root + "/board" }
    public var sounds: String { boards }
    /// The folder in which a habit's sound is found by name.
    public var habitSounds: String { sounds + "/sounds" }

    public init(root: String) { self.root = root }

    /// The configured folder, `$ANICCA_SHARE_DIR`, `../share/anicca` beside the binary, the repository that it was
    /// built in, `/usr/share/anicca`; the last where nothing is there, so that errors name a path.
    public static func locate(configured: String? = nil, executable: String? = nil) -> SharedFolders {
        if let given = configured ?? Files.environment("ANICCA_SHARE_DIR") {
            return SharedFolders(root: StateLocation.absolute(given))
        }
        if let executable = executable ?? Files.resolved("/proc/self/exe") {
            var folder = Files.folder(of: executable)
            let beside = Files.folder(of: folder) + "/share/anicca"
            if isShare(beside) { return SharedFolders(root: beside) }
            for _ in 0..<8 where folder != "/" {
                if isShare(folder) { return SharedFolders(root: folder) }
                folder = Files.folder(of: folder)
            }
        }
        return SharedFolders(root: "/usr/share/anicca")
    }

    private static func isShare(_ folder: String) -> Bool {
        Files.isFolder(folder + "/Prompts") && Files.isFolder(folder + "/board")
    }

    /// The folders for `BoardCatalog.find`: the owner's, then the shipped boards.
    public var boardSearchFolders: [String] { ["/etc/anicca", boards] }
}
