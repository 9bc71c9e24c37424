import TestKit
import Testing

@testable import Bedside

/// MIND-6: two sets of 120 sentences about a day, each by a writer who has not seen the lexicon.
///
/// The test prints counts and no sentence, so that work on the lexicon can go on without reading them.
@Suite(.requirement("MIND-6"))
struct HeldOutReflectionsTests {
    /// The least shares by either rating, as measured. The aims are 0.8 and 0.95, and a theme in every line.
    @Test(arguments: [("reflections.jsonl", 0.88, 0.95), ("reflections-2.jsonl", 0.83, 0.95)])
    func aFittingThemeIsFoundInWordsThatTheLexiconHasNotSeen(file: String, first: Double, three: Double) throws {
        let reflections = try Reflections(file: file)
        #expect(reflections.lines.count == 120)
        print("held-out set \(file)\n\(reflections.table)")
        for rating in [0, 1] {
            let score = reflections.score(rating: rating)
            #expect(score.unfound == 0)
            #expect(score.firstShare >= first && score.threeShare >= three, "rating \(rating)\n\(reflections.table)")
        }
    }
}
