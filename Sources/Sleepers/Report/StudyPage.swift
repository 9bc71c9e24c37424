import Bedside

/// A study as one HTML page: inline SVG and tables, light and dark, without a script or anything from elsewhere.
public struct StudyPage: Sendable {
    let result: StudyResult
    let grid: [GridResult]?
    let language: Language

    public init(_ result: StudyResult, grid: [GridResult]? = nil, language: Language) {
        self.result = result
        self.grid = grid
        self.language = language
    }

    public var html: String {
        let title = say(.heading(.title))
        return """
            <!DOCTYPE html>
            <html lang="\(language == .japanese ? "ja" : "en")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p class="setup">\(say(setup))</p>
            <p>\(say(.proof))</p>
            \(gates)
            <h2>\(say(.heading(.levels)))</h2>
            \(levels)
            <h2>\(say(.heading(.lateAgainstUnneeded)))</h2>
            \(bars)
            <h2>\(say(.heading(.kinds)))</h2>
            \(kinds)
            <h2>\(say(.heading(.figures)))</h2>
            \(figures)
            \(gridPart)
            </main>
            </body>
            </html>

            """
    }

    private var setup: StudyText {
        let study = result.study
        return .setup(owners: study.owners, days: study.days, seed: study.seed, seen: study.parameters.seen)
    }

    func say(_ text: StudyText) -> String { text.text(in: language) }

    // MARK: Tables

    private var gates: String {
        let gates = result.requiredFigures
        guard !gates.isEmpty else { return "<p>\(say(.gatesOnlyAtSeen))</p>" }
        let rows = gates.map { gate in
            let shown: (mark: String, style: String) =
                switch gate.verdict {
                case .reached: ("✓", "met")
                case .missed: ("✗", "missed")
                case .noValue: ("–", "open")
                }
            return """
                <tr><th scope="row">\(say(.gate(gate.measure, limit: gate.limit, isMaximum: gate.isMaximum)))</th>\
                <td>\(gate.measure.text(gate.value))</td>\
                <td class="\(shown.style)">\(shown.mark) \(say(.verdict(gate.verdict)))</td></tr>
                """
        }
        return "<h2>\(say(.heading(.gates)))</h2>\n<div class=\"wide\"><table>\(rows.joined())</table></div>"
    }

    private var kinds: String {
        guard let shipped = result[.shipped] else { return "" }
        let measures: [Measure] = [
            .reachedLevel1, .reachedLevel2, .reachedLevel3, .dayToLevel3, .premature, .unneededRings, .lateWakes,
            .levelChanges,
        ]
        let head = ([say(.heading(.owners))] + measures.map { say(.measure($0)) })
            .map { "<th scope=\"col\">\($0)</th>" }.joined()
        let rows = OwnerKind.allCases.compactMap { kind in
            shipped.kinds[kind].map { row(say(.kind(kind)), [String($0.owners)] + cells(measures, $0)) }
        }
        let all = row(say(.all), [String(shipped.all.owners)] + cells(measures, shipped.all))
        return """
            <div class="wide"><table><thead><tr><td></td>\(head)</tr></thead><tbody>\(rows.joined())\(all)</tbody></table></div>
            """
    }

    private var figures: String {
        let rules = result.study.rules.filter { result[$0] != nil }
        let head = rules.map { "<th scope=\"col\">\(say(.rule($0)))</th>" }.joined()
        let rows = Measure.allCases.map { measure in
            row(say(.measure(measure)), rules.map { cell(measure, result[$0]?.all[measure] ?? Statistic()) })
        }
        return """
            <div class="wide"><table><thead><tr><th scope="col">\(say(.heading(.measure)))</th>\(head)</tr></thead>\
            <tbody>\(rows.joined())</tbody></table></div>
            <p class="note">\(say(.percentiles))</p>
            """
    }

