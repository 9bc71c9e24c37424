import Bedside

/// The sound of responses: what is still to be heard, what is audible, what was cut.
///
/// Theory of operation. The service generates an answer faster than it is spoken, so a response is over here only when
/// its sound was played. Each response has a `Voice`, kept in order in `all`; the first that is not cut is the one being
/// heard, and the time in which the speaker renders sound is counted for it. On WebSocket we hold the sound and know
/// exactly what was played. On WebRTC sound does not say which response it belongs to, so its end is inferred from the
/// service's events, from silence and from time limits. When the owner speaks over an answer it is cut, and its
/// transcript is shortened to the part that was heard.
struct VoiceState: Sendable, Equatable {
    struct Voice: Sendable, Equatable {
        struct Item: Sendable, Equatable {
            var id: String
            var contentIndex = 0
            /// WebSocket: how much of its sound was received.
            var receivedBytes = 0
            var isAudioDone = false

            var receivedMilliseconds: Int { receivedBytes / 48 }
        }
        var response: String
        var items: [Item] = []
        /// When `response.done` came.
        var doneAt: BootTime?
        /// WebRTC: the service said that it is streaming, and when it said that it has no more.
        var hasStarted = false
        var stoppedAt: BootTime?
        var isStopped: Bool { stoppedAt != nil }
        /// Cut: sound of it that still comes is thrown away.
        var isCut = false
        /// How long it was audible here, and since when.
        var heard = TimeSpan.zero
        var heardSince: BootTime?
        var audioTokens: Int?
    }

    /// Responses in order, kept until their sound was played.
    var all: [Voice] = []
    /// Sound is leaving our speaker.
    var isRendering = false
    var isSpeaking = false
    /// The answer broke off.
    var isMissing = false
    var quietSince = BootTime.zero
    var accountedAt = BootTime.zero
    /// Until then late sound is thrown away (on WebRTC, sound does not say which response it belongs to).
    var gateUntil: BootTime?
    var hasOwnerSpoken = false
    /// WebRTC: this service reports when the sound of an answer has ended.
    var tellsStop = false
    /// When sound last came during a silence that may be intended.
    var fedAt = BootTime.zero

    func index(response: String) -> Int? { all.firstIndex { $0.response == response } }
    /// The response that is audible now, or will be next.
    var sounding: Int? { all.firstIndex { !$0.isCut } }
}

extension RealtimeSession {
    mutating func addVoice(_ response: String, at now: BootTime) {
        guard voices.index(response: response) == nil else { return }
        voices.all.append(.init(response: response))
        if voices.all.count > SessionRule.maximumVoices { voices.all.removeFirst() }
        openGate()
    }

    private mutating func change(_ response: String, _ body: (inout VoiceState.Voice) -> Void) {
        guard let index = voices.index(response: response) else { return }
        body(&voices.all[index])
    }

    private mutating func changeItem(_ response: String, _ item: String, _ body: (inout VoiceState.Voice.Item) -> Void)
    {
        change(response) { voice in
            if let index = voice.items.firstIndex(where: { $0.id == item }) {
                body(&voice.items[index])
            } else if voice.items.count < EventLimits.maximumOutputItems {
                var new = VoiceState.Voice.Item(id: item)
                body(&new)
                voice.items.append(new)
            }
        }
    }

    mutating func voiceEvent(_ event: ServerEvent, at now: BootTime) {
        guard phase == .live else { return }
        switch event {
        case .outputItemAdded(let response, let item, let isMessage):
            if isMessage { placeItem(item, of: response) }
        case .companionDelta(let response, let item, let text):
            placeItem(item, of: response)
            transcript.append(text, item: item)
        case .companionTranscript(let response, let item, let text):
            placeItem(item, of: response)
            transcript.set(text, item: item)
            reportTurn(item)
        case .audio(let response, let item, let contentIndex, let pcm):
            audio(pcm, response: response, item: item, contentIndex: contentIndex)
        case .audioDone(let response, let item): changeItem(response, item) { $0.isAudioDone = true }
        case .outputStarted(let response):
            change(response) { $0.hasStarted = true }
            if let index = voices.index(response: response), !voices.all[index].isCut { openGate() }
        case .outputStopped(let response):
            voices.tellsStop = true
            change(response) { $0.stoppedAt = now }
        case .outputCleared(let response):
            change(response) { $0.stoppedAt = now }
            cleared(response, at: now)
        case .itemTruncated(let item, let end):
            guard let end, transcript.entry(item: item)?.speaker == .companion else { return }
            transcript.interrupt(item: item, heardMilliseconds: end)
            reportTurn(item)
        default: break
        }
    }

