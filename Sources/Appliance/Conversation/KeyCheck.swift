import Cloud
import Realtime

/// Checks the way to the service and the owner's key by asking for the list of models, which no provider meters
/// (ALARM-12, GUARD-5, GUARD-7). So a revoked key is noticed in the evening, and not when the owner is woken.
struct KeyCheck {
    var address: ServiceAddress
    var credential: Credential

    var request: HTTPRequest {
        var request = HTTPRequest(method: .get, url: address.base + "/models")
        request.authorize(credential)
        request.maximumResponseBytes = 1 << 20
        return request
    }

    /// Nil if the service accepts the key.
    static func failure(of result: Result<HTTPResponse, HTTPFailure>) -> RealtimeFailure? {
        switch result {
        // A list that is too long to read is still a list; another server of the same protocol may have none.
        case .failure(.tooLarge): nil
        case .failure(.resolve): .nameResolution
        case .failure(.tls): .tls
        case .failure(.incomplete(let words)): .incomplete(words)
        case .failure: .network
        case .success(let response):
            switch response.status {
            case 200..<300, 404, 405: nil
            default: RealtimeFailure(response)
            }
        }
    }
}
