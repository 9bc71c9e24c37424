import Cloud
import Realtime

/// A look at the way to the service, with the owner's key: the list of models, which no provider meters (ALARM-12, GUARD-5,
/// GUARD-7). A key that was taken back is seen in the evening, not by who is woken.
struct KeyCheck {
    var address: ServiceAddress
    var credential: Credential

    var request: HTTPRequest {
        var request = HTTPRequest(method: .get, url: address.base + "/models")
        request.authorize(credential)
        request.maximumResponseBytes = 1 << 20
        return request
    }

    /// Nil: the service takes the key.
    static func failure(of result: Result<HTTPResponse, HTTPFailure>) -> RealtimeFailure? {
        switch result {
        // A longer list than is read is one; a server of the same protocol need not have any.
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
