import GatewayRules

extension SettingsSources {
    static let startNames: Set<String> = [
        "starts_per_hour", "starts_per_day", "prepares_per_habit", "prepares_spare_habits",
        "prepared_minutes_per_day", "client_secrets",
    ]
}

extension SettingValues {
    mutating func readStarts(into settings: inout Settings) {
        number("starts_per_hour", into: &settings.starts.startsPerHour, 1...100_000)
        number("starts_per_day", into: &settings.starts.startsPerDay, 1...100_000)
        number("prepares_per_habit", into: &settings.starts.preparesPerHabit, 1...1_000)
        number("prepares_spare_habits", into: &settings.starts.spareHabits, 0...1_000)
        number("prepared_minutes_per_day", into: &settings.starts.preparedMinutesPerDay, 1...1_440)
        read(
            "client_secrets", into: &settings.clientSecrets, { ["true": true, "false": false][$0] },
            "true or false is needed")
    }

    private mutating func number(_ name: String, into value: inout Int64, _ range: ClosedRange<Int>) {
        var number = Int(value)
        self.number(name, into: &number, range)
        value = Int64(number)
    }
}
