import GatewayRules

extension SettingValues {
    /// A database on another machine gets everything that the gateway keeps: the connection must be encrypted, and with
    /// whom must be certain. libpq by itself asks for neither.
    mutating func readDatabaseTLS(of database: Settings.Database) {
        var isAsWritten = false
        read(
            "database_tls", into: &isAsWritten, { ["verified": false, "as_written": true][$0] },
            "verified or as_written is needed")
        guard case .postgres(let text) = database else { return }
        let address = DatabaseAddress(text, environment: environment)
        guard address.isReadable else {
            // It may have a password, so nothing of it is quoted; libpq would.
            faults.append(
                .init(
                    setting: "database",
                    sentence: "it cannot be read: names and values need = between them, and an @, / or % in a user or "
                        + "a password is written %40, %2F or %25"))
            return
        }
        guard !isAsWritten, !address.isLocal, !address.isVerified else { return }
        faults.append(
            .init(
                setting: "database",
                sentence: "a server on another machine is reached only over TLS that is checked: write "
                    + "sslmode=verify-full and sslrootcert=/path/of/root.pem into it (sslrootcert=system for public "
                    + "roots); or set database_tls: as_written if you want it otherwise"))
    }
}