    private mutating func placeItem(_ item: String, of response: String) {
        guard let index = voices.index(response: response) else { return }
        transcript.place(item: item, speaker: .companion)
        let isNew = !voices.all[index].items.contains { $0.id == item }
        changeItem(response, item) { _ in }
        if isNew, voices.all[index].isCut { transcript.interrupt(item: item, heardMilliseconds: 0) }
    }

    private mutating func audio(_ pcm: [UInt8], response: String, item: String, contentIndex: Int) {
        guard kind == .webSocket, let index = voices.index(response: response) else { return }
        changeItem(response, item) {
            $0.receivedBytes += pcm.count
            $0.contentIndex = max(0, contentIndex)
        }
        guard !voices.all[index].isCut else { return }
        outputs.append(.play(connection, pcm: pcm, item: item, contentIndex: max(0, contentIndex)))
    }

    // MARK: Audible or not

    mutating func setRendering(_ isOn: Bool, at now: BootTime) {
        guard voices.isRendering != isOn else { return }
        voices.isRendering = isOn
        if !isOn { voices.quietSince = now }
    }

    /// Adds the time since the last call to the response that was audible.
    mutating func accountVoices(at now: BootTime) {
        if voices.isRendering, now > voices.accountedAt, let index = voices.sounding {
            voices.all[index].heard = voices.all[index].heard + (now - voices.accountedAt)
        }
        voices.accountedAt = now
    }

    /// Reports when the companion begins and ceases to be audible, and forgets responses that were played.
    mutating func settleVoices(at now: BootTime, playout: Playout) {
        if let until = voices.gateUntil, until <= now { openGate() }
        if voices.isRendering, voices.gateUntil == nil, let index = voices.sounding {
            voices.all[index].heardSince = voices.all[index].heardSince ?? now
            setSpeaking(true)
        }
        if let index = voices.sounding, isExpected(voices.all[index]), isPause(of: voices.all[index], playout: playout)
        {
            voices.fedAt = now
        }
        noticeGap(at: now, playout: playout)
        let playing = playout.item?.id
        let (before, sounding) = (voices.all, voices.sounding)
        voices.all = before.enumerated().filter { index, voice in
            let next = before.dropFirst(index + 1)
            return !isPlayedOut(voice, followers: Array(next), playing: playing, at: now, playout: playout)
        }.map(\.element)
        // Later responses may have been heard while time was counted for the first alone.
        if let index = sounding, voices.index(response: before[index].response) == nil { forgetUnheard(before[index]) }
        guard voices.sounding == nil else { return }
        setSpeaking(isUnannounced)
        guard voices.isMissing else { return }
        // The rest will not come. Asking the companion again also shows whether it still responds.
        log(.notice, "an answer broke off")
        voices.isMissing = false
        responses.isWanted = true
    }

    /// Whether sound is audible that no event announced. On WebRTC, the first sound of a call is the companion's even
    /// if its event was lost and is sent again. Later, unannounced sound may be the rest of an answer that was cut.
    private var isUnannounced: Bool {
        kind == .webRTC && phase == .live && counts.responses == 0 && voices.isRendering && voices.gateUntil == nil
    }

    /// Marks an answer as not heard at all if it was streamed to its end (WebRTC) without a sample being heard here.
    private mutating func forgetUnheard(_ voice: VoiceState.Voice) {
        guard kind == .webRTC, voice.isStopped, !voice.isCut, voice.heardSince == nil, voice.heard == .zero else {
            return
        }
        for item in voice.items { transcript.interrupt(item: item.id, heardMilliseconds: 0) }
    }

