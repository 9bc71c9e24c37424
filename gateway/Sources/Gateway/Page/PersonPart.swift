/// The pages of somebody who is signed in, by the names with which a sign-in leads back to them.
enum PersonPart: String, CaseIterable, Sendable {
    case home
    case plan
    case use
    case history
    case devices
    case profile
    case habits
    case people
    case passkeys
    case export
    case delete

    /// Deletion is below `export`, so that nobody gets there by a slip; people and passkeys below `home`, where there are
    /// some.
    static let inNavigation = allCases.filter { ![.delete, .people, .passkeys].contains($0) }

    var path: String { self == .home ? "/" : "/me/\(rawValue)" }

    func title(in texts: PersonTexts) -> String {
        switch self {
        case .home: texts.overview
        case .plan: texts.plan
        case .use: texts.use
        case .history: texts.history
        case .devices: texts.speakers
        case .profile: texts.profile
        case .habits: texts.habits
        case .people: texts.people
        case .passkeys: texts.passkeys
        case .export: texts.data
        case .delete: texts.delete
        }
    }
}
