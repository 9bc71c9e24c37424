extension SettingsSources {
    static let masterKeyNames: Set<String> = ["master_key", "master_key_file"]
}

extension SettingValues {
    /// The key with which fields of the database are sealed, the same for all instances.
    mutating func masterKey() -> String? {
        if text("master_key") != nil, text("master_key_file") != nil {
            fault("master_key_file", "master_key is set, too; one of them is enough")
        }
        guard let text = text("master_key") ?? text("master_key_file").flatMap({ keyFile($0, of: "master_key_file") })
        else { return nil }
        guard case .some(.some(let key)) = providerKey(text), key.utf8.count >= MasterKey.shortest else {
            fault(
                "master_key",
                "one line of 32 visible characters or more is needed; 'openssl rand -hex 32' makes one")
            return nil
        }
        return key
    }
}
