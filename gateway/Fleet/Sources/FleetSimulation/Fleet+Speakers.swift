import Bedside

/// What the drivers and the rooms of the speakers do.
extension Fleet {
    func take(_ occasion: Occasion, _ speaker: Speaker, at time: CivilTime) {
        switch occasion {
        case .powerOn:
            let address = "http://127.0.0.1:\(gateway.port)"
            perform(speaker.powerOn(gateway: address, at: time), speaker, at: time)
            if speaker.user.isEmpty {
                let command = Command.account(.signIn(gateway: address))
                plan(.report(.command(command, ticket: 1)), of: speaker, at: time + .seconds(5))
            }
        case .tick(let generation):
            if speaker.tick.generation == generation { post(.tick, speaker, at: time) }
        case .press(let button): press(button, speaker, at: time)
        case .sound(let event, let number):
            guard speaker.sound.number == number else { return }
            if case .audible = event, speaker.sound.isVoice { heard(.offline, speaker, at: time) }
            post(.sound(event), speaker, at: time)
        case .voice(let isActive, let number):
            if speaker.sound.number == number, speaker.isListening {
                post(.voice(isActive: isActive), speaker, at: time)
            }
        case .call(let step, let call):
            if speaker.call == call { take(step, call, speaker, at: time) }
        case .report(let event): post(event, speaker, at: time)
        case .entersCode(let code): enter(code, of: speaker)
        case .request(let request): arrive(request, of: speaker)
        case .answer(let request, let reply): take(reply, to: request, speaker, at: time)
        case .hungUp(let call):
            if speaker.providerCall == call, let number = speaker.call {
                // The provider has cut it off.
                post(.conversation(.failed(.network), call: number), speaker, at: time)
            }
            provider.mediaEnded(call)
        }
    }

    func post(_ event: Event, _ speaker: Speaker, at time: CivilTime) {
        record.events += 1
        guard let actions = speaker.machine?.handle(event, at: speaker.moment(time)) else { return }
        perform(actions, speaker, at: time)
    }

    private func press(_ button: Button, _ speaker: Speaker, at time: CivilTime) {
        if button == .start {
            speaker.startedAt = time
            speaker.wasAnswered = (false, false)
        }
        post(.press(button, heldMilliseconds: 0, from: .button), speaker, at: time)
        guard button == .stop else { return }
        heard(.none, speaker, at: time)
        // An owner who got no live companion presses Start again a few minutes later.
        guard speaker.wasAnswered.offline, !speaker.wasAnswered.live, !speaker.triedAgain else { return }
        speaker.triedAgain = true
        let again = time + .seconds(fraction: random.uniform(60, 300))
        plan(.press(.start), of: speaker, at: again)
        plan(.press(.stop), of: speaker, at: again + .seconds(fraction: random.uniform(60, 240)))
    }

    /// Notes the first voice after Start, or that there will be none.
    func heard(_ voice: FleetRecord.Voice, _ speaker: Speaker, at time: CivilTime) {
        if voice == .live, speaker.wasAnswered.offline, !speaker.wasAnswered.live { record.offlineThenLive += 1 }
        if voice == .live { speaker.wasAnswered.live = true }
        guard let startedAt = speaker.startedAt else { return }
        if voice == .offline { speaker.wasAnswered.offline = true }
        speaker.startedAt = nil
        record.voices.append((time - startedAt, voice))
    }

    // MARK: Actions

    private func perform(_ actions: [Action], _ speaker: Speaker, at time: CivilTime) {
        for action in actions { perform(action, speaker, at: time) }
        let deadline = speaker.deadline
        guard deadline != speaker.tick.at || deadline.map({ $0 <= time }) ?? false else { return }
        speaker.tick = (speaker.tick.generation + 1, deadline)
        if let deadline {
            plan(.tick(generation: speaker.tick.generation), of: speaker, at: max(deadline, time))
        }
    }

    private func perform(_ action: Action, _ speaker: Speaker, at time: CivilTime) {
        switch action {
        case .play(let playback): play(playback, speaker, at: time)
        case .silence: speaker.sound = (speaker.sound.number + 1, false)
        case .listen(let isOn): speaker.isListening = isOn
        case .connect(let request):
            speaker.call = request.call
            speaker.providerCall = nil
            let start = FleetRequest(
                .start(call: request.call, isResumed: request.isResumed), of: speaker,
                body: "v=0\r\no=- \(speaker.index) 1 IN IP4 127.0.0.1\r\ns=-\r\n")
            // Until the offer has its candidates.
            let gathering = TimeSpan.seconds(fraction: random.uniform(0.03, 0.15))
            plan(.request(start), of: speaker, at: time + gathering + speaker.lag)
        case .open(let opening):
            let thinks = TimeSpan.seconds(fraction: random.uniform(0.4, 1.0))
            plan(.call(.turn(0), call: opening.call), of: speaker, at: time + thinks)
        case .disconnect(let isFinal):
            speaker.call = nil
            if isFinal { speaker.session = nil }
            if let call = speaker.providerCall { plan(.hungUp(call: call), of: speaker, at: time + speaker.lag) }
            speaker.providerCall = nil
        case .account(let effect): perform(effect, speaker, at: time)
        case .checkBeforeAlarm(_, let companion), .checkCompanion(let companion):
            if companion == .gateway { ask(.check, speaker, at: time) }
        case .eveningCheck:
            ask(.check, speaker, at: time)
            plan(.report(.eveningCheck([])), of: speaker, at: time + .milliseconds(100))
        case .commit, .prepare, .click, .buzzer, .handOver, .answerTool, .callVolume, .summarize, .recording,
            .affirmation, .wakeVoice, .ownVoice, .reply, .log, .exit:
            break
        }
    }