    private var gridPart: String {
        guard let grid else { return "" }
        let measures: [Measure] = [.unneededRings, .lateWakes, .premature, .reachedLevel3]
        let rules: [StudyText] = [.rule(.shipped), .rule(.fiveInARow)]
        let head = measures.map { "<th scope=\"colgroup\" colspan=\"2\">\(say(.measure($0)))</th>" }.joined()
        let second = measures.map { _ in rules.map { "<th scope=\"col\">\(say($0))</th>" }.joined() }.joined()
        let rows = grid.map { cell in
            let name =
                "a \(Measure.fixed(cell.cell.asymptote, decimals: 1)) · τ ×\(Measure.fixed(cell.cell.learningTime, decimals: 1))"
                + " · \(StudyText.percent(cell.cell.seen)) · ×\(Measure.fixed(cell.cell.episodes, decimals: 0)) · \(cell.cell.snooze)"
            let values = measures.flatMap { [$0.text(cell.shipped[$0].value), $0.text(cell.fiveInARow[$0].value)] }
            return row(name, values)
        }
        return """
            <h2>\(say(.heading(.grid)))</h2>
            <p>\(say(.gridHeld(grid.count(where: \.keepsSigns), of: grid.count)))</p>
            <div class="wide"><table><thead><tr><td rowspan="2"></td>\(head)</tr><tr>\(second)</tr></thead>\
            <tbody>\(rows.joined())</tbody></table></div>
            """
    }

    private func cells(_ measures: [Measure], _ outcomes: Outcomes) -> [String] {
        measures.map { cell($0, outcomes[$0]) }
    }

    private func cell(_ measure: Measure, _ statistic: Statistic) -> String {
        let value = measure.text(statistic.value)
        guard let p10 = statistic.p10, let p90 = statistic.p90 else { return value }
        return "\(value) <small>\(measure.text(p10))–\(measure.text(p90))</small>"
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        "<tr><th scope=\"row\">\(name)</th>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
    }

    private static let style = """
        :root{--ink:#1c2530;--dim:#5a6675;--paper:#fff;--line:#d5dbe3;--l0:#d9dfe7;--l1:#9cc0e4;--l2:#4c8bcb;--l3:#1d4f8f;\
        --late:#b4541f;--ring:#4c8bcb;--good:#1c7a45;--bad:#b3261e}
        @media (prefers-color-scheme:dark){:root{--ink:#e6ebf1;--dim:#9aa7b6;--paper:#12171d;--line:#333d49;--l0:#36404c;\
        --l1:#2f5f96;--l2:#5b9bdd;--l3:#b9d8f6;--late:#ec9a62;--ring:#5b9bdd;--good:#69c892;--bad:#f28b82}}
        @media print{:root{--ink:#000;--dim:#444;--paper:#fff}}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"Hiragino Sans","Noto Sans CJK JP",\
        sans-serif}
        main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
        h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.1rem;margin:2.2rem 0 .6rem}
        .setup,.note{color:var(--dim)}small{color:var(--dim);white-space:nowrap}
        .wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.875rem}
        th,td{padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line);text-align:right;vertical-align:bottom}
        th[scope=row],th[scope=col]:first-child{text-align:left;font-weight:400}
        thead th{font-weight:600}.met{color:var(--good)}.missed{color:var(--bad);font-weight:600}
        .panels{display:flex;flex-wrap:wrap;gap:1.2rem}figure{margin:0;flex:1 1 15rem;max-width:30rem}
        figcaption{font-weight:600;font-size:.9rem;margin-bottom:.3rem}svg{width:100%;height:auto;display:block}
        svg text{fill:var(--ink);font-size:12px}svg .dim{fill:var(--dim)}svg line{stroke:var(--line)}
        .l0{fill:var(--l0)}.l1{fill:var(--l1)}.l2{fill:var(--l2)}.l3{fill:var(--l3)}
        .late{fill:var(--late)}.ring{fill:var(--ring)}
        ul.key{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;padding:0;font-size:.875rem}
        .key svg{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem;vertical-align:-1px}
        """
}
