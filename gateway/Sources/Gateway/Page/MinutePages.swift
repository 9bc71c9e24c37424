import GatewayRules
import Hummingbird

/// What the pages say about minutes.
extension Entitlement {
    /// More than a month has: nobody counts these.
    private var isUnlimited: Bool { limit >= 31 * 24 * 60 }

    /// What may still be talked, in words.
    func left(in language: PageLanguage) -> String {
        let texts = language.personTexts
        guard !isUnlimited else { return texts.asYouLike }
        let month = max(0, self.balance.month)
        return texts.filled(
            \.leftOf, ["LEFT": String(month), "LIMIT": language.minutes(max(limit, month))])
    }

    /// The same with what packs have. The plan's page has a row of its own for that.
    func leftWithPacks(in language: PageLanguage) -> String {
        let texts = language.personTexts
        guard !isUnlimited, balance.packs > 0 else { return left(in: language) }
        let packs = language.minutes(balance.packs)
        // A plan without minutes of its own has none to speak of.
        guard max(limit, balance.month) > 0 else { return texts.filled(\.leftOfPacks, ["MINUTES": packs]) }
        return texts.filled(\.leftAndPacks, ["LEFT": left(in: language), "MINUTES": packs])
    }

    fileprivate func values(_ language: PageLanguage, _ person: Person) -> [String: any Sendable] {
        let texts = language.personTexts
        let planName =
            switch plan {
            case .free: texts.planFree
            case .pro: texts.planPro
            case .owner: texts.planOwner
            }
        var values: [String: any Sendable] = [
            "left": left(in: language), "plan": planName,
            "used": language.minutes(max(0, limit - balance.month)),
            "next": language.day(person.time(endsAt)), "zone": person.zone,
        ]
        if !isUnlimited, limit > 0 {
            values["limit"] = String(limit)
            values["month"] = String(max(0, balance.month))
        }
        let held = balance.held + balance.heldByEarlier
        if held > 0 { values["held"] = language.minutes(held) }
        if balance.packs > 0 { values["packs"] = language.minutes(balance.packs) }
        return values
    }
}

extension PersonRoutes {
    func plan(_ visit: Visit, _ person: Person) async throws -> Response {
        let texts = visit.language.personTexts
        let entitlement = try await pages.metering.entitlement(of: person.caller.account)
        var values = entitlement.values(visit.language, person)
        values["canBeRead"] = pages.planQuestion != nil && PlanQuestion.concerns(entitlement.plan)
        return try visit.page(
            .plan, "plan", note: visit.form["note"] == nil ? nil : texts.planAsked,
            alarm: visit.form["error"] == nil ? nil : texts.planAskedLately, values)
    }

    /// What was bought just now may not be known here yet: asks the seller, once a minute at most (GATEWAY-6).
    func readPlan(_ question: PlanQuestion, _ visit: Visit, _ person: Person) async throws -> Response {
        let account = person.caller.account
        let plan = try await pages.metering.entitlement(of: account).plan
        switch try await question.ask(about: account, plan: plan) {
        case .asked: return visit.redirect("/me/plan", ["note": "asked"])
        case .nothingToAsk: return visit.redirect("/me/plan")
        case .tooOften: return visit.redirect("/me/plan", ["error": "often"])
        }
    }

    // MARK: - Use

    func use(_ visit: Visit, _ person: Person) async throws -> Response {
        let language = visit.language
        let month = Month.local(zone: person.zone, at: store.engine.now())
        // A day more than any zone is away from UTC; what is of another month is left out below.
        let talks = try await store.talks(of: person.caller.user, since: month.startInUTC - 2 * 86_400_000)
        let use = MonthOfUse(talks, month: month, zone: person.zone)
        var values: [String: any Sendable] = [
            "monthName": language.name(of: month), "zone": person.zone, "isEmpty": use.all == 0,
        ]
        if use.all > 0 {
            let chart = use.chart(in: language)
            values["chart"] = chart.svg
            values["summary"] = chart.summary
            values["bySpeaker"] = use.bySpeaker(in: language)
            values["byDay"] = use.byDay(in: language)
        }
        return try visit.page(.use, "use", values)
    }

    // MARK: - History

    func history(_ visit: Visit, _ person: Person) async throws -> Response {
        let page = min(max(1, visit.form["page"].flatMap { Int64($0) } ?? 1), Store.mostPages)
        let (entries, hasOlder) = try await store.history(of: person.caller, page: page)
        var values: [String: any Sendable] = [
            "zone": person.zone, "entries": entries.map { $0.values(visit.language, person) },
        ]
        if page > 1 { values["newer"] = String(page - 1) }
        if hasOlder, page < Store.mostPages { values["older"] = String(page + 1) }
        return try visit.page(.history, "history", values, keeping: "&page=\(page)")
    }
}

