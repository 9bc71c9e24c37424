import RealtimeTestKit
import TestKit
import Testing

@testable import PeerConnection

@Suite struct DataChannelMachineTests {
    private typealias Identifier = DataChannelMachine.Identifier

    private static let acknowledgement: [UInt8] = [2]
    private static let openA: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 65]

    private func up(isClient: Bool, limit: Int = 1000) -> DataChannelMachine {
        var machine = DataChannelMachine(maximumMessageBytes: limit)
        _ = machine.create(label: "A")
        _ = machine.associationUp(isClient: isClient, streams: 64)
        return machine
    }

    private func open(isClient: Bool, limit: Int = 1000) -> DataChannelMachine {
        var machine = up(isClient: isClient, limit: limit)
        _ = machine.receive(
            stream: isClient ? 0 : 1, identifier: Identifier.establishment, Self.acknowledgement)
        return machine
    }

    @Test func asksOnAnEvenStreamAsClientAndOnAnOddOneAsServer() {
        for (isClient, stream) in [(true, UInt16(0)), (false, UInt16(1))] {
            var machine = DataChannelMachine(maximumMessageBytes: 1000)
            #expect(machine.create(label: "A").isEmpty)
            #expect(
                machine.associationUp(isClient: isClient, streams: 64) == [
                    .send(stream: stream, protocolIdentifier: 50, bytes: Self.openA)
                ])
        }
    }

    @Test func isOpenOnAcknowledgementOnceAndOnFirstMessageWithoutIt() {
        var machine = up(isClient: false)
        #expect(machine.receive(stream: 1, identifier: 50, Self.acknowledgement) == [.opened(label: "A")])
        #expect(machine.receive(stream: 1, identifier: 50, Self.acknowledgement) == [])
        var other = up(isClient: false)
        #expect(
            other.receive(stream: 1, identifier: 51, [104, 105])
                == [.opened(label: "A"), .message(label: "A", .text("hi"))])
    }

    @Test func takesThePeersChannelAndAcknowledgesIt() {
        var machine = DataChannelMachine(maximumMessageBytes: 1000)
        _ = machine.associationUp(isClient: true, streams: 64)
        #expect(
            machine.receive(stream: 5, identifier: 50, Self.openA) == [
                .send(stream: 5, protocolIdentifier: 50, bytes: [2]), .opened(label: "A"),
            ])
        #expect(
            machine.send(.text("x"), label: "A") == .success(.send(stream: 5, protocolIdentifier: 51, bytes: [120])))
    }

    @Test func sendsTheFourKindsOfMessageByTheirIdentifiers() {
        let machine = open(isClient: true)
        func sent(_ message: PeerMessage) -> DataChannelMachine.Action? { try? machine.send(message, label: "A").get() }
        #expect(sent(.text("é")) == .send(stream: 0, protocolIdentifier: 51, bytes: [0xC3, 0xA9]))
        #expect(sent(.text("")) == .send(stream: 0, protocolIdentifier: 56, bytes: [0]))
        #expect(sent(.binary([1])) == .send(stream: 0, protocolIdentifier: 53, bytes: [1]))
        #expect(sent(.binary([])) == .send(stream: 0, protocolIdentifier: 57, bytes: [0]))
        #expect(machine.send(.text("x"), label: "B") == .failure(.unknownChannel("B")))
    }

    @Test func takesTheFourKindsOfMessageAndIgnoresOthers() {
        var machine = open(isClient: true)
        #expect(machine.receive(stream: 0, identifier: 51, [0xC3, 0xA9]) == [.message(label: "A", .text("é"))])
        #expect(machine.receive(stream: 0, identifier: 56, [0]) == [.message(label: "A", .text(""))])
        #expect(machine.receive(stream: 0, identifier: 53, [9]) == [.message(label: "A", .binary([9]))])
        #expect(machine.receive(stream: 0, identifier: 57, [0]) == [.message(label: "A", .binary([]))])
        #expect(machine.receive(stream: 0, identifier: 1234, [1]) == [])
        #expect(machine.receive(stream: 8, identifier: 51, [1]) == [])
        #expect(machine.ignoredMessages == 2)
    }

    @Test func putsPiecesTogetherPerStream() {
        var machine = open(isClient: true)
        _ = machine.receive(stream: 5, identifier: 50, [3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 66])
        #expect(machine.receive(stream: 0, identifier: 53, [1, 2], isEnd: false) == [])
        #expect(machine.receive(stream: 5, identifier: 53, [8], isEnd: false) == [])
        #expect(machine.receive(stream: 0, identifier: 53, [3]) == [.message(label: "A", .binary([1, 2, 3]))])
        #expect(machine.receive(stream: 5, identifier: 53, [9]) == [.message(label: "B", .binary([8, 9]))])
    }

    @Test func endsTheAssociationOverTheLimitWhetherInOnePieceOrInMany() {
        var machine = open(isClient: true, limit: 10)
        let ten = [UInt8](repeating: 1, count: 10)
        #expect(machine.receive(stream: 0, identifier: 53, ten) == [.message(label: "A", .binary(ten))])
        #expect(
            machine.receive(stream: 0, identifier: 53, ten + [1]) == [.fail(.messageTooLarge(limitBytes: 10))])
        #expect(machine.receive(stream: 0, identifier: 53, ten, isEnd: false) == [])
        #expect(
            machine.receive(stream: 2, identifier: 53, [1], isEnd: false) == [.fail(.messageTooLarge(limitBytes: 10))])
    }

    @Test func answersAResetByItsOwnAndForgetsTheChannel() {
        var machine = open(isClient: true)
        #expect(machine.peerReset(streams: [0, 7]) == [.reset(stream: 0), .closed(label: "A")])
        #expect(machine.peerReset(streams: [0]) == [])
        #expect(machine.openLabels == [])
    }

    @Test func closesOnceAndFreesTheStreamWhenThePeerHasAnswered() {
        var machine = open(isClient: true)
        #expect(machine.close(label: "A") == [.reset(stream: 0), .closed(label: "A")])
        #expect(machine.close(label: "A") == [])
        #expect(machine.receive(stream: 0, identifier: 51, [65]) == [])
        #expect(machine.peerReset(streams: [0]) == [])
        #expect(
            machine.create(label: "A") == [.send(stream: 0, protocolIdentifier: 50, bytes: Self.openA)])
    }

    @Test(.requirement("GUARD-6")) func refusesBrokenEstablishmentWithoutTrapping() {
        for bytes: [UInt8] in [
            [3], [3, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 65], [3, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255], [9],
        ] {
            var machine = DataChannelMachine(maximumMessageBytes: 1000)
            _ = machine.associationUp(isClient: true, streams: 64)
            #expect(machine.receive(stream: 3, identifier: 50, bytes) == [.reset(stream: 3)])
        }
    }

    @Test(.requirement("GUARD-6")) func boundsHowManyChannelsAPeerMayOpen() {
        var machine = DataChannelMachine(maximumMessageBytes: 1000)
        _ = machine.associationUp(isClient: true, streams: 64)
        for stream in 0..<UInt16(DataChannelMachine.maximumChannels) {
            #expect(machine.receive(stream: stream, identifier: 50, Self.openA).count == 2)
        }
        #expect(machine.receive(stream: 40, identifier: 50, Self.openA) == [.reset(stream: 40)])
    }

    @Test(.requirement("GUARD-6")) func survivesAnyBytesOnAnyStream() {
        var random = SplitMix(seed: 42)
        var machine = open(isClient: true, limit: 500)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let identifiers: [UInt32] = [50, 51, 53, 56, 57, 0, 99]
            let actions = machine.receive(
                stream: UInt16.random(in: 0...6, using: &random),
                identifier: identifiers.randomElement(using: &random) ?? 50, bytes,
                isEnd: Bool.random(using: &random))
            #expect(actions.count <= 2)
            ([UInt8.random(in: 0...6, using: &random), 0, 0, 0, 40] + bytes).withUnsafeBytes {
                ParserEntryPoints.dataChannel($0)
            }
            if Int.random(in: 0...9, using: &random) == 0 {
                _ = machine.peerReset(streams: [UInt16.random(in: 0...6, using: &random)])
            }
        }
    }
}

extension DataChannelMachine {
    fileprivate mutating func receive(
        stream: UInt16, identifier: UInt32, _ bytes: [UInt8], isEnd: Bool = true
    ) -> [Action] {
        bytes.withUnsafeBytes {
            receive(stream: stream, protocolIdentifier: identifier, bytes: $0, isEnd: isEnd)
        }
    }
}
