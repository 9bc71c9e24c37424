/// The tool about the account at a gateway (ACCOUNT-1).
enum AccountTools {
    static let signIn = ToolSpec<Void>(
        .signIn,
        "Signs this device in at the owner's gateway. Call it only after the owner has asked for it and has confirmed it when "
            + "repeated. Say one short farewell before the call, and nothing after it: the talk ends, and the device itself "
            + "says a code, twice, which the owner types on the gateway's page.",
        isWrite: true, repetition: .atNight, topics: .signIn, isSilent: true,
        call: { .signIn }, read: { _ in }, request: { _, _ in .command(.account(.signInAfterTalk)) })
}