/// A month's talks by day and by speaker, as the owner's calendar has them.
struct MonthOfUse: Sendable {
    let month: Month
    /// Minutes of each day, from the first.
    private(set) var days: [Int64]
    private var speakers: [String: (name: String?, minutes: Int64)] = [:]
    private let zone: String

    init(_ talks: [ChargedTalk], month: Month, zone: String) {
        self.month = month
        self.zone = zone
        days = Array(repeating: 0, count: month.days)
        for talk in talks {
            let time = CivilTime(at: talk.at, zone: zone)
            guard time.year == month.year, time.month == month.month, days.indices.contains(time.day - 1) else {
                continue
            }
            days[time.day - 1] += talk.minutes
            speakers[talk.speaker, default: (talk.name, 0)].minutes += talk.minutes
        }
    }

    var all: Int64 { days.reduce(0, +) }

    func chart(in language: PageLanguage) -> UseChart {
        let texts = language.personTexts
        return UseChart(
            minutes: days, title: texts.filled(\.chartTitle, ["MONTH": language.name(of: month)]),
            summary: texts.filled(
                \.chartText,
                [
                    "ALL": language.minutes(all), "DAYS": String(days.filter { $0 > 0 }.count),
                    "MOST": language.minutes(days.max() ?? 0),
                ]))
    }

    func bySpeaker(in language: PageLanguage) -> [[String: any Sendable]] {
        let gone = language.personTexts.otherSpeaker
        return speakers.values.map { (name: $0.name ?? gone, minutes: $0.minutes) }
            .sorted { ($1.minutes, $0.name) < ($0.minutes, $1.name) }
            .map { ["name": $0.name, "minutes": String($0.minutes)] }
    }

    func byDay(in language: PageLanguage) -> [[String: any Sendable]] {
        days.enumerated().filter { $0.element > 0 }.map { index, minutes in
            // Noon of that day, wherever it is.
            let noon = month.startInUTC + (Int64(index) * 24 + 12) * 3_600_000
            return ["name": language.day(CivilTime(at: noon)), "minutes": String(minutes)]
        }
    }
}

extension HistoryEntry {
    fileprivate func values(_ language: PageLanguage, _ person: Person) -> [String: any Sendable] {
        let texts = language.personTexts
        var values: [String: any Sendable] = ["when": language.moment(person.time(at))]
        switch kind {
        case .talk(let habit, let speaker, let cause, let wasPrepared):
            let parts = [habit.map(texts.name(ofHabit:)) ?? texts.talk, speaker ?? texts.otherSpeaker]
            values["what"] = language.list(parts + [language.minutes(minutes)])
            values["why"] = texts.reason(cause, wasPrepared: wasPrepared)
        case .ledger(let key): values["what"] = Self.words(for: key, minutes, language)
        }
        return values
    }

    /// The cause of a row of the ledger, by its key.
    private static func words(for key: String, _ minutes: Int64, _ language: PageLanguage) -> String {
        let texts = language.personTexts
        let parts = key.split(separator: ":")
        let month = parts.dropFirst().first.flatMap { Month($0) }.map(language.name(of:)) ?? ""
        let amount = language.minutes(abs(minutes))
        switch String(parts.first ?? "") {
        case "grant": return texts.filled(\.grantMonth, ["MINUTES": amount, "MONTH": month])
        case "upgrade": return texts.filled(\.grantUpgrade, ["MINUTES": amount, "MONTH": month])
        case "pack": return texts.filled(\.grantPack, ["MINUTES": amount])
        case "close": return texts.filled(\.monthClosed, ["MINUTES": amount, "MONTH": month])
        case "returned": return texts.filled(\.grantReturned, ["MINUTES": amount, "MONTH": month])
        default: return texts.filled(\.grantOther, ["MINUTES": language.minutes(minutes)])
        }
    }
}

extension PersonTexts {
    /// Habits that every speaker has go by their names; those of an owner's own by theirs.
    func name(ofHabit id: String) -> String {
        switch id {
        case "wake", "wake_up": habitWake
        case "training": habitTraining
        case "bedtime": habitBedtime
        default: id
        }
    }

    fileprivate func reason(_ cause: Conversation.Cause?, wasPrepared: Bool) -> String {
        switch cause {
        case nil: isOpen
        case .stop: endedStop
        case .superseded: endedSuperseded
        case .quota: endedQuota
        case .lease: endedLease
        case .revoked: endedRevoked
        // Start was pressed, and no provider took the call.
        case .unanswered: wasPrepared ? endedUnanswered : endedUnconnected
        }
    }
}
