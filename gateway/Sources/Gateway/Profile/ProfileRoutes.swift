import GatewayRules
import HTTPTypes
import Hummingbird

/// `GET` and `PUT /mobile/profile` (ACCOUNT-2).
struct ProfileRoutes: Sendable {
    let store: Store
    let authentication: DeviceAuthentication

    func add(to routes: some RouterMethods<GatewayContext>) {
        routes.get("/mobile/profile") { request, context in
            let caller = try await authentication.caller(of: request, context)
            let (stored, seen) = try await store.profile(of: caller.user, seenBy: caller.device)
            guard let profile = stored else {
                throw Failure(404, "no_profile", "no speaker has told of its owner yet")
            }
            if Self.matches(request.headers[.ifNoneMatch], profile.tag) {
                if seen < profile.version { await note(profile, caller) }
                return Response(status: .notModified, headers: [.eTag: profile.tag])
            }
            return Self.answer(profile)
        }
        routes.put("/mobile/profile") { request, context in
            let caller = try await authentication.caller(of: request, context)
            let body = try await request.json()
            let profile = try Profile(body)
            let winner = try await store.put(profile, claimed: try Profile.updatedAt(body), of: caller)
            if winner.stamp.by == caller.deviceID { await note(winner, caller) }
            return Self.answer(winner)
        }
    }

    /// The speaker has this version: it names it, or has made it. A note that fails is made the next time.
    private func note(_ profile: StoredProfile, _ caller: Caller) async {
        guard let device = caller.device else { return }
        try? await store.note(version: profile.version, seenBy: device)
    }

    private static func answer(_ profile: StoredProfile) -> Response {
        var response = Response(json: profile.answer)
        response.headers[.eTag] = profile.tag
        return response
    }

    /// RFC 9110 §13.1.2: any of the list; weak and strong tags compare alike.
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header, header.utf8.count <= 1_024 else { return false }
        return header.split(separator: ",").contains { part in
            let word = part.filter { $0 != " " }
            return word == "*" || word == tag || word == "W/" + tag
        }
    }
}
