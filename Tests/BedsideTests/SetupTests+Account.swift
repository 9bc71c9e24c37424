import TestKit
import Testing

@testable import Bedside

/// The steps of setup about a gateway: signing in, and a plan.
extension SetupTests {
    // MARK: The account

    @Test(
        .requirement("ACCOUNT-1"), arguments: ["https://gateway.example", "gateway.example", "http://127.0.0.1:8080"])
    func whoHasAGatewaySignsIn(address: String) throws {
        var rig = try Rig(.account)
        try rig.answer("my gateway")
        #expect(rig.turn.says == [.expectedGateway] && rig.turn.question == .gateway)
        try rig.answer(address)
        #expect(rig.signIns == [address.contains("://") ? address : "https://gateway.example"])
        #expect(rig.turn.question == .signIn && rig.turn.question?.kind == .signIn)
        try rig.answer(.notSignedIn(.expired))
        #expect(rig.turn.says == [.notSignedIn(.expired)] && rig.turn.question == .gateway, "another try, or Enter")
        try rig.answer(address)
        try rig.answer(.signedIn)
        #expect(rig.turn.says == [.signedIn] && rig.turn.question == .name)
    }

    @Test(.requirement("ACCOUNT-1")) func withoutTheApplianceNobodySignsIn() throws {
        var rig = try Rig(.account)
        try rig.answer("gateway.example")
        try rig.answer(.notSignedIn(nil))
        #expect(rig.turn.says == [.signInNeedsAppliance] && rig.turn.question == .name)
    }

    @Test(.requirement("ACCOUNT-1")) func whoIsSignedInKeepsIt() throws {
        var signedIn = try Rig(.account)
        signedIn.durable.account = AccountStanding(gateway: "https://gateway.example", user: "u_1")
        try signedIn.ask(.resume)
        #expect(signedIn.turn.answerInForce == "https://gateway.example")
        try signedIn.answer("")
        #expect(signedIn.turn.question == .name && signedIn.signIns.isEmpty)
    }

    // MARK: The plan

    /// A gateway that gives minutes to everybody asks for no plan; one that does not is asked again and again, or later.
    @Test(.requirement("ACCOUNT-1")) func whereThereIsNoTalkingTimeAPlanIsAskedFor() throws {
        var rich = try Rig(.memory)
        rich.durable.account = AccountStanding(gateway: "https://gateway.example", user: "u_1")
        try rich.answer("n")
        #expect(rich.turn.question == nil && rich.turn.opening == .completion)
        for way in ["n", ""] {
            var rig = try Rig(.memory)
            rig.durable.account = AccountStanding(gateway: "https://gateway.example", user: "u_1", isHeld: true)
            try rig.answer("n")
            #expect(rig.turn.question == .plan && rig.turn.question?.kind == .planTrial)
            #expect(rig.turn.says == [.planNeeded(page: "https://gateway.example")])
            try rig.answer("")
            #expect(rig.turn.says == [.planNotYet] && rig.turn.question == .plan)
            rig.durable.account.isHeld = way == "n"
            try rig.answer(way)
            #expect(rig.turn.says == [way == "n" ? .planLater : .planThere] && rig.turn.opening == .completion)
            #expect(rig.durable.setup.step == nil)
        }
        var signedOut = try Rig(.memory)
        signedOut.durable.account = AccountStanding(gateway: "https://gateway.example", isHeld: true)
        try signedOut.answer("n")
        #expect(signedOut.turn.question == nil)
    }
}
