import SQLEngines

extension Schema {
    static let spentPacks = Migration(
        version: 10, name: "purchases of the deleted", isAdditive: true,
        text: """
            -- Purchases of accounts that were deleted, each as a keyed hash, so that none is granted a second time.
            CREATE TABLE spent_packs (hash TEXT PRIMARY KEY);

            -- Codes that an owner had made for somebody who is gone named them.
            UPDATE audit SET detail = NULL WHERE action = 'invitation' AND detail IS NOT NULL
              AND user_id IN (SELECT user_id FROM identities WHERE provider = 'owner')
              AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = audit.detail);
            """)
}
