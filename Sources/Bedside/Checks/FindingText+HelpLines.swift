/// Findings about the help lines (SAFE-4).
extension FindingText {
    static func helpLines(count: Int) -> FindingText {
        .ok(Check.helpLines, Wording("\(count), checked by a person", "\(count)件。人の目で確認済みです"))
    }

    static func helpLinesFaulty(_ problem: Wording) -> FindingText {
        .fail(
            Check.helpLines, problem,
            Wording(
                "correct the file; until then no number in it is said",
                "ファイルを直してください。それまで、このファイルの番号は伝えられません"))
    }

    static func helpLinesUnchecked(count: Int, of all: Int, file: Finding.FileToEdit) -> FindingText {
        .warn(
            Check.helpLines,
            Wording("\(count) of \(all) were not checked by a person", "\(all)件のうち\(count)件は、まだ人の目で確認されていません"),
            Wording(
                "compare each number with its source, and write checked_by and checked_on into \(file.english)",
                "番号を一つずつ出典と見くらべ、\(file.japanese)に \"checked_by\"と\"checked_on\"を書いてください"))
    }

    static func helpLinesOld(count: Int, days: Int, file: Finding.FileToEdit) -> FindingText {
        .warn(
            Check.helpLines,
            Wording("\(count) are older than \(days) days", "\(count)件は、\(days)日より前のものです"),
            Wording(
                "compare them with their sources again, and write checked_on into \(file.english)",
                "もう一度、出典と見くらべ、\(file.japanese)に \"checked_on\"を書いてください"))
    }

    static func helpLineAbsent(country: String?, file: Finding.FileToEdit) -> FindingText {
        let result =
            country.map {
                Wording("none in \($0): no number is said", "\($0) の窓口がなく、番号を伝えられません")
            }
            ?? Wording(
                "your country is not known: no number is said", "国がわからないため、番号を伝えられません")
        guard country != nil else {
            return .warn(
                Check.helpLines, result,
                Wording("anicca profile set owner.country=CODE", "anicca profile set owner.country=CODE で国を設定してください"))
        }
        return .warn(
            Check.helpLines, result,
            Wording(
                "anicca profile set owner.country=CODE, or add the country's line to \(file.english)",
                "anicca profile set owner.country=CODE で国を変えるか、その国の窓口を \(file.japanese)に加えてください"))
    }
}