    /// Reports when an answer breaks off and when it goes on. An answer that the service has ended does neither.
    private mutating func noticeGap(at now: BootTime, playout: Playout) {
        guard voices.isMissing else {
            guard let since = gapSince, let index = voices.sounding else { return }
            let isMeant = isPause(of: voices.all[index], playout: playout)
            guard since + (isMeant ? SessionRule.maximumPause : SessionRule.gap) <= now else { return }
            voices.isMissing = true
            outputs.append(.report(.voiceMissing(id: id, true)))
            return
        }
        let isOver = voices.sounding.map { voices.all[$0].isStopped } ?? true
        guard voices.isRendering || isOwnerSpeaking || isOver || isPausing(at: now, playout: playout) else { return }
        voices.isMissing = false
        outputs.append(.report(.voiceMissing(id: id, false)))
    }

    /// Since when nothing was heard or received of an answer that has more to say; nil if there is no such silence.
    private var gapSince: BootTime? {
        guard phase == .live, voices.isSpeaking, !voices.isRendering, !isOwnerSpeaking, voices.gateUntil == nil,
            let index = voices.sounding, hasMore(voices.all[index])
        else { return nil }
        return max(voices.quietSince, lastEventAt)
    }

    /// Whether an intended pause goes on: sound arrives again after a gap, and is silent.
    private func isPausing(at now: BootTime, playout: Playout) -> Bool {
        guard let since = gapSince, let index = voices.sounding else { return false }
        return now < since + SessionRule.maximumPause && isPause(of: voices.all[index], playout: playout)
    }

    /// Whether the answer is silent on purpose: its sound keeps arriving.
    private func isPause(of voice: VoiceState.Voice, playout: Playout) -> Bool {
        switch kind {
        // A response that is still being generated may be stuck: the service could send silence forever.
        case .webRTC: voice.doneAt != nil && playout.isFed
        case .webSocket: playout.pendingMilliseconds > 0
        }
    }

    /// Whether more of it will be heard, or its end will be reported.
    private func isExpected(_ voice: VoiceState.Voice) -> Bool { hasMore(voice) || voices.tellsStop }

    private func hasMore(_ voice: VoiceState.Voice) -> Bool {
        if voice.isStopped { return false }
        guard voice.doneAt != nil else { return true }
        // On WebSocket all of it is here. On WebRTC much may still have to be streamed: compared with the length that
        // the service gave, or, less strictly, with the length of the text. If the service never said that it started,
        // nothing more is expected.
        guard kind == .webRTC, voice.hasStarted, let since = voice.heardSince else { return false }
        let told = (voice.audioTokens ?? 0) > 0
        let whole = voice.items.reduce(0) { $0 + (transcript.entry(item: $1.id)?.estimatedMilliseconds ?? 0) }
        return (voices.quietSince - since).milliseconds < whole * (told ? 85 : 50) / 100
    }

    private func isPlayedOut(
        _ voice: VoiceState.Voice, followers: [VoiceState.Voice], playing: String?, at now: BootTime, playout: Playout
    ) -> Bool {
        guard let doneAt = voice.doneAt else { return false }
        // Don't rely on a speaker that has died to report silence: give up when more time has passed than there is
        // sound.
        if let end = longestPlay(of: voice), end <= now { return true }
        if voice.isCut || (voice.items.isEmpty && !voice.hasStarted) { return true }
        let isLast = followers.isEmpty
        let quiet = voices.isRendering ? TimeSpan.zero : now - max(voices.quietSince, doneAt)
        switch kind {
        case .webSocket:
            if let playing, followers.contains(where: { $0.items.contains { $0.id == playing } }) { return true }
            if voice.items.allSatisfy({ $0.receivedBytes == 0 }) { return true }
            return !voices.isRendering && playout.pendingMilliseconds == 0
        case .webRTC:
            if voice.isStopped || followers.contains(where: \.isStopped) {
                guard isLast else { return true }
                if let end = endUnheard(of: voice), end > now { return false }
                return !voices.isRendering
            }
            guard voice.hasStarted else { return quiet >= SessionRule.quiet }
            guard !voices.isRendering else { return false }
            guard isExpected(voice), isPause(of: voice, playout: playout) else {
                return now - max(voices.quietSince, doneAt, voices.fedAt) >= SessionRule.quietAfterStart
            }
            // Not before the gap is reported, which is counted from the last event; and not forever, whatever is
            // reported.
            return now - max(voices.quietSince, doneAt, lastEventAt) >= SessionRule.maximumPause
                || quiet >= SessionRule.maximumPause * 2
        }
    }

