import Bedside
import Store

/// The one rule for which language the command line speaks (SETUP-5): that of the owner's profile, as the running
/// appliance has it, else as it is stored; English where there is none yet. A profile file that names a language is
/// answered in that one. Usage errors and `--help` are the operator's, in English.
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
