import GatewayRules
import SQLEngines

/// Purchases of accounts that were deleted. Their minutes are lost with the account, and the seller goes on to name them:
/// whoever signs in again with the same name there must not have them a second time.
extension Store {
    private static let packsOf = Query(
        "SELECT key FROM ledger WHERE account_id = $1 AND period = '' AND minutes > 0 ORDER BY key")
    private static let insert = Query("INSERT INTO spent_packs (hash) VALUES ($1) ON CONFLICT (hash) DO NOTHING")
    private static let takeBack = Query(
        """
        DELETE FROM ledger WHERE account_id = $1 AND key = $2 AND period = ''
          AND EXISTS (SELECT 1 FROM spent_packs WHERE hash = $3)
        """)

    /// Keeps of each purchase a keyed hash: no account, no amount, no time. For a deletion, before the ledger goes.
    static func rememberPacks(
        of account: String, freshKey: String, in transaction: any Transaction
    ) throws(EngineError) {
        let packs = try transaction.run(packsOf(.text(account)))
        guard !packs.isEmpty else { return }
        let key = try OwnKey.packs.make(freshKey, in: transaction)
        for row in packs { try transaction.enqueue(insert(.text(key.hash(try row.text(0))))) }
    }

    /// Adds what an account has bought to its ledger, each purchase once, also over deletions.
    ///
    /// The question comes after the writing: another account's row with the same key is waited for, so a deletion that is
    /// just happening is over by then, and what it has kept is seen.
    static func add(
        _ packs: [Bought.Pack], to account: LockedAccount, in transaction: any Transaction
    ) throws(EngineError) {
        guard !packs.isEmpty else { return }
        for pack in packs { try account.addPack(pack.transaction, minutes: pack.minutes, in: transaction) }
        guard let key = try OwnKey.packs.read(in: transaction) else { return }
        for pack in packs {
            let entry = "pack:\(pack.transaction)"
            try transaction.enqueue(takeBack(.text(account.id), .text(entry), .text(key.hash(entry))))
        }
    }
}
