import Bedside

/// The busiest part of the morning as SVG: requests a second by kind, and talks that are on.
struct FleetPicture {
    let fleet: Fleet

    private static let from = Morning.six - .minutes(10)
    private static let minutes = 35
    private static let (width, left, right) = (900.0, 70.0, 20.0)
    private static let (height, top, gap) = (220.0, 66.0, 60.0)
    private static let colours: [(kind: RequestKind, colour: String)] = [
        (.check, "#8a8a8a"), (.profile, "#b07aa1"), (.start, "#d1495b"), (.sync, "#edae49"), (.stop, "#00798c"),
    ]

    var text: String {
        let seconds = Self.minutes * 60
        let first = Int((Self.from - Morning.begins).seconds)
        var parts: [String] = []
        var highest = 1
        var lines: [(String, String, [Int])] = []
        for (kind, colour) in Self.colours {
            let counts = fleet.record.perSecond[kind] ?? []
            let part = (first..<(first + seconds)).map { counts.indices.contains($0) ? counts[$0] : 0 }
            lines.append((kind.rawValue, colour, part))
            highest = max(highest, part.max() ?? 0)
        }
        parts += axes(at: Self.top, highest: highest, title: "requests a second, busiest of each 5 s (root scale)")
        for (index, (name, colour, counts)) in lines.enumerated() {
            let points = stride(from: 0, to: seconds, by: 5).map { second in
                point(
                    second, counts[second..<min(second + 5, seconds)].max() ?? 0, of: highest, at: Self.top, root: true)
            }
            parts.append(
                "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.5\" points=\"\(points.joined(separator: " "))\"/>"
            )
            parts.append(label(name, x: Self.left + 90 * Double(index), y: 34, colour: colour))
        }
        let below = Self.top + Self.height + Self.gap
        let on = talksOn(first: first, seconds: seconds)
        let most = max(1, on.max() ?? 0)
        parts += axes(at: below, highest: most, title: "conversations with the provider at once")
        let points = stride(from: 0, to: seconds, by: 5).map { point($0, on[$0], of: most, at: below, root: false) }
        parts.append(
            "<polyline fill=\"none\" stroke=\"#30638e\" stroke-width=\"1.5\" points=\"\(points.joined(separator: " "))\"/>"
        )
        if let outage = fleet.scenario.outage {
            let x = self.x(Int((outage.lowerBound - Self.from).seconds))
            let width = self.x(Int((outage.upperBound - Self.from).seconds)) - x
            for y in [Self.top, below] {
                parts.append(
                    "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(Self.height)\" fill=\"#d1495b\" opacity=\"0.12\"/>"
                )
            }
        }
        let whole = below + Self.height + 40
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(whole)" font-family="sans-serif" \
            font-size="12"><rect width="100%" height="100%" fill="white"/>
            \(label("gateway-fleet: \(fleet.scenario.rawValue), \(fleet.speakers.count) speakers", x: Self.left, y: 16, colour: "#222"))
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }

    /// Calls that were up in each second.
    private func talksOn(first: Int, seconds: Int) -> [Int] {
        var changes = [Int](repeating: 0, count: first + seconds + 1)
        for call in fleet.provider.calls.values {
            let from = max(0, Int((call.createdAt - Morning.begins).seconds))
            if from < changes.count { changes[from] += 1 }
            guard let endedAt = call.endedAt else { continue }
            let to = Int((endedAt - Morning.begins).seconds)
            if to < changes.count { changes[max(to, 0)] -= 1 }
        }
        var on = 0
        let all = changes.map { change in
            on += change
            return on
        }
        return Array(all[first..<(first + seconds)])
    }

    private func x(_ second: Int) -> Double {
        let part = Double(second) / Double(Self.minutes * 60)
        return ((Self.left + part * (Self.width - Self.left - Self.right)) * 10).rounded() / 10
    }

    private func point(_ second: Int, _ count: Int, of highest: Int, at top: Double, root: Bool) -> String {
        let part = Double(count) / Double(highest)
        let y = top + Self.height * (1 - (root ? part.squareRoot() : part))
        return "\(x(second)),\((y * 10).rounded() / 10)"
    }

    private func axes(at top: Double, highest: Int, title: String) -> [String] {
        let bottom = top + Self.height
        var parts = [
            "<path d=\"M\(Self.left) \(top)V\(bottom)H\(Self.width - Self.right)\" fill=\"none\" stroke=\"#222\"/>",
            label(title, x: Self.left, y: top - 8, colour: "#222"),
            label("\(highest)", x: 8, y: top + 10, colour: "#222"), label("0", x: 8, y: bottom, colour: "#222"),
        ]
        for minute in stride(from: 0, through: Self.minutes, by: 5) {
            let time = Judgement.time(Self.from + .minutes(minute)).prefix(5)
            parts.append(label(String(time), x: x(minute * 60) - 14, y: bottom + 16, colour: "#222"))
        }
        return parts
    }

    private func label(_ text: String, x: Double, y: Double, colour: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(colour)\">\(text)</text>"
    }
}
