import SQLEngines

extension Importance {
    /// By what is asked for.
    init(path: String) {
        let own = path.hasPrefix("/api/") ? path.dropFirst(4) : path[...]
        switch own {
        case "/mobile/realtime/session/stop": self = .stop
        case "/mobile/realtime/session": self = .start
        case "/mobile/realtime/session/sync": self = .sync
        case "/auth/device", "/auth/token", "/auth/revoke": self = .profile
        default: self = own.hasPrefix("/mobile/") ? .profile : .page
        }
    }
}
