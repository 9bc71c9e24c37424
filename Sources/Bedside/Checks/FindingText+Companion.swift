/// Findings about the online companion: key, service, call.
extension FindingText {
    static var companionOffline: FindingText {
        .ok(Check.companion, Wording("not used: the offline companion answers", "使いません。オフラインで応答します"))
    }

    static var companionGateway: FindingText {
        .warn(Check.companion, Attention.gateway.wording, Attention.gateway.remedy)
    }

    static var gatewayCannotTalk: FindingText {
        .fail(
            Check.companion,
            Wording(
                "the gateway has no valid key for the online companion",
                "ゲートウェイに、オンラインの話し相手の鍵がないか、あっても使えません"),
            Wording(
                "whoever runs the gateway has to set provider_key; until then the offline companion answers",
                "ゲートウェイの管理者が provider_key を設定する必要があります。それまではオフラインで応答します"))
    }

    static var keyAbsent: FindingText {
        .ok(
            Check.key,
            Wording("none: the offline companion answers (anicca key set)", "ありません。オフラインで応答します（anicca key set）"))
    }

    static var keyAbsentButWanted: FindingText {
        .warn(
            Check.key, Wording("there is none: the offline companion answers", "ありません。オフラインで応答します"),
            Wording("anicca key set", "anicca key set を実行してください"))
    }

    static func keyFaulty(_ reason: Wording) -> FindingText {
        .fail(
            Check.key, reason, Wording("set it again: anicca key set", "anicca key set で入れ直してください"))
    }

    static func key(place: String) -> FindingText {
        .ok(Check.key, Wording("in \(place)", "\(place) にあります"))
    }

    static func service(address: String, milliseconds: Int) -> FindingText {
        .ok(
            Check.service,
            Wording("\(address) answers in \(milliseconds) ms", "\(address) の返事まで \(milliseconds) ms"))
    }

    static func serviceFaulty(_ reason: Wording, _ fault: Finding.ServiceFault) -> FindingText {
        .fail(Check.service, reason, fault.remedy)
    }

    static func libraryAbsent(_ words: String) -> FindingText {
        .fail(
            Check.companion, Wording("a library is missing: \(words)", "ライブラリーが足りません：\(words)"),
            Wording(
                "apt install --install-recommends anicca, or without the package deploy/setup-debian.sh --for run",
                "apt install --install-recommends anicca、パッケージでないなら deploy/setup-debian.sh --for run で入ります"))
    }

    static func addressFaulty(_ reason: Wording) -> FindingText {
        .fail(
            Check.service, reason,
            Wording(
                "correct $OPENAI_BASE_URL, or base_url in anicca.yaml",
                "$OPENAI_BASE_URL か、anicca.yaml の base_url を直してください"))
    }

    static func companionDiffers(key: String, address: String) -> FindingText {
        .warn(
            Check.companion,
            Wording(
                "the running appliance uses other settings: key \(key), service \(address)",
                "起動中の本体は別の設定です（鍵：\(key)、サービス：\(address)）"),
            Wording(
                "what was tried here is not what it uses: run anicca doctor with the same settings",
                "ここで試したものは本体の設定と違います。同じ設定で anicca doctor を実行してください"))
    }

    static func line(milliseconds: Int, transport: String) -> FindingText {
        .ok(
            Check.line,
            Wording("ready in \(milliseconds) ms (\(transport))", "\(milliseconds) ms でつながりました（\(transport)）"))
    }

    static func lineFaulty(_ reason: Wording, _ fault: Finding.ServiceFault) -> FindingText {
        // The service itself has just answered, so what the network may lack is a way for the voice.
        let ofLine = Wording(
            "check that the network lets UDP, or TCP to port 443, through",
            "ネットワークがUDPか、443番ポートのTCPを通すか確認してください")
        return .fail(Check.line, reason, fault == .network ? ofLine : fault.remedy)
    }

    /// A provider takes a while; after a day something is wrong.
    static func voiceDeletion(count: Int, isLate: Bool) -> FindingText {
        let result = Wording(
            "\(count) earlier \(count == 1 ? "voice is" : "voices are") still being deleted at the provider"
                + (isLate ? ", for more than a day" : ""),
            "前の声\(count)件を、提供元でまだ消しています" + (isLate ? "（1日以上）" : ""))
        guard isLate else { return FindingText(check: Check.ownVoice, grade: .ok, result: result, remedy: nil) }
        return .warn(
            Check.ownVoice, result,
            Wording(
                "the appliance goes on asking while it is signed in: see anicca voice and anicca account, and ask whoever runs "
                    + "the gateway",
                "サインインしている間、本体が頼み続けます。anicca voice と anicca account を見て、ゲートウェイの管理者にたずねてください"))
    }

    static var voiceRecordings: FindingText {
        .warn(
            Check.ownVoice,
            Wording(
                "a recording of your voice is not destroyed yet", "まだ消していない声の録音があります"),
            Wording(
                "the running appliance destroys it within ten minutes; start it if it is off, and check the disk",
                "起動中の本体が10分以内に消します。止まっていれば起動し、ディスクも確認してください"))
    }
}

extension Finding.ServiceFault {
    var remedy: Wording {
        switch self {
        case .network: Attention.network.remedy
        case .certificate:
            Wording(
                "check the clock and the network; a gateway with a root of its own: anicca sign-in ADDRESS --ca FILE",
                "時計とネットワークを確認してください。独自のルート証明書を持つゲートウェイなら、"
                    + "anicca sign-in アドレス --ca ファイル です")
        case .key: Attention.credentials.remedy
        case .quota: Attention.quota.remedy
        case .settings:
            Wording(
                "check model and voice in anicca.yaml; until then the offline companion answers",
                "anicca.yaml の model と voice を確認してください。それまではオフラインで応答します")
        case .service:
            Wording(
                "try again later; until then the offline companion answers",
                "時間をおいて、もう一度試してください。それまではオフラインで応答します")
        }
    }
}