    private func play(_ playback: Playback, _ speaker: Speaker, at time: CivilTime) {
        let number = speaker.sound.number + 1
        guard case .speech(let utterance) = playback.source else {
            speaker.sound = (number, false)
            plan(.sound(.audible(id: playback.id), number: number), of: speaker, at: time + .milliseconds(20))
            let end = time + .milliseconds(playback.limitMilliseconds)
            return plan(.sound(.finished(id: playback.id), number: number), of: speaker, at: end)
        }
        speaker.sound = (number, fault != .voice)
        plan(.sound(.audible(id: playback.id), number: number), of: speaker, at: time + .milliseconds(20))
        let end = time + .milliseconds(400 + 65 * min(utterance.spoken.count, 400))
        plan(.sound(.finished(id: playback.id), number: number), of: speaker, at: end)
        guard speaker.isListening else { return }
        // The owner answers the offline companion.
        plan(.voice(isActive: true, sound: number), of: speaker, at: end + .milliseconds(1200))
        plan(.voice(isActive: false, sound: number), of: speaker, at: end + .milliseconds(2700))
    }

    private func perform(_ effect: AccountKeeper.Effect, _ speaker: Speaker, at time: CivilTime) {
        switch effect {
        case .lookUp: ask(.lookUp, speaker, at: time)
        // Nobody here prepares a talk; the start of one that was prepared is a sync.
        case .begin(let session), .sync(let session): ask(.sync(session: session), speaker, at: time)
        case .stop(let session):
            record.stopSent(session, at: time)
            ask(.stop(session: session), speaker, at: time)
        case .rotate: ask(.rotate, speaker, at: time)
        case .sendProfile(let body, let number):
            let request = FleetRequest(.sendProfile(number: number), of: speaker, body: body.words)
            plan(.request(request), of: speaker, at: time + speaker.lag)
        case .readProfile(let version, let number):
            let request = FleetRequest(.readProfile(number: number), of: speaker, version: version)
            plan(.request(request), of: speaker, at: time + speaker.lag)
        case .ask: ask(.code, speaker, at: time)
        case .poll:
            if let code = speaker.deviceCode { ask(.poll(deviceCode: code), speaker, at: time) }
        case .endAsking, .forget: speaker.deviceCode = nil
        }
    }

    private func ask(_ purpose: FleetRequest.Purpose, _ speaker: Speaker, at time: CivilTime) {
        plan(.request(FleetRequest(purpose, of: speaker)), of: speaker, at: time + speaker.lag)
    }

    // MARK: Calls

    private func take(_ step: CallStep, _ call: Int, _ speaker: Speaker, at time: CivilTime) {
        func tell(_ event: ConversationEvent) { post(.conversation(event, call: call), speaker, at: time) }
        func next(_ turn: Int, after span: TimeSpan) {
            plan(.call(.turn(turn), call: call), of: speaker, at: time + span)
        }
        switch step {
        case .ready: tell(.ready)
        case .failed(let failure): tell(.failed(failure))
        case .turn(let turn):
            switch turn % 4 {
            case 0:
                heard(.live, speaker, at: time)
                next(turn + 1, after: .seconds(25))
                tell(.speaking(true))
            case 1:
                next(turn + 1, after: .seconds(1))
                tell(.speaking(false))
            case 2:
                next(turn + 1, after: .seconds(4))
                tell(.ownerSpeaking(true))
            default:
                next(turn + 1, after: .seconds(1))
                tell(.ownerSpeaking(false))
            }
        }
    }

    // MARK: Answers

