import Bedside

extension Transcript {
    /// Cuts the running answers, at a forced change-over or when the connection is lost, to what was heard of them.
    mutating func interruptLast(voices: VoiceState, kind: TransportKind, playout: Playout) {
        let running = voices.all.filter { !$0.isCut }
        if kind == .webSocket, let playing = playout.item,
            running.contains(where: { $0.items.contains { $0.id == playing.id } })
        {
            // Items are played in order: those before the playing one were heard whole, those after it not at all.
            let following = running.flatMap(\.items).drop { $0.id != playing.id }
            for item in following {
                let played = item.id == playing.id ? playing.playedMilliseconds : 0
                if item.isAudioDone, item.receivedBytes > 0, played >= item.receivedMilliseconds { continue }
                interrupt(item: item.id, heardMilliseconds: played)
            }
            return
        }
        // Listening time is counted for the first answer; what exceeds its length was heard of the ones after it. A
        // stopped answer was streamed completely, and at most its end is lost.
        var left = 0
        for voice in running where kind == .webSocket || !voice.isStopped {
            left += voice.heard.milliseconds
            for item in voice.items {
                let total = entry(item: item.id)?.estimatedMilliseconds ?? 0
                if left < total || left == 0 { interrupt(item: item.id, heardMilliseconds: left) }
                left = max(0, left - total)
            }
        }
    }
}
