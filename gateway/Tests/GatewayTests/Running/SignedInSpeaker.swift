@testable import SQLEngines

extension Statement {
    /// A speaker that has used its token, as rows.
    ///
    /// - Parameter hash: Of its token; the row's own name by default, which is the hash of no token.
    static func signedIn(_ device: String, of user: String, hash: String? = nil) -> [Statement] {
        [
            Query("INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ($1, $1, $2, '', 0)")(
                .text(device), .text(user)),
            Query(
                """
                INSERT INTO credentials (hash, kind, user_id, device, issued_at, expires_at, used_at)
                VALUES ($1, 'device', $2, $3, 0, 9000000000000, 0)
                """)(.text(hash ?? device), .text(user), .text(device)),
        ]
    }
}
