import Bedside
import TestKit
import Testing

@testable import Appliance

/// `anicca affirmation` as the owner types it (MIND-7, GUARD-1).
@Suite(.requirement("MIND-7", "GUARD-1")) struct AffirmationCommandTests {
    /// Arguments are seen by every user of the machine.
    @Test func aPhraseAndItsReadingAreReadFromStandardInput() throws {
        let program = try Program()
        let added = try program.run(
            "affirmation", "add", "-", "--kana", "-", "--json", input: "疲れても、また戻れる。\nつかれても、また もどれる。\n")
        #expect(added.code == 0, "\(added.errors)")
        #expect(added.output.contains("\"text\":\"疲れても、また戻れる。\""), "\(added.output)")
        #expect(added.output.contains("\"kana\":\"つかれても、また もどれる。\""), "\(added.output)")
        // The reading alone.
        let again = try program.run("affirmation", "add", "疲れても、また戻れる。", "--kana", "-", "--json", input: "つかれても。\n")
        #expect(again.code == 0 && again.output.contains("\"kana\":\"つかれても。\""), "\(again.output) \(again.errors)")
        // Without one, it has to be sayable.
        let empty = try program.run("affirmation", "add", "-", "--kana", "-", input: "疲れても\n")
        #expect(empty.code != 0)
    }
}
