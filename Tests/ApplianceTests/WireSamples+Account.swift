import Bedside

extension WireSamples {
    static let accountEvents: [AccountKeeper.Event] = [
        .code(
            SignInCode(
                digits: PrivateText(""), page: "https://gateway.example/device", livesSeconds: 9, intervalSeconds: 5)),
        .noCode(.tooOften), .polled(.pending), .polled(.slowDown), .polled(.noAnswer), .polled(.failed(.denied)),
        .polled(.approved(user: "u_1")), .refused, .accountDeleted, .left(seconds: 60),
        .left(seconds: 60, earlyAfterMilliseconds: 0), .exhausted, .busy(retryAfterSeconds: 60),
        .prepared(session: "s_1"),
        .opened(session: "s_1", leftSeconds: 60), .synced(session: "s_1", leftSeconds: 60), .stopped(session: "s_1"),
        .notStopped(session: "s_1", retryAfterSeconds: nil, thousandth: 7), .rotated(isDone: true),
        .profile(.none, request: 1, thousandth: 1), .profile(.unchanged, request: 2, thousandth: 2),
        .profile(.refused, request: 3, thousandth: 3),
        .profile(.failed(retryAfterSeconds: 60), request: 4, thousandth: 4),
        .profile(
            .newest(SharedProfile(patch: ProfilePatch(), listed: [.wake], version: 7)), request: 5, thousandth: 5),
    ]
}
