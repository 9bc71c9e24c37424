import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

extension DriverTests {
    /// What the microphone's side of a line does to echo and to the owner's voice, in a room that is the same on every
    /// machine and under every load (`RoomCard`). The figures are for the whole path, exact to the decibel.
    @Suite(.requirement("SOUND-3")) struct RoomTests {
        /// A line on a card, with the companion speaking.
        private struct Conversation {
            let card: RoomCard
            let events = EventBox()
            let tap = EchoTap()
            let voice = TestLine(SpeechMaterial.companion)
            let driver: SoundDriver

            init(delayMilliseconds: Int) throws {
                card = try RoomCard(delayMilliseconds: delayMilliseconds)
                let events = events
                driver = SoundDriver(
                    configuration: SoundConfiguration(
                        outputs: [OutputDevice(name: card.name)], inputs: [InputDevice(name: card.name)]),
                    post: { events.add($0) }, log: { _, line in events.log(line) })
                driver.listen(true)
                driver.openLine(voice.line, output: 0, volumePercent: 80, tap: tap)
            }

            var wasVoiceHeard: Bool { events.events.contains(.voice(isActive: true)) }

            /// The card's time, and with it everything that is heard, may stand still for a while, but it comes.
            func runs(seconds: Double) -> Bool { waitUntil(seconds: 60) { tap.clean.count >= Int(seconds * 48_000) } }
        }

        @Test(arguments: [0, 60, 110]) func theCompanionsOwnVoiceDoesNotComeBack(roomMilliseconds: Int) throws {
            let conversation = try Conversation(delayMilliseconds: roomMilliseconds)
            let (driver, tap) = (conversation.driver, conversation.tap)
            #expect(conversation.runs(seconds: 7))
            let near = tap.near.drain()
            let clean = tap.clean.drain()
            let later = stride(from: 3 * 48_000, to: 7 * 48_000, by: 24_000).map { $0..<$0 + 24_000 }
            let enhancements = later.filter { power(near[$0]) > -45 }.map { power(near[$0]) - power(clean[$0]) }
                .sorted()
            let counters = driver.counters()
            #expect(enhancements.count >= 6, "the test needs an echo at the microphone")
            #expect(enhancements[enhancements.count / 2] >= 30, "\(enhancements) \(counters)")
            // Nobody spoke, and no voice was detected.
            #expect(!conversation.wasVoiceHeard)
            #expect(counters.isLineOpen && counters.echoEngine == EchoEngine.preferred.libraryName)
            #expect((counters.echoEnhancementDB ?? 0) > 15)
            #expect(counters.echoDelayMilliseconds != nil)
            #expect(conversation.voice.captured.count >= 7 * 48_000 - 960)
            #expect(counters.underruns == 0 && counters.overruns == 0, "\(counters)")
            driver.shutDown()
        }

        @Test func theOwnerIsHeardWhileTheCompanionSpeaks() throws {
            let conversation = try Conversation(delayMilliseconds: 40)
            let events = conversation.events
            #expect(conversation.runs(seconds: 6))
            #expect(!conversation.wasVoiceHeard)
            let end = conversation.card.speak(SpeechMaterial.owner.map { $0 * 0.8 })
            #expect(waitUntil(seconds: 30) { conversation.wasVoiceHeard })
            #expect(conversation.card.time < end)
            #expect(waitUntil(seconds: 60) { events.events.last == .voice(isActive: false) })
            #expect(events.events.count == 2, "\(events.events)")
            conversation.driver.shutDown()
        }

        @Test(.requirement("GUARD-5")) func theDoctorMeasuresTheEcho() throws {
            // The devices' reports are of the machine's clock, so a machine that stands still spoils the figures: then
            // it is measured again, and the last time only to a verdict.
            for attempt in 1...4 {
                let card = try RoomCard(delayMilliseconds: 60)
                let standstill = Standstill.begin()
                let report = try SoundCheck.echo(
                    output: OutputDevice(name: card.name), input: InputDevice(name: card.name))
                let wasDisturbed = Standstill.seconds(since: standstill) > 0
                if wasDisturbed, attempt < 4 { continue }
                #expect(report.verdict == .measured && !report.engine.isEmpty && report.gaps == 0, "\(report)")
                if wasDisturbed { return }
                #expect(abs((report.echoReturnLossDB ?? 99) - 5.3) < 1, "\(report)")
                #expect((report.enhancementDB ?? 0) > 20, "\(report)")
                #expect(abs((report.delayMilliseconds ?? 0) - 60) < 3, "\(report)")
                return
            }
        }

        @Test(.requirement("GUARD-5")) func theDoctorNoticesAnInterruptedMeasurement() throws {
            let card = try RoomCard(delayMilliseconds: 60)
            card.fail(.xrun, frames: 0, at: 4 * 48_000)
            let report = try SoundCheck.echo(
                output: OutputDevice(name: card.name), input: InputDevice(name: card.name))
            #expect(report.gaps > 0, "\(report)")
        }

        /// The same with more kinds of gaps, on virtual time: `EchoGapTests`.
        @Test(arguments: [(.pause, 72), (.lose, 480), (.xrun, 0)] as [(RoomCard.Fault, Int)])
        func whatIsLeftOfTheEchoAfterAGapIsNotAVoice(fault: RoomCard.Fault, frames: Int) throws {
            let conversation = try Conversation(delayMilliseconds: 40)
            #expect(conversation.runs(seconds: 6))
            conversation.card.fail(fault, frames: frames)
            #expect(conversation.runs(seconds: 9))
            #expect(!conversation.wasVoiceHeard, "\(conversation.driver.counters())")
            let counters = conversation.driver.counters()
            #expect(counters.underruns == (fault == .xrun ? 1 : 0) && counters.overruns == 0, "\(counters)")
            conversation.driver.shutDown()
        }
    }
}
