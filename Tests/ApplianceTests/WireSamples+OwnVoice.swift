import Bedside

extension WireSamples {
    static let voiceCommands: [VoiceCommand] = [.report, .learn, .giveUp, .use(.own), .use(.standard), .delete]

    static let voiceReplies: [VoiceReply] = [
        .report(
            VoiceReport(
                standing: VoiceStanding(
                    choice: .own, chosenAt: at, madeAt: at, isInUse: true, isLearning: true, isSending: true,
                    deletions: [
                        VoiceDeletion(
                            id: "voc_1", gateway: "https://gateway.example", user: "u_1", askedAt: at, lastTriedAt: at,
                            isAccepted: true)
                    ], isDeletionLate: true, holdsRecordings: true),
                consent: VoiceConsent(text: words, language: .japanese, sha256: "c0", givenAt: at),
                receipts: VoiceTakeKind.allCases.map {
                    VoiceReceipt(file: 7, kind: $0, sha256: "d0", made: at, sent: at, destroyed: nil)
                },
                learning: VoiceLearningStanding(
                    stage: .recording, kind: .sample, attempt: 2, text: words, fault: .short, mayBeTwo: true),
                outcome: .failed(.otherWords))),
        .report(
            VoiceReport(
                standing: VoiceStanding(
                    choice: .standard, chosenAt: nil, madeAt: nil, isInUse: false, isLearning: false,
                    isSending: false, deletions: [], isDeletionLate: false, holdsRecordings: false),
                consent: nil, receipts: [], learning: nil, outcome: .learned)),
    ]

    private static let at = CivilTime(seconds: 9)
    private static let file = VoiceRecording(number: 7, milliseconds: 9000, sha256: "d0")

    static let voiceEvents: [VoiceKeeper.Event] = [
        .checked(.ready), .checked(.taken(id: "voc_1")), .checked(.taken(id: nil)), .checked(.signedOut),
        .recorded(.kept(file, mayBeTwo: true), take: 1), .recorded(.short, take: 2),
        .transcribed(PrivateText(""), take: 1), .transcribed(nil, take: 1), .compared(isSame: true, take: 1),
        .sent(.made(id: "voc_1"), upload: 1), .sent(.taken, upload: 2), .sent(.failed(retryAfterSeconds: 9), upload: 3),
        .destroyed(file: 7, isDone: true), .swept(isDone: false), .found(.ready(id: "voc_1"), search: 1),
        .found(.absent, search: 2), .found(.failed(retryAfterSeconds: nil), search: 3),
        .deletion(.gone, id: "voc_1", thousandth: 7), .deletion(.accepted, id: "voc_1", thousandth: 8),
        .deletion(.failed(retryAfterSeconds: 60), id: "voc_1", thousandth: 9), .fetched(.ready, task: 1),
        .fetched(.failed(retryAfterSeconds: 60), task: 2), .fetched(.unknownVoice, task: 3),
    ]
}
