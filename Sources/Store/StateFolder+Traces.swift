/// Which files of the folder hold the owner's data, and so are erased with it.
extension StateFolder {
    /// Whether this is a damaged database that was set aside, or one that the package kept for a change of versions.
    static func isSetAside(_ name: String) -> Bool {
        [".corrupt-", ".kept-"].contains { name.hasPrefix(databaseName + $0) }
    }

    /// Whether a file of that name holds data of the owner.
    static func holdsTraces(_ name: String) -> Bool {
        name == databaseName || name == "schedule.json" || isSetAside(name) || name.hasPrefix("journal")
            || name == vaultKeyName || name == recordingsKeyName || name == recordingsName
            || name == recordingsOwedName || name == recordingsHeadName
            || SoundShelf.Kind.allCases.contains { name == $0.folderName || name == $0.keyName }
    }
}
