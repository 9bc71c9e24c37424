import Bedside
import Glibc

/// Finds board files (BOARD-1).
public enum BoardCatalog {
    /// The owner's own board file, used if no board is named.
    public static let systemFile = "/etc/anicca/board.yaml"
    public static let builtIn = [BoardDescription.terminal]

    /// Finds a board: a built-in one by name, a file by path (anything with `/`, `.yaml` or `.yml`), otherwise
    /// `NAME.yaml` in the first folder that has it. Any thread.
    public static func find(nameOrPath: String, searchFolders: [String]) throws(BoardFileError) -> BoardDescription {
        if let board = builtIn.first(where: { $0.name == nameOrPath }) { return board }
        guard let file = file(nameOrPath: nameOrPath, searchFolders: searchFolders) else {
            throw .notFound(name: nameOrPath, known: names(searchFolders: searchFolders))
        }
        return try BoardDescription.read(path: file)
    }

    /// The board to use if none is named: the system's file if it exists, otherwise the terminal.
    public static func standard(systemFile: String = systemFile) throws(BoardFileError) -> BoardDescription {
        access(systemFile, F_OK) == 0 ? try BoardDescription.read(path: systemFile) : .terminal
    }

    /// The file that `find` reads, or `standard` if no board is named; nil if no file is read.
    public static func file(
        nameOrPath: String?, searchFolders: [String], systemFile: String = systemFile
    ) -> String? {
        guard let nameOrPath else { return access(systemFile, F_OK) == 0 ? systemFile : nil }
        if nameOrPath.isEmpty || builtIn.contains(where: { $0.name == nameOrPath }) { return nil }
        if nameOrPath.contains("/") || nameOrPath.hasSuffix(".yaml") || nameOrPath.hasSuffix(".yml") {
            return nameOrPath
        }
        return searchFolders.lazy.map { "\($0)/\(nameOrPath).yaml" }.first { access($0, F_OK) == 0 }
    }

    /// The names of all boards that `find` knows.
    public static func names(searchFolders: [String]) -> [String] {
        var names = builtIn.map(\.name)
        for folder in searchFolders {
            for file in TextFile.names(folder: folder) where file.hasSuffix(".yaml") {
                let name = String(file.dropLast(5))
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }
}
