extension OfflineScript {
    /// The routine with its placeholders filled. A line whose placeholder has no value, or one that the local voice
    /// would spell out letter by letter (a name in kanji), is dropped; steps stay where they are.
    public func rendered(values: PromptValues) -> OfflineScript {
        rendered(values: values.texts, readings: values.readings)
    }

    /// - Parameter readings: How values sound in Japanese, by placeholder name. A value without a reading is said as it
    ///   is, if it is kana or Japanese in Latin letters.
    public func rendered(values: [String: String], readings: [String: String] = [:]) -> OfflineScript {
        var script = self
        script.steps = steps.map { rendered($0, values: values, readings: readings) }
        return script
    }

    /// One of the routine's steps with its placeholders filled.
    func rendered(_ step: Step, values: [String: String], readings: [String: String]) -> Step {
        let speaksEnglish = key.hasSuffix(".\(Language.english.rawValue)")
        func filled(_ line: Line) -> Line? {
            var isPrivate = false
            let text = fill(line.text) { name in
                if EveningPlaceholder(rawValue: name)?.isPrivate == true { isPrivate = true }
                return values[name].flatMap { speaksEnglish && !OfflineScript.isLatin($0) ? nil : $0 }
            }
            guard let text else { return nil }
            var filled = Line(text: text)
            filled.isPrivate = isPrivate
            guard let reading = line.reading else { return filled }
            filled.reading = fill(reading) { name in readings[name] ?? values[name].flatMap(Kana.reading(of:)) }
            return filled.reading == nil ? nil : filled
        }
        var step = step
        step.lines = step.lines.compactMap(filled)
        step.insisting = step.insisting.compactMap(filled)
        if var ask = step.ask {
            ask.yes = ask.yes.compactMap(filled)
            ask.no = ask.no.compactMap(filled)
            step.ask = ask
        }
        return step
    }

    /// Fills placeholders; nil: the line is not said. They are checked when a script is parsed, so a fault is not
    /// expected here.
    private func fill(_ text: String, value: (String) -> String?) -> String? {
        do throws(PlaceholderFault) {
            return try TemplateLine.fill(text, value: value, isKnown: OfflineScript.placeholders.contains)
        } catch {
            return nil
        }
    }

    private static func isLatin(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.value < 0x250 } }
}
