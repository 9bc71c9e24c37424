import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Profile and habits on the page", .requirement("GATEWAY-4", "ACCOUNT-2", "GATEWAY-3"))
struct ProfilePageTests {
    private static let whole: [(String, String)] = [
        ("displayName", "Akari"), ("preferredLanguage", "en"), ("sleepLocation", "Loft"),
        ("timeZone", "Europe/London"), ("focus_core", "yes"),
    ]

    @Test(
        "An edit goes by the same rules as a speaker's, and keeps what is not on the page",
        arguments: DatabaseKind.allCases)
    func profile(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            try await browser.visit("/me/profile")
            #expect(browser.page.body.contains("Your speaker has not told of you yet."))
            _ = try await speaker.send(
                "PUT", "/mobile/profile",
                json: #"""
                    {"displayName":"あかり","preferredLanguage":"ja","sleepLocation":"寝室","timeZone":"Asia/Tokyo",
                    "trainingFocus":["push_up","筋力"],"habits":[{"id":"wake","at":"06:00","weight":1.5}]}
                    """#)
            // The profile's language is the page's now.
            try await browser.visit("/me/profile")
            #expect(browser.page.body.contains("<html lang=\"ja\">") && browser.page.body.contains("value=\"あかり\""))
            #expect(browser.page.body.contains("name=\"focus_push_up\" value=\"yes\" checked"))
            #expect(browser.page.body.contains("name=\"focus_kept_0\" value=\"筋力\" checked"))
            household.talks.advance(minutes: 1)
            try await browser.submit(
                "/me/profile", Self.whole + [("focus_kept_0", "筋力"), ("focus_other", " Yoga "), ("lang", "en")])
            #expect(browser.page.body.contains("Saved.") && browser.page.body.contains("value=\"Yoga\" checked"))
            let read = try await speaker.get("/mobile/profile")
            #expect(read.text("displayName") == "Akari" && read.text("timeZone") == "Europe/London")
            #expect(read.json["trainingFocus"] as? [String] == ["core", "筋力", "Yoga"])
            #expect(read.body.contains(#""habits":[{"id":"wake","at":"06:00","weight":1.5}]"#))
            #expect(read.number("version") == 2 && read.number("updatedAt") == household.talks.time.now)
            // The speaker's older edit, which waited, loses; a newer one wins.
            let old = try await speaker.send(
                "PUT", "/mobile/profile", json: #"{"displayName":"old","updatedAt":\#(household.talks.time.now - 1)}"#)
            #expect(old.text("displayName") == "Akari")
            household.talks.advance(minutes: 1)
            let new = try await speaker.send("PUT", "/mobile/profile", json: #"{"displayName":"new"}"#)
            #expect(new.text("displayName") == "new" && new.number("version") == 3)
        }
    }

    @Test(
        "What its owner empties is cleared on the speakers, and what no speaker has told of is not cleared there",
        arguments: DatabaseKind.allCases)
    func emptied(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            let none = [("displayName", ""), ("sleepLocation", ""), ("timeZone", "Asia/Tokyo"), ("lang", "en")]
            for (told, read) in [
                (
                    #"{"displayName":"Aiko","sleepLocation":"Loft","timeZone":"Asia/Tokyo"}"#,
                    #"{"displayName":"","sleepLocation":"","trainingFocus":[]"#
                ), (#"{"displayName":"Aiko","timeZone":"Asia/Tokyo"}"#, #"{"displayName":"","trainingFocus":[]"#),
            ] {
                household.talks.advance(minutes: 1)
                _ = try await speaker.send("PUT", "/mobile/profile", json: told)
                household.talks.advance(minutes: 1)
                try await browser.visit("/me/profile")
                try await browser.submit("/me/profile", none)
                #expect(browser.page.body.contains("Saved.") && browser.page.body.contains("keeps its own zone"))
                let answer = try await speaker.get("/mobile/profile")
                #expect(answer.body.hasPrefix(read), "\(answer.body)")
            }
        }
    }

    @Test("What is wrong is said beside its field, and nothing typed is lost")
    func faults() async throws {
        try await Household.with(.sqlite) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            _ = try await speaker.send("PUT", "/mobile/profile", json: #"{"displayName":"A"}"#)
            let faults: [(field: String, value: String, words: String)] = [
                ("timeZone", "Mars/Olympus", "No such time zone."), ("timeZone", "JST", "No such time zone."),
                ("displayName", String(repeating: "x", count: 201), "At most 200 characters"),
                ("sleepLocation", "a\u{7}", "At most 200 characters"),
                ("focus_other", String(repeating: "x", count: 101), "At most 16"),
            ]
            for fault in faults {
                try await browser.visit("/me/profile")
                try await browser.submit(
                    "/me/profile", Self.whole.filter { $0.0 != fault.field } + [(fault.field, fault.value)])
                #expect(browser.page.status == 400 && browser.page.body.contains(fault.words), "\(fault.field)")
                #expect(browser.page.body.contains("Not saved"), "\(fault.field)")
                if fault.field != "sleepLocation" { #expect(browser.page.body.contains("value=\"Loft\"")) }
                if fault.field != "focus_other" {
                    #expect(browser.page.body.contains("aria-describedby=\"\(fault.field)-error\""))
                }
            }
            let read = try await speaker.get("/mobile/profile")
            #expect(read.number("version") == 1)
        }
    }

    @Test(
        "A proposal is not on the speaker until it names that version",
        arguments: DatabaseKind.allCases)
    func proposal(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let browser = household.browser
            try await browser.visit("/me/habits")
            #expect(browser.page.body.contains("Your speaker has not told of any habit yet."))
            let (one, two) = (
                try await household.connect("speaker-1", name: "Bedroom"),
                try await household.connect("speaker-2", name: "Loft")
            )
            _ = try await one.send(
                "PUT", "/mobile/profile",
                json: #"""
                    {"habits":[{"id":"wake","at":"06:00","days":["mon","tue"],"sound":"x"},{"id":"reading","at":"21:30"},
                    {"id":"odd","at":"late"},{"at":"07:00"}]}
                    """#)
            try await browser.visit("/me/habits")
            #expect(browser.page.body.contains("Not on your speaker yet: Loft"))
            #expect(browser.page.body.contains("Waking up<br><small>06:00, Mon, Tue</small>"))
            #expect(browser.page.body.contains("reading<br><small>21:30, every day</small>"))
            #expect(!browser.page.body.contains("edit=odd"))
            // It has read it now, and has it when it says so.
            _ = try await two.get("/mobile/profile")
            try await browser.visit("/me/habits")
            #expect(browser.page.body.contains("Not on your speaker yet: Loft"))
            _ = try await two.get("/mobile/profile", headers: [("If-None-Match", "\"1\"")])
            try await browser.visit("/me/habits")
            #expect(browser.page.body.contains("All of your speakers have seen this."))
            try await browser.visit("/me/habits?edit=wake")
            #expect(browser.page.body.contains("name=\"day_mon\" value=\"yes\" checked"))
            for (typed, words) in [
                ([("at", "24:00"), ("day_mon", "yes")], "A time is 00:00 to 23:59."),
                ([("at", "07:00")], "Choose at least one day."),
            ] {
                try await browser.submit("/me/habits", typed)
                #expect(browser.page.body.contains(words))
            }
            household.talks.advance(minutes: 1)
            try await browser.submit("/me/habits", [("at", "06:30"), ("day_mon", "yes"), ("day_sun", "yes")])
            #expect(browser.page.body.contains("Not on your speaker yet: Bedroom, Loft"))
            #expect(browser.page.body.contains("06:30, Mon, Sun"))
            let read = try await one.get("/mobile/profile", headers: [("If-None-Match", "\"1\"")])
            #expect(
                read.body.contains(
                    #""habits":[{"id":"wake","at":"06:30","sound":"x","days":["mon","sun"]},{"id":"reading","at":"21:30"},"#
                ))
            _ = try await one.get("/mobile/profile", headers: [("If-None-Match", "\"2\"")])
            try await browser.visit("/me/habits")
            #expect(browser.page.body.contains("Not on your speaker yet: Loft"))
            let unchanged = try await two.get("/mobile/profile", headers: [("If-None-Match", "\"2\"")])
            #expect(unchanged.status == 304)
            try await browser.visit("/me/habits")
            #expect(browser.page.body.contains("All of your speakers have seen this."))
            // One that has gone meanwhile.
            try await browser.visit("/me/habits?edit=reading")
            household.talks.advance(minutes: 1)
            _ = try await one.send("PUT", "/mobile/profile", json: #"{"habits":[{"id":"wake","at":"06:30"}]}"#)
            try await browser.submit("/me/habits", [("at", "20:00"), ("day_mon", "yes")])
            #expect(browser.page.body.contains("That habit is not there any more."))
        }
    }
}
