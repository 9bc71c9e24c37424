import SQLEngines

extension Schema {
    static let plansAndPurchases = Migration(
        version: 4, name: "plans and purchases", isAdditive: true,
        text: """
            -- Until when the plan is paid for; none: without an end. `plan_as_of` is when the seller was asked for what is
            -- stored here; an older answer never replaces a newer one. `plan_revision` counts the changes.
            ALTER TABLE accounts ADD COLUMN plan_until BIGINT;
            ALTER TABLE accounts ADD COLUMN plan_as_of BIGINT NOT NULL DEFAULT 0;
            ALTER TABLE accounts ADD COLUMN plan_revision BIGINT NOT NULL DEFAULT 0;
            CREATE INDEX accounts_by_plan_end ON accounts(plan_until) WHERE plan_until IS NOT NULL;

            -- Each change of an account's plan. Without a reference, as `sessions.device`.
            CREATE TABLE plan_changes (
              account_id TEXT NOT NULL, revision BIGINT NOT NULL, as_of BIGINT NOT NULL, plan_before TEXT NOT NULL,
              plan TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (account_id, revision));

            -- Events as the seller told of them, one row for each account that they are about, or one with '' if there is
            -- none. Their words are not kept: the customer is read again. `as_of` is the reading that covers it.
            CREATE TABLE webhook_inbox (
              source TEXT NOT NULL, event_id TEXT NOT NULL, account_id TEXT NOT NULL, type TEXT NOT NULL,
              occurred_at BIGINT NOT NULL, received_at BIGINT NOT NULL, as_of BIGINT, done_at BIGINT, outcome TEXT,
              PRIMARY KEY (source, event_id, account_id));
            CREATE INDEX webhook_inbox_waiting ON webhook_inbox(account_id) WHERE done_at IS NULL;
            CREATE INDEX webhook_inbox_by_age ON webhook_inbox(received_at);

            -- How often a job was asked for, so that what is asked for while it runs is done again.
            ALTER TABLE jobs ADD COLUMN asks BIGINT NOT NULL DEFAULT 1;

            -- A purchase is granted once, whoever it is moved to.
            CREATE UNIQUE INDEX ledger_packs ON ledger(key) WHERE period = '' AND minutes > 0;
            """)
}
