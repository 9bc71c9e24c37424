/// When sound, network and credentials are checked before an alarm (ALARM-12).
enum AlarmCheck {
    /// How long before it, where no gateway is asked.
    static let usualLead = TimeSpan.minutes(2)
    /// Through a gateway, the check comes between these two times before the alarm. Many speakers ring at six; spread
    /// like this, they do not all ask the gateway in the same second.
    static let longestLead = TimeSpan.minutes(4)
    static let shortestLead = TimeSpan.minutes(1)

    /// How long before the alarm of a day. The same whenever it is asked, so that a restart checks nothing twice.
    ///
    /// - Parameter user: the gateway's name for whoever is signed in; nil: no gateway is asked.
    static func lead(user: String?, on date: LocalDate) -> TimeSpan {
        guard let user else { return usualLead }
        let share = Double(hash(user, date) >> 11) / Double(1 << 53 as UInt64)
        let span = longestLead - shortestLead
        return shortestLead + .milliseconds(Int(share * Double(span.milliseconds)))
    }

    /// FNV-1a, then the last step of MurmurHash3: names and days that differ in one character are far apart.
    private static func hash(_ user: String, _ date: LocalDate) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(user) \(date)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for factor: UInt64 in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            hash = (hash ^ hash >> 33) &* factor
        }
        return hash ^ hash >> 33
    }
}
