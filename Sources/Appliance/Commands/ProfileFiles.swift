import Bedside

/// Checks the files that a change of the profile needs on this machine.
enum ProfileFiles {
    /// The sounds that cannot be played; they refuse the change.
    static func faults(_ patch: ProfilePatch, link: ApplianceLink) -> [FieldError] {
        patch.habits.compactMap { habit in
            guard let sound = habit.sound, !sound.isEmpty,
                let problem = SoundFile.problem(of: sound, shared: link.shared, stateFolder: link.stateFolder)
            else { return nil }
            return FieldError(path: "habits.\(habit.id).sound", fault: .told(problem))
        }
    }

    /// Warns about missing prompts, and about a gateway without a sign-in: both may come later.
    /// Warns about sounds that are likely not to wake anybody (S-6), and uses them.
    static func warn(_ patch: ProfilePatch, link: ApplianceLink, language: Language) {
        let shared = link.shared
        for habit in patch.habits {
            guard let sound = habit.sound, !sound.isEmpty else { continue }
            let path = SoundFile.path(of: sound, shared: shared)
            for warning in SoundFile.warnings(about: sound, shared: shared, stateFolder: link.stateFolder) {
                Console.error("anicca: " + CommandText.weakSound(path: path, warning).text(in: language))
            }
        }
        if patch.companion == .gateway, (try? link.status().account?.state) != .signedIn {
            Console.error("anicca: " + CommandText.gatewayNotThere.text(in: language))
        }
        for habit in patch.habits {
            guard let prompt = habit.prompt, !prompt.isEmpty else { continue }
            let owners = (try? link.profile().language) ?? language
            if PromptFiles(shared: shared).isThere(prompt: prompt, language: owners) { continue }
            let file = "\(shared.ownPrompts ?? shared.prompts)/\(prompt).txt"
            Console.error("anicca: " + CommandText.promptFileMissing(file, habit.id).text(in: language))
        }
    }
}
