import Bedside
import Glibc

/// The folders that ship with the binary and are only read: prompts, offline lines, board files, sounds. An upgrade
/// replaces them, so an installed program first looks where its owner writes.
public struct SharedFolders: Sendable, Hashable {
    public var root: String
    /// The owner's prompts, each file in place of the one that ships under that name; nil where `root` is the owner's
    /// own, or a repository's.
    public var ownPrompts: String?
    /// `common.txt`, `wake_up.txt`, `offline/`.
    public var prompts: String { root + "/Prompts" }
    public var offline: String { prompts + "/offline" }
    /// Board files, `AniccaWake.wav`.
    public var boards: String { root + "/board" }
    public var sounds: String { boards }
    /// The folder in which a habit's sound is found by name.
    public var habitSounds: String { sounds + "/sounds" }

    public init(root: String, ownPrompts: String? = nil) {
        self.root = root
        self.ownPrompts = ownPrompts
    }

    /// Where an owner of an installed program writes prompts; no upgrade touches it.
    static let systemPrompts = "/etc/anicca/Prompts"

    /// The configured folder, `$ANICCA_SHARE_DIR`, `../share/anicca` beside the binary, the repository that it was
    /// built in, `/usr/share/anicca`; the last where nothing is there, so that errors name a path.
    public static func locate(configured: String? = nil, executable: String? = nil) -> SharedFolders {
        if let given = configured ?? Files.environment("ANICCA_SHARE_DIR") {
            return SharedFolders(root: StateLocation.absolute(given))
        }
        if let executable = executable ?? Files.resolved("/proc/self/exe") {
            var folder = Files.folder(of: executable)
            let beside = Files.folder(of: folder) + "/share/anicca"
            if isShare(beside) { return SharedFolders(root: beside, ownPrompts: systemPrompts) }
            for _ in 0..<8 where folder != "/" {
                if isShare(folder) { return SharedFolders(root: folder) }
                folder = Files.folder(of: folder)
            }
        }
        return SharedFolders(root: "/usr/share/anicca", ownPrompts: systemPrompts)
    }

    private static func isShare(_ folder: String) -> Bool {
        Files.isFolder(folder + "/Prompts") && Files.isFolder(folder + "/board")
    }

    /// The folders for `BoardCatalog.find`: the owner's, then the shipped boards.
    public var boardSearchFolders: [String] { ["/etc/anicca", boards] }
}

extension SharedFolders {
    /// The owner's file of this name below `Prompts`; nil if there is none.
    func ownFile(_ name: String) -> String? {
        guard let path = ownPrompts.map({ "\($0)/\(name)" }), Files.mayExist(path) else { return nil }
        return path
    }

    /// The folders with recordings, the owner's first.
    var recordings: [String] { [ownPrompts, prompts].compactMap { $0 }.map { $0 + "/offline/rendered" } }

    /// Reads a file below `Prompts`: the owner's, or the one that ships where there is none or it cannot be used; then
    /// that is logged in one line.
    ///
    /// - Parameter read: The contents of the file at this path, or all its faults.
    func read<Contents>(
        _ name: String, log: (LogLevel, Wording) -> Void, by read: (String) -> (contents: Contents?, faults: [Wording])
    ) -> Contents? {
        let shipped = "\(prompts)/\(name)"
        if let own = ownFile(name) {
            let (contents, faults) = read(own)
            if let contents { return contents }
            if let words = Wording.unusable(faults, instead: shipped) { log(.error, words) }
        }
        let (contents, faults) = read(shipped)
        for fault in faults { log(.error, fault) }
        return contents
    }
}

extension Wording {
    /// Says what is wrong with an owner's file, and what is used in its place; nil without faults.
    static func unusable(_ faults: [Wording], instead: String) -> Wording? {
        summary(of: faults).map {
            Wording(
                "\($0.english); \(instead) is used instead", "\($0.japanese)。代わりに \(instead) を使います")
        }
    }
}
