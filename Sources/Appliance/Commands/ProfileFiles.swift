import Bedside

/// What a change to the profile needs on this machine beside the rules: its files.
enum ProfileFiles {
    /// Sounds that cannot be played: these refuse the change.
    static func faults(_ patch: ProfilePatch, link: ApplianceLink) -> [FieldError] {
        patch.habits.compactMap { habit in
            guard let sound = habit.sound, !sound.isEmpty,
                let problem = SoundFile.problem(of: sound, shared: link.shared, stateFolder: link.stateFolder)
            else { return nil }
            return FieldError(path: "habits.\(habit.id).sound", fault: .told(problem))
        }
    }

    /// Prompts that are not there: the file may come later, and until then a plain instruction is used. So may the gateway.
    static func warn(_ patch: ProfilePatch, shared: SharedFolders, language: Language) {
        if patch.companion == .gateway {
            Console.error("anicca: " + CommandText.gatewayNotThere.text(in: language))
        }
        for habit in patch.habits {
            guard let prompt = habit.prompt, !prompt.isEmpty else { continue }
            let file = "\(shared.prompts)/\(prompt).txt"
            if Files.isFile(file) { continue }
            Console.error("anicca: " + CommandText.promptFileMissing(file, habit.id).text(in: language))
        }
    }
}
