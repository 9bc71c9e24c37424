import SQLEngines

extension Schema {
    static let browserSignIns = Migration(
        version: 12, name: "sign-ins of browsers", isAdditive: true,
        text: """
            -- Of a browser: how it came in ('owner-code', 'invitation', 'apple', 'passkey'), and its last visit, to the hour.
            ALTER TABLE credentials ADD COLUMN way TEXT;
            ALTER TABLE credentials ADD COLUMN seen_at BIGINT;

            -- The sign-in that the browser had when it went to Apple, by its hash. It does not come along with Apple's form.
            ALTER TABLE apple_sign_ins ADD COLUMN session TEXT;
            """)
}
