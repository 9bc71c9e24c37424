import TestKit
import Testing

@testable import Bedside

struct StructureTests {
    /// What is one idea has a type of its own, beside its rules; the machine only holds them.
    @Test func theMachineHoldsFewFields() throws {
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T20:00")))
        let bedside = VirtualBedside(at: start)
        bedside.powerOn()
        let machine = try #require(bedside.machine)
        let fields = Mirror(reflecting: machine).children.compactMap(\.label)
        #expect(!fields.isEmpty && fields.count <= 15, "\(fields)")
    }
}
