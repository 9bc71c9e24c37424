/// The languages of the page.
enum PageLanguage: String, CaseIterable, Sendable {
    case en
    case ja

    /// `?lang`, then the browser's wish (RFC 9110 §12.5.4), then English.
    init(chosen: String?, accepted: String?) {
        if let chosen = chosen.flatMap(PageLanguage.init(rawValue:)) {
            self = chosen
            return
        }
        var best: (language: PageLanguage, weight: Double) = (.en, 0)
        for part in (accepted ?? "").prefix(400).split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = pieces.first?.lowercased(), let language = PageLanguage(rawValue: String(tag.prefix(2))),
                tag.count == 2 || tag.dropFirst(2).first == "-"
            else { continue }
            let weight = pieces.dropFirst().first.flatMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil } ?? 1
            if weight > best.weight { best = (language, weight) }
        }
        self = best.language
    }

    var other: PageLanguage { self == .en ? .ja : .en }
    /// The language's name in itself.
    var name: String { self == .en ? "English" : "日本語" }

    var texts: PageTexts { self == .en ? .en : .ja }
}