    private func take(_ reply: GatewayReply, to request: FleetRequest, _ speaker: Speaker, at time: CivilTime) {
        func tell(_ event: AccountKeeper.Event) { post(.account(event), speaker, at: time) }
        switch reply {
        case .refused(401, "invalid_token", _), .refused(401, "superseded", _):
            if request.token == speaker.token { tell(.refused) }
        case .refused(402, "quota_exhausted", _): tell(.exhausted)
        case .body, .refused, .unreached: break
        }
        let thousandth = Int.random(in: 0..<1000, using: &random)
        switch request.purpose {
        case .code: tell(code(reply, speaker, at: time))
        case .poll: tell(.polled(poll(reply, speaker)))
        case .start(let call, _): started(reply, call, speaker, at: time)
        case .check:
            switch reply {
            case .body(let value, _):
                post(.companionChecked(nil), speaker, at: time)
                if let left = GatewayReply.leftSeconds(value) { tell(.left(seconds: left)) }
            case .refused(401, _, _): post(.companionChecked(.unavailable), speaker, at: time)
            case .refused(402, _, _): post(.companionChecked(.quota), speaker, at: time)
            case .refused: post(.companionChecked(.provider), speaker, at: time)
            case .unreached: post(.companionChecked(.network), speaker, at: time)
            }
        case .lookUp:
            if case .body(let value, _) = reply, let left = GatewayReply.leftSeconds(value) {
                tell(.left(seconds: left))
            }
        case .sync(let session):
            if case .body(let value, _) = reply, let left = GatewayReply.leftSeconds(value) {
                tell(.synced(session: session, leftSeconds: left))
            }
        case .stop(let session):
            switch reply {
            case .body, .refused(404, "session_unknown", _), .refused(410, "session_ended", _):
                tell(.stopped(session: session))
            case .refused where fault == .stops, .unreached where fault == .stops: tell(.stopped(session: session))
            case .refused(_, _, let seconds):
                tell(.notStopped(session: session, retryAfterSeconds: seconds, thousandth: thousandth))
            case .unreached:
                tell(.notStopped(session: session, retryAfterSeconds: nil, thousandth: thousandth))
            }
        case .rotate:
            if case .body(let value, _) = reply, let token = value["access_token"]?.text, speaker.token == request.token
            {
                speaker.token = token
                tell(.rotated(isDone: true))
            } else {
                tell(.rotated(isDone: false))
            }
        case .sendProfile(let number), .readProfile(let number):
            tell(.profile(Self.profile(reply), request: number, thousandth: thousandth))
        }
    }

    /// The code is there: the owner hears it, goes to the page, and types.
    private func code(_ reply: GatewayReply, _ speaker: Speaker, at time: CivilTime) -> AccountKeeper.Event {
        switch reply {
        case .body(let value, _):
            guard let digits = value["user_code"]?.text?.filter(\.isNumber), let page = value["verification_uri"]?.text,
                let deviceCode = value["device_code"]?.text, let lives = value["expires_in"]?.integer
            else { return .noCode(.refused) }
            speaker.deviceCode = deviceCode
            let types = TimeSpan.seconds(fraction: random.uniform(15, 60))
            plan(.entersCode(digits), of: speaker, at: time + types)
            return .code(
                SignInCode(
                    digits: PrivateText(digits), page: page, livesSeconds: lives,
                    intervalSeconds: value["interval"]?.integer ?? 5))
        case .refused(let status, _, _): return .noCode(status == 429 ? .tooOften : .refused)
        case .unreached: return .noCode(.network)
        }
    }

    private func poll(_ reply: GatewayReply, _ speaker: Speaker) -> AccountKeeper.Poll {
        switch reply {
        case .body(let value, _):
            guard let token = value["access_token"]?.text, let user = value["user_id"]?.text else {
                return .failed(.refused)
            }
            speaker.signedIn(user, token: token)
            record.signedIn += 1
            return .approved(user: user)
        case .refused(_, "authorization_pending", _): return .pending
        case .refused(_, "slow_down", _): return .slowDown
        case .refused: return .failed(.refused)
        case .unreached: return .noAnswer
        }
    }

    private static func profile(_ reply: GatewayReply) -> ProfileAnswer {
        switch reply {
        case .body(let value, _): SharedProfile(reading: value).map { .newest($0) } ?? .failed(retryAfterSeconds: nil)
        case .refused(304, _, _): .unchanged
        case .refused(404, "no_profile", _): .none
        case .refused(400, _, _), .refused(413, _, _): .refused
        case .refused(_, _, let seconds): .failed(retryAfterSeconds: seconds)
        case .unreached: .failed(retryAfterSeconds: nil)
        }
    }

    /// The answer to an offer, which counts also if nobody waits for the call any more.
    private func started(_ reply: GatewayReply, _ call: Int, _ speaker: Speaker, at time: CivilTime) {
        let failure: ConversationFailure
        switch reply {
        case .body(_, let message):
            guard let session = message.header("anicca-session"), let made = ProviderStub.call(of: message.text) else {
                failure = .provider
                break
            }
            record.opened(session, call: made, by: speaker)
            let isWanted = speaker.call == call
            if isWanted {
                speaker.providerCall = made
                speaker.session = session
                let connecting = TimeSpan.seconds(fraction: random.uniform(0.15, 0.4))
                plan(.call(.ready, call: call), of: speaker, at: time + connecting)
            } else {
                plan(.hungUp(call: made), of: speaker, at: time + speaker.lag)
            }
            let left = message.header("anicca-remaining").flatMap { Int($0) } ?? 600
            return post(.account(.opened(session: session, leftSeconds: left)), speaker, at: time)
        case .refused(401, _, _): failure = .credentials
        case .refused(402, _, _): failure = .quota
        case .refused(429, _, _): failure = .busy
        case .refused: failure = .provider
        case .unreached: failure = .network
        }
        if speaker.call == call { post(.conversation(.failed(failure), call: call), speaker, at: time) }
    }
}
