import GatewayRules

extension PasskeyClientData {
    /// From the browser's own bytes. Members that are not known say nothing.
    init(parsing bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count <= Self.longest else { throw .tooLong }
        guard let json = try? JSON(parsing: bytes), case .text(let type)? = json["type"],
            case .text(let challenge)? = json["challenge"], case .text(let origin)? = json["origin"]
        else { throw .clientData }
        var isCrossOrigin = json["topOrigin"] != nil
        switch json["crossOrigin"] {
        case nil: break
        case .bool(let isCross)?: isCrossOrigin = isCrossOrigin || isCross
        default: throw .clientData
        }
        self.init(type: type, challenge: challenge, origin: origin, isCrossOrigin: isCrossOrigin)
    }
}
