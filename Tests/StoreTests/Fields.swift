import Bedside

/// What one or several values hold in every field, down to the last: the texts of each field under the names that lead
/// to it, such as `schedule.profile.habits[].sound?`. The elements of a list or a dictionary are under one name, `[]`;
/// what an optional holds is under `?`, what a case of an enum holds under the name of the case.
struct Fields {
    private var held: [String: [String]] = [:]

    init() {}
    init(of value: Any) { add(value) }

    mutating func add(_ value: Any) { add(value, at: "") }

    /// The fields that always hold the same, and the optionals that are never nil or never anything else.
    var constant: [String] { held.filter { Set($0.value).count < 2 }.map(\.key).sorted() }

    /// The fields that do not hold the same in both.
    func differing(from other: Fields) -> [String] {
        Set(held.keys).union(other.held.keys).sorted().filter { name in
            held[name, default: []].sorted() != other.held[name, default: []].sorted()
        }
    }

    private mutating func add(_ value: Any, at name: String) {
        let mirror = Mirror(reflecting: value)
        let children = Array(mirror.children)
        switch mirror.displayStyle {
        case .optional?:
            note(children.isEmpty ? "nil" : "some", at: name)
            for child in children { add(child.value, at: name + "?") }
        case .collection?, .set?, .dictionary?:
            note("\(children.count) elements", at: name)
            for child in children { add(child.value, at: name + "[]") }
        case .enum?:
            note(children.first?.label ?? "\(value)", at: name)
            for child in children { add(child.value, at: Self.joined(name, child.label)) }
        case .struct?, .tuple?:
            for child in children { add(child.value, at: Self.joined(name, child.label)) }
        default:
            // Private words have no children and print as their length.
            note((value as? PrivateText)?.words ?? "\(value)", at: name)
        }
    }

    private mutating func note(_ text: String, at name: String) { held[name, default: []].append(text) }

    private static func joined(_ name: String, _ label: String?) -> String {
        let label = label ?? ""
        return name.isEmpty ? label : name + "." + label
    }
}
