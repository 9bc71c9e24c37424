import Bedside
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

@Suite(.requirement("ALARM-6")) struct ZoneTests {
    /// A separate system: two zones, a link, a Debian name file.
    struct System {
        let folder = try? TemporaryFolder()
        var root: String { folder?.path ?? "/nonexistent" }
        func sources(override: String? = nil) -> ZoneSources {
            ZoneSources(
                override: override, folder: root + "/zoneinfo", localtime: root + "/etc/localtime",
                timezone: root + "/etc/timezone")
        }
        init() throws {
            let folder = try #require(folder)
            try folder.write("zoneinfo/Test/East", zoneFile(offsetSeconds: 3600))
            try folder.write("zoneinfo/Test/West", zoneFile(offsetSeconds: -7200))
            try folder.write("zoneinfo/UTC", zoneFile(offsetSeconds: 0))
            try folder.write("etc/hostname", "x")
        }
        func link(to zone: String) throws {
            let temporary = root + "/etc/localtime.new"
            try #require(symlink("/somewhere/zoneinfo/" + zone, temporary) == 0)
            try #require(rename(temporary, root + "/etc/localtime") == 0)
        }
        /// Replaces the file as dpkg does.
        func replace(_ zone: String, with bytes: [UInt8]) throws {
            try folder?.write("zoneinfo/\(zone).dpkg-new", bytes)
            try #require(rename(root + "/zoneinfo/\(zone).dpkg-new", root + "/zoneinfo/\(zone)") == 0)
        }
    }

    @Test func findsTheZoneByEnvironmentThenLinkThenNameFileThenUTC() throws {
        let system = try System()
        #expect(system.sources().locate().name == "UTC")
        try system.folder?.write("etc/timezone", "Test/West\n")
        #expect(system.sources().locate().name == "Test/West")
        try system.link(to: "Test/East")
        #expect(system.sources().locate() == .init(name: "Test/East", path: system.root + "/zoneinfo/Test/East"))
        #expect(system.sources(override: "Test/West").locate().name == "Test/West")
        #expect(system.sources(override: ":Test/West").locate().name == "Test/West")
        let absolute = system.root + "/zoneinfo/Test/West"
        #expect(system.sources(override: absolute).locate() == .init(name: "Test/West", path: absolute))
    }

    @Test(arguments: ["../../etc/passwd", "/../UTC", "", "Test//East", "Test/", ".", "Te st", "a\u{0}b"])
    func namesThatLeaveTheFolderAreNotZones(name: String) throws {
        #expect(!SystemZone.isZoneName(name))
        #expect(try System().sources(override: name).locate().name == "UTC")
    }

    @Test func aPosixStringInTheEnvironmentIsAZone() throws {
        let (rules, problem) = SystemZone.load(try System().sources(override: "CET-1CEST,M3.5.0,M10.5.0/3"))
        #expect(problem == nil)
        #expect(rules.offset(at: CivilTime(seconds: 1_785_000_000)) == 7200)
    }

    @Test func anUnknownZoneInTheEnvironmentIsReportedAndIgnored() throws {
        let system = try System()
        try system.link(to: "Test/East")
        let (rules, problem) = SystemZone.load(system.sources(override: "Nowhere/Land"))
        #expect(rules.name == "Test/East")
        #expect(problem?.english.contains("Nowhere/Land") == true)
    }

    @Test func aZoneByNameOrOneClearError() throws {
        let system = try System()
        #expect(try SystemZone.load(name: "Test/East", sources: system.sources()).name == "Test/East")
        #expect(throws: ZoneReadError.unknown("Europe/Atlantis")) {
            try SystemZone.load(name: "Europe/Atlantis", sources: system.sources())
        }
        try system.folder?.write("zoneinfo/Broken", "TZif but not really")
        do throws(ZoneReadError) {
            _ = try SystemZone.load(name: "Broken", sources: system.sources())
            Issue.record("a broken file was taken for a zone")
        } catch {
            #expect("\(error)".contains("Broken"))
        }
    }

    @Test func reportsAChangedLinkAndUpgradedRules() throws {
        let system = try System()
        try system.link(to: "Test/East")
        let reactor = try Reactor()
        var changes: [ZoneRules] = []
        var problems: [String] = []
        let watcher = try ZoneWatcher(
            sources: system.sources(), reactor: reactor, onChange: { changes.append($0) },
            onProblem: { problems.append($0) })
        #expect(watcher.rules.name == "Test/East")
        #expect(watcher.problem == nil)

        try system.link(to: "Test/West")
        try turn(reactor) { changes.count == 1 }
        #expect(changes.last?.name == "Test/West")

        try system.replace("Test/West", with: zoneFile(offsetSeconds: -3600))
        try turn(reactor) { changes.count == 2 }
        #expect(changes.last?.offset(at: CivilTime(seconds: 0)) == -3600)

        // The same rules written again, and another zone's file: nothing to report.
        try system.replace("Test/West", with: zoneFile(offsetSeconds: -3600))
        try system.replace("Test/East", with: zoneFile(offsetSeconds: 60))
        try turn(reactor, milliseconds: 100) { false }
        #expect(changes.count == 2)

        // Half an upgrade: the old rules stay until the rest comes.
        try system.replace("Test/West", with: Array("TZif".utf8))
        try turn(reactor) { !problems.isEmpty }
        #expect(changes.count == 2)
        #expect(watcher.rules.offset(at: CivilTime(seconds: 0)) == -3600)
        try system.replace("Test/West", with: zoneFile(offsetSeconds: 1800))
        try turn(reactor) { changes.count == 3 }
        #expect(watcher.rules.offset(at: CivilTime(seconds: 0)) == 1800)

        // The file is gone, as after an upgrade that moves old names into a package of their own.
        problems = []
        try #require(unlink(system.root + "/zoneinfo/Test/West") == 0)
        try turn(reactor) { !problems.isEmpty }
        #expect(changes.count == 3 && watcher.problem != nil)
        #expect(watcher.rules.offset(at: CivilTime(seconds: 0)) == 1800)
    }

    /// A machine that is told its zone and has no rules for it is not in UTC.
    @Test(arguments: [true, false]) func aZoneWhoseFileIsGoneIsReported(isLink: Bool) throws {
        let system = try System()
        if isLink {
            try system.link(to: "Test/Gone")
        } else {
            try system.folder?.write("etc/timezone", "Test/Gone\n")
        }
        let (rules, problem) = SystemZone.load(system.sources())
        #expect(rules == .utc && problem?.english.contains("Test/Gone") == true)
    }

    @Test func utcByItsOtherNameIsNoProblem() throws {
        let system = try System()
        try system.link(to: "Etc/UTC")
        #expect(SystemZone.load(system.sources()).problem == nil)
    }

    @Test func reportsAZoneFolderThatAppearsLater() throws {
        let system = try System()
        try system.link(to: "Test/East")
        let root = system.root
        try #require(rename(root + "/zoneinfo", root + "/elsewhere") == 0)
        let reactor = try Reactor()
        var changes: [ZoneRules] = []
        let watcher = try ZoneWatcher(
            sources: system.sources(), reactor: reactor, onChange: { changes.append($0) }, onProblem: { _ in })
        #expect(watcher.rules == .utc)
        try #require(rename(root + "/elsewhere", root + "/zoneinfo") == 0)
        try turn(reactor) { !changes.isEmpty }
        #expect(changes.last?.name == "Test/East")
    }

    private func turn(_ reactor: Reactor, milliseconds: Int = 5000, until done: () -> Bool) throws {
        let end = SystemClock.boot() + .milliseconds(milliseconds)
        while !done(), SystemClock.boot() < end { try reactor.turn(timeoutMilliseconds: 20) }
    }
}
