import ApplianceTestKit
import Bedside
import Cloud
import Realtime
import Recording
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// What happens to a call before any service is contacted (TALK-5): each kind of failure is reported at once, for its
/// own call.
@Suite(.requirement("TALK-5")) struct OnlineCompanionTests {
    private final class Told: Sendable {
        let events = Mutex<[Event]>([])
    }

    private let folder: TemporaryFolder
    private let line = FakeLine()
    private let told = Told()
    private let companion: OnlineCompanion
    private let status: Status

    init() throws {
        let folder = try TemporaryFolder()
        let told = told
        // Nobody answers there.
        var settings = CompanionSettings()
        settings.baseURL = "http://127.0.0.1:9/v1"
        companion = OnlineCompanion(
            settings: settings,
            files: CompanionFiles(
                prompts: PromptFiles(shared: SharedFolders(root: folder.path)), stateFolder: folder.path,
                log: { _, _ in }),
            account: GatewayAccount(
                files: GatewayFiles(stateFolder: folder.path),
                post: { event in told.events.withLock { $0.append(event) } }, log: { _, _ in }),
            sound: line, tap: TalkTap(), found: { _ in }, post: { event in told.events.withLock { $0.append(event) } },
            say: { _ in }, log: { _, _ in })
        self.folder = folder
        let now = SystemClock.now()
        var machine = Bedside(
            configuration: Configuration(clockFloor: BuildInfo.clockFloor), durable: Durable(), zone: .utc,
            isClockSynchronized: true, at: now)
        _ = machine.start(at: now)
        status = machine.status(at: now)
    }

    private func request(_ number: Int, _ wanted: Companion = .openai) -> ConversationRequest {
        var request = ConversationRequest(call: number, companion: wanted, habit: nil)
        request.status = status
        return request
    }

    private func find(
        _ number: Int, _ key: Result<Credential?, CredentialError>, _ wanted: Companion = .openai
    ) {
        companion.take(
            CompanionFiles.Found(
                purpose: .connect, request: ConversationRequest(call: number, companion: wanted, habit: nil),
                language: .english, instructions: "", helpLines: HelpLines(countries: [:]), key: key))
    }

    private var failures: [Event] { told.events.withLock { $0 } }

    @Test(.requirement("ACCOUNT-4")) func withoutATokenTheGatewayIsUnavailable() {
        companion.connect(request(3, .gateway))
        find(3, .success(nil), .gateway)
        #expect(failures == [.conversation(.failed(.unavailable), call: 3)])
    }

    /// What is heard, shown and advised of it names neither the network nor the key.
    @Test(.requirement("GUARD-5", "GUARD-7")) func aMissingLibraryIsNeitherTheNetworkNorTheKey() {
        #expect(ConversationFailure(RealtimeFailure.incomplete("libnice.so.10")) == .incomplete)
        #expect(ConversationFailure(HTTPFailure.incomplete("libcurl.so.4")) == .incomplete)
        #expect(Finding.ServiceFault(.quota) == .quota && Finding.ServiceFault(.timedOut(.connected)) == .network)
        #expect(Finding.ServiceFault(.refused(code: "model_not_found")) == .settings)
        #expect(Finding.ServiceFault(.provider(status: 503)) == .service)
    }

    @Test func withoutAKeyThereIsNoOnlineCompanion() {
        companion.connect(request(4))
        find(4, .success(nil))
        #expect(failures == [.conversation(.failed(.unavailable), call: 4)])
    }

    @Test func aCheckThatNobodyWaitsForAnyMoreIsIgnored() {
        companion.connect(request(5))
        companion.disconnect(isFinal: true)
        find(5, .success(nil))
        companion.connect(request(6))
        find(5, .success(nil))
        #expect(failures.isEmpty)
    }

    /// The memory hears a talk through the rules (MIND-3).
    @Test(.requirement("MIND-3")) func theWordsOfBothSidesReachTheRules() {
        func event(_ speaker: Turn.Speaker) -> ConversationEvent? {
            ConversationEvent.of(.turn(id: 4, Turn(number: 2, speaker: speaker, text: "word")))?.event
        }
        #expect(event(.owner) == .said(.owner, PrivateText("word"), turn: 2))
        #expect(event(.companion) == .said(.companion, PrivateText("word"), turn: 2))
        #expect(ConversationEvent.of(.turn(id: 4, Turn(speaker: .owner, text: "word")))?.call == 4)
    }

    @Test func theEndOfACallClosesSpeakerAndMicrophone() throws {
        companion.connect(request(7))
        find(7, .success(Credential("sk-stand-in")))
        companion.open(CallOpening(call: 7, output: 0, volumePercent: 60))
        #expect(line.isOpen && companion.hasLine)
        companion.disconnect(isFinal: false)
        #expect(!line.isOpen && !companion.hasLine)
        companion.shutDown()
    }

    /// A call that comes to nothing while the owner records a plan for tomorrow.
    @Test(.requirement("MIND-1")) func aCallThatWasNeverOpenedLeavesTheLineToWhoeverHasIt() {
        line.isOpen = true
        companion.connect(request(8))
        find(8, .success(nil))
        companion.disconnect(isFinal: false)
        companion.disconnect(isFinal: true)
        #expect(line.isOpen && line.closings == 0)
    }

    @Test func theOfflineCompanionIsNotSupervised() {
        companion.check(.offline, gateway: nil)
        companion.check(.gateway, gateway: nil)
        #expect(eventually { !failures.isEmpty })
        #expect(failures == [.companionChecked(.unavailable)])
    }
}
