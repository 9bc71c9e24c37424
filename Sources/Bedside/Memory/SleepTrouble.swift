/// Whether the owner has spoken of bad sleep, or of snoring, for more than three weeks (G-10): a pure function of what is
/// remembered of their talks. It makes no diagnosis; it is the reason to name a doctor, once.
enum SleepTrouble {
    /// The time after which it has lasted long enough.
    private static let days: Int32 = 21
    /// The last time that it was spoken of is no longer ago than this.
    private static let recentDays: Int32 = 7
    /// After a longer pause between two times, it is counted from the start.
    private static let longestPause: Int32 = 10
    private static let leastTimes = 3

    static func isLong(_ memory: Memory, on today: LocalDate) -> Bool {
        var dates: Set<LocalDate> = []
        for item in memory.items where item.use.status != .forgotten && item.intention == nil && item.source != .device
        {
            let date = item.reflection?.date ?? item.saidAt.date
            let said = [item.text.words, item.quote.words].filter(isNamed)
            if !said.isEmpty { dates.insert(date) }
            // "I have not slept well for months."
            if item.isActive, (0...recentDays).contains(today.dayNumber - date.dayNumber),
                said.contains(where: tellsOfWeeks)
            {
                return true
            }
        }
        for day in memory.days where day.lines.contains(where: { isNamed(in: $0.words) }) { dates.insert(day.date) }
        let past = dates.filter { $0 <= today }.sorted(by: >)
        guard let last = past.first, today.dayNumber - last.dayNumber <= recentDays else { return false }
        var first = last
        var times = 1
        for date in past.dropFirst() {
            guard first.dayNumber - date.dayNumber <= longestPause else { break }
            first = date
            times += 1
        }
        return times >= leastTimes && last.dayNumber - first.dayNumber >= days
    }

    // MARK: Words

    static func isNamed(in text: String) -> Bool {
        EnglishWords(text).contains(anyOf: english) || text.contains(anyOf: japanese)
    }

    private static let english = [
        "insomnia", "can't sleep", "cannot sleep", "couldn't sleep", "could not sleep", "can't fall asleep",
        "couldn't fall asleep", "could not fall asleep", "can't get to sleep", "couldn't get to sleep", "barely slept",
        "hardly slept", "slept badly", "slept poorly", "slept terribly", "sleeping badly", "sleeping poorly",
        "didn't sleep", "did not sleep", "not slept", "haven't slept", "haven't been sleeping", "no sleep", "sleepless",
        "awake all night", "awake half the night", "lay awake", "lie awake", "lying awake", "kept waking",
        "keep waking",
        "trouble sleeping", "hard to sleep", "bad night's sleep", "i snore", "i snored", "my snoring",
        "i've been snoring",
        "woke myself snoring",
    ]
    private static let japanese = [
        "眠れな", "眠れま", "寝れな", "寝られな", "寝付けな", "寝つけな", "寝つきが悪", "寝付きが悪", "不眠", "眠りが浅", "何度も目が覚め", "何度も起き", "夜中に目が覚め",
        "夜中に起き", "一睡も", "ほとんど寝て", "ほとんど眠", "いびきがひど", "いびきをか", "いびきで起き",
    ]

    private static func tellsOfWeeks(_ text: String) -> Bool {
        EnglishWords(text).contains(anyOf: [
            "three weeks", "four weeks", "five weeks", "six weeks", "a month", "months", "for years", "over a year",
        ])
            || text.contains(anyOf: [
                "三週間", "四週間", "五週間", "六週間", "3週間", "4週間", "5週間", "6週間", "３週間", "４週間", "か月", "ヶ月", "カ月", "ヵ月", "半年",
                "何年も",
            ])
    }
}
