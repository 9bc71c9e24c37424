import TestKit
import Testing

@testable import Bedside

/// The "I can return" form of a phrase that claims too much (V-7).
extension AffirmationTests {
    // MARK: The form (V-7)

    @Test(arguments: [
        ("I always stay calm", "I stay calm, and when I slip, I can come back."),
        ("I never lose my temper", "I can slip, and I can come back."),
        ("I'll never drink again", "I can slip, and I can come back."),
        ("I never was good", "I can slip, and I can come back."),
        ("From today I will never, ever smoke", "I can slip, and I can come back."),
        ("もう二度とお酒を飲まない", "つまずいても、また戻れる。"),
        ("I am perfect", "I can make mistakes, and I can come back."),
        ("I am the best", "I can have a bad day, and I can come back."),
        ("I'm the strongest woman in the world", "I can have a bad day, and I can come back."),
        ("Nothing can stop me all the time", "I can get tired, and I can come back."),
        ("いつも早く起きる。", "早く起きる。できない日があっても、また戻れる。"),
        ("絶対に負けない", "つまずいても、また戻れる。"),
        ("私は完璧だ", "うまくいかない日があっても、また戻れる。"),
        ("必ず毎朝五時に起きて走って勉強もする", "疲れても、また戻れる。"),
        ("自分が一番", "うまくいかない日があっても、また戻れる。"),
    ]) func anAbsolutePhraseIsOfferedAFormThatCanReturn(text: String, form: String) throws {
        let offer = try #require(AffirmationForm.offer(for: PrivateText(text)))
        #expect(offer.words == form)
        #expect(AffirmationRules.refusal(of: offer) == nil)
        // What is offered claims nothing absolute itself.
        #expect(AffirmationForm.offer(for: offer) == nil)
    }

    @Test(arguments: [
        "I can get tired, and I can come back.", "I do my best", "Breathing is enough today", "I am an honest person",
        "疲れても、また戻れる。", "今日はここまででいい", "ゆっくりでいい", "my modest forest",
    ]) func aPlainPhraseIsOfferedNothing(text: String) {
        #expect(AffirmationForm.offer(for: PrivateText(text)) == nil)
    }

    /// A form of such a phrase could be read as leave to do it.
    @Test(
        .requirement("SAFE-2"),
        arguments: [
            "I will never hurt myself again", "I never cut myself any more", "I'll never try to kill myself",
            "I always want to die", "I never give up", "もう二度と自分を傷つけない", "絶対に死なない", "決して自殺しない", "いつも死にたい",
        ]) func aPhraseThatNamesHarmIsOfferedNothingAtAll(text: String)
    {
        #expect(AffirmationForm.offer(for: PrivateText(text)) == nil)
    }

    @Test func whatWasTypedIsKeptAlthoughAnotherFormIsOffered() throws {
        let bedside = try Self.bedside()
        guard case .affirmation(.kept(let phrase, 1, let offer)) = try Self.add(bedside, "I always stay calm") else {
            return #expect(Bool(false))
        }
        #expect(phrase.text.words == "I always stay calm")
        #expect(offer != nil)
    }

    @Test func everyTextExistsInBothLanguages() {
        let texts: [AffirmationText] =
            [
                .none, .kept(place: 1), .removed, .removing, .playing, .noTimes, .needsKana, .offer("x"), .voice,
                .recorded,
                .unheard, .speakNow, .taken, .notTaken(.takeWasLong),
            ] + AffirmationText.Heading.allCases.filter { $0 != .place }.map { .heading($0) }
        let refusals: [AffirmationRefusal] = [
            .empty, .tooManyWords(13), .tooManyCharacters(31), .kana, .full, .tooManyTimes(3),
            .noSuchPhrase(4, count: 3), .noSuchPhrase(1, count: 0), .unsayable, .muted,
            .noMicrophone,
        ]
        for wording in texts.map(\.wording) + refusals.map(\.wording) {
            #expect(wording.english != wording.japanese && !wording.japanese.isEmpty)
        }
    }
}
