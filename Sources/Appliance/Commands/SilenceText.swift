import Bedside

/// What screens say about a habit that is completely silent at the owner's wish (F-2).
enum SilenceText {
    /// Follows the next alarm, which a silent habit does not have.
    static func line(_ id: HabitID, language: Language) -> String {
        let name = HabitName(id).text(in: language)
        return Wording(
            "\(name) stays silent at your wish. To be called again: anicca recall \(id)",
            "\(name)は、ご希望により鳴りません。また鳴らすには：anicca recall \(id)"
        ).text(in: language)
    }

    static func lines(_ status: Status) -> [String] {
        status.habits.filter { $0.habit.isOn && $0.isSilent == true }
            .map { line($0.habit.id, language: status.profile.language) }
    }
}