    /// WebRTC: until when the sound of an answer that was streamed to its end may still begin here; nil if it has begun.
    private func endUnheard(of voice: VoiceState.Voice) -> BootTime? {
        guard kind == .webRTC, voice.hasStarted, voice.heardSince == nil else { return nil }
        return voice.stoppedAt.map { $0 + SessionRule.lateSound }
    }

    /// When the last of it must have been heard, whatever the speaker reports; nil if that is not known yet.
    private func longestPlay(of voice: VoiceState.Voice) -> BootTime? {
        switch kind {
        case .webRTC: return voice.stoppedAt.map { $0 + SessionRule.lastPlay }
        case .webSocket:
            // Everything that is queued before it is played first.
            let last = voices.all.firstIndex { $0.response == voice.response } ?? voices.all.count - 1
            let received = voices.all.prefix(last + 1).reduce(0) { sum, voice in
                voice.items.reduce(sum) { $0 + $1.receivedMilliseconds }
            }
            return voice.doneAt.map { $0 + .milliseconds(received) + SessionRule.lastPlay }
        }
    }

    private mutating func setSpeaking(_ isOn: Bool) {
        guard voices.isSpeaking != isOn else { return }
        voices.isSpeaking = isOn
        outputs.append(.report(.speaking(id: id, isOn)))
    }

    func voiceDeadline(at now: BootTime) -> BootTime? {
        var times: [BootTime] = []
        if let until = voices.gateUntil { times.append(until) }
        if let since = gapSince {
            let first = since + SessionRule.gap
            let checks = max(0, (now - first).milliseconds / SessionRule.pauseCheck.milliseconds + 1)
            times += [first, first + .milliseconds(checks * SessionRule.pauseCheck.milliseconds)]
            times.append(since + SessionRule.maximumPause)
        }
        times += voices.all.compactMap { $0.doneAt == nil ? nil : longestPlay(of: $0) }
        times += voices.all.compactMap { endUnheard(of: $0) }
        if !voices.isRendering {
            for voice in voices.all {
                guard let doneAt = voice.doneAt else { continue }
                let from = max(voices.quietSince, doneAt)
                times += [SessionRule.quiet, SessionRule.quietAfterStart].map { from + $0 }
                times.append(max(from, voices.fedAt) + SessionRule.quietAfterStart)
                times += [max(from, lastEventAt) + SessionRule.maximumPause, from + SessionRule.maximumPause * 2]
            }
        }
        return times.filter { $0 > now }.min()
    }

    /// Handles `response.done`; returns whether anything of the response was, or will be, heard.
    mutating func finishVoice(_ response: ServerEvent.FinishedResponse, at now: BootTime) -> Bool {
        for message in response.messages {
            placeItem(message.item, of: response.id)
            if transcript.entry(item: message.item)?.text.isEmpty == true, !message.text.isEmpty {
                transcript.set(message.text, item: message.item)
                reportTurn(message.item)
            }
        }
        guard let index = voices.index(response: response.id) else { return false }
        voices.all[index].doneAt = now
        voices.all[index].audioTokens = response.audioTokens
        let voice = voices.all[index]
        // For an answer that broke off, the text is complete but not the sound, whose length therefore says nothing.
        for item in voice.items where response.status == .completed || item.isAudioDone {
            if kind == .webSocket, item.receivedBytes > 0 {
                transcript.setTotal(milliseconds: item.receivedMilliseconds, item: item.id)
            } else if voice.items.count == 1, let tokens = response.audioTokens, tokens > 0, tokens < 1 << 20 {
                transcript.setTotal(milliseconds: tokens * 50, item: item.id)
            }
        }
        return voice.hasStarted || voice.items.contains { transcript.entry(item: $0.id)?.text.isEmpty == false }
    }

