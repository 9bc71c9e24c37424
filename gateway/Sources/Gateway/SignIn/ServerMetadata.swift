import Hummingbird

/// Where a speaker finds what it needs (RFC 8414 §3; RFC 8628 §4).
struct ServerMetadata: Sendable {
    let publicAddress: String

    func add(to routes: some RouterMethods<GatewayContext>) {
        routes.get("/.well-known/oauth-authorization-server") { _, _ in
            Response(
                json: .members([
                    "issuer": .text(publicAddress),
                    "device_authorization_endpoint": .text(publicAddress + "/auth/device"),
                    "token_endpoint": .text(publicAddress + "/auth/token"),
                    "revocation_endpoint": .text(publicAddress + "/auth/revoke"),
                    "token_endpoint_auth_methods_supported": .array(["none"]),
                    "revocation_endpoint_auth_methods_supported": .array(["none"]),
                    "grant_types_supported": .array([
                        .text(SpeakerRoutes.deviceCodeGrant), .text(SpeakerRoutes.rotateGrant),
                    ]),
                    // RFC 8414 requires the member and forbids an empty array (§2, §3.2).
                    "response_types_supported": .array(["none"]), "scopes_supported": .array(["device"]),
                ]))
        }
    }
}
