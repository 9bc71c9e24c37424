import TestKit
import Testing

@testable import Bedside

/// MIND-6: 120 sentences about a day, written by somebody who has not seen the lexicon.
///
/// Whoever works on the lexicon reads counts here and never the sentences: the test prints none.
@Suite(.requirement("MIND-6"))
struct HeldOutReflectionsTests {
    @Test func aFittingThemeIsFoundInWordsThatTheLexiconHasNotSeen() throws {
        let reflections = try Reflections(file: "reflections.jsonl")
        #expect(reflections.lines.count == 120)
        let score = reflections.score()
        print("held-out set\n\(reflections.table)")
        // What the lexicon reaches; it must not get worse.
        #expect(score.firstShare >= 0.69 && score.threeShare >= 0.85, "\(reflections.table)")
        withKnownIssue("The aim is 80 % and 95 %; English indirect speech is what is missed most") {
            #expect(score.firstShare >= 0.8 && score.threeShare >= 0.95)
        }
    }
}