    // MARK: Interruption

    /// Cuts what is audible or about to be, because the owner speaks, and throws the rest of it away.
    mutating func bargeIn(at now: BootTime, playout: Playout) {
        voices.hasOwnerSpoken = true
        let targets = voices.all.filter { !$0.isCut }
        guard !targets.isEmpty else { return }
        let wasAudible = voices.isSpeaking
        outputs.append(.cut(connection))
        if wasAudible { counts.interruptions += 1 }
        for target in targets { cut(target, isStopped: target.isStopped, playout: playout) }
        if kind == .webRTC, targets.contains(where: { !$0.isStopped }) {
            voices.gateUntil = now + SessionRule.gate
            outputs.append(.setGate(isShut: true))
        }
        setRendering(false, at: now)
        setSpeaking(false)
        guard !settings.turnDetection.interruptsResponse else { return }
        if let active = responses.active { send(.responseCancel(response: active.id)) }
        if kind == .webRTC { send(.outputAudioClear) }
    }

    private mutating func cut(_ voice: VoiceState.Voice, isStopped: Bool, playout: Playout) {
        change(voice.response) { $0.isCut = true }
        // All of it has been streamed, and at most the end is lost.
        if kind == .webRTC, isStopped { return }
        var left = voice.heard.milliseconds
        let playingIndex = voice.items.firstIndex { $0.id == playout.item?.id }
        for (index, item) in voice.items.enumerated() {
            let heard: Int
            switch kind {
            case .webRTC:
                let total = transcript.entry(item: item.id)?.estimatedMilliseconds ?? 0
                let isFollowed = index + 1 < voice.items.count
                if isFollowed, left >= total {
                    left -= total
                    continue
                }
                heard = left
                left = 0
            case .webSocket:
                guard item.receivedBytes > 0 else { continue }
                if let playingIndex, index < playingIndex { continue }
                let played = index == playingIndex ? playout.item?.playedMilliseconds ?? 0 : 0
                let received = item.receivedMilliseconds
                // It was played to its end: truncating would remove what was heard.
                if item.isAudioDone, played >= received { continue }
                heard = max(0, min(played, received))
                // The text may be ahead of the sound.
                let estimated = transcript.entry(item: item.id)?.estimatedMilliseconds ?? 0
                transcript.setTotal(
                    milliseconds: item.isAudioDone ? received : max(received, estimated), item: item.id)
                send(.itemTruncate(item: item.id, contentIndex: item.contentIndex, endMilliseconds: heard))
            }
            transcript.interrupt(item: item.id, heardMilliseconds: heard)
            reportTurn(item.id)
        }
    }

    /// Handles that the service has dropped its buffer, after which no late sound comes.
    private mutating func cleared(_ response: String, at now: BootTime) {
        if voices.gateUntil != nil {
            openGate()
        } else if let index = voices.index(response: response), !voices.all[index].isCut {
            // The service cut the answer by itself, before giving a reason or without giving one.
            let voice = voices.all[index]
            outputs.append(.cut(connection))
            if voices.isSpeaking { counts.interruptions += 1 }
            cut(voice, isStopped: false, playout: Playout())
            setRendering(false, at: now)
            if voices.sounding == nil { setSpeaking(false) }
        }
    }

    private mutating func openGate() {
        guard voices.gateUntil != nil else { return }
        voices.gateUntil = nil
        // What is in the jitter buffer still belongs to the answer that was cut.
        outputs += [.cut(connection), .setGate(isShut: false)]
    }
}
