import Bedside
import Store

/// Decides which language the command line speaks (SETUP-5): that of the owner's profile, from the running appliance or
/// else from the store; English if there is no profile yet. Errors in a profile file that names a language are reported
/// in that language. Usage errors and `--help` are in English.
extension ApplianceLink {
    var language: Language {
        if case .status(let status)? = try? client.send(.status) {
            return status.profile.language
        }
        return StoredAppliance.language(stateFolder: stateFolder)
    }
}

extension StoredAppliance {
    /// The stored language, for when the appliance itself does not answer.
    static func language(stateFolder: String) -> Language {
        StateLocation.asOwner(of: stateFolder) {
            let store = try? BedsideStore.open(folder: stateFolder, access: .readOnly, now: SystemClock.civil())
            return (try? store?.load().profile.language) ?? .english
        }
    }
}

extension ProfileDocument {
    /// The language that a document names, in which its own errors are reported; the rest of it may be wrong.
    static func language(of document: Field) -> Language? {
        guard case .mapping(let top, _) = document,
            case .mapping(let owner, _)? = top.first(where: { $0.key == "owner" })?.value,
            case .scalar(let text, _)? = owner.first(where: { $0.key == "language" })?.value
        else { return nil }
        return Language(rawValue: text)
    }
}
