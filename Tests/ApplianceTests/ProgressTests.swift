import Bedside
import Board
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

/// `anicca progress` (FADE-4).
@Suite(.requirement("FADE-4"))
struct ProgressTests {
    private static let today = LocalDate(dayNumber: 21_152)

    private static func reply(_ language: Language, days count: Int = 364, word: (Int) -> DayWord) -> FadingReply {
        let days = (0..<count).map {
            CountedDay(date: today.adding(days: $0 - count), observed: word($0), isCorrected: false)
        }
        let unaided = days.suffix(28).count { $0.word == .unaided }
        let row = FadingReply.Row(
            habit: .wake, level: .net, since: today.adding(days: -40), days: days,
            rate28: count == 0 ? nil : Double(unaided) / Double(min(count, 28)), next: .weeks)
        return FadingReply(rows: [row, row, row], language: language, today: today)
    }

    private static func mixed(_ index: Int) -> DayWord {
        index.isMultiple(of: 9)
            ? .missed : index.isMultiple(of: 5) ? .slow : index.isMultiple(of: 4) ? .prompt : .unaided
    }

    @Test(arguments: Language.allCases) func theChartFitsTheTerminal(language: Language) {
        for columns in [20, 40, 80, 200] {
            let lines = ProgressChart(progress: Self.reply(language, word: Self.mixed), columns: columns).lines
            let marks = lines.filter { $0.contains("##") }
            #expect(marks.count == 3)
            #expect(marks.allSatisfy { $0.count == columns })
            #expect(lines.allSatisfy { TextWidth.columns($0) <= columns }, "\(lines)")
        }
    }

    /// In each of its forms, and with as little room as there may be.
    @Test(arguments: Language.allCases) func everyLineFitsTheTerminal(language: Language) {
        var reply = Self.reply(language, word: Self.mixed)
        for next in FadingNext.allCases {
            for level in FadingLevel.allCases {
                reply.rows[1].level = level
                reply.rows[1].next = next
                reply.rows[1].isSilent = level == .graduated ? true : nil
                for columns in 20...60 {
                    let lines = ProgressChart(progress: reply, columns: columns).lines
                    #expect(lines.allSatisfy { TextWidth.columns($0) <= columns }, "\(columns): \(lines)")
                    #expect(Self.words(reply, columns) == Self.words(reply, 200), "something is lost")
                }
            }
        }
    }

    /// All that is shown but the marks, without spaces.
    private static func words(_ reply: FadingReply, _ columns: Int) -> String {
        ProgressChart(progress: reply, columns: columns).lines.filter { !$0.contains("##") }.joined()
            .filter { $0 != " " }
    }

    @Test func theRateIsShownAndNoStreak() {
        let lines = ProgressChart(progress: Self.reply(.english) { _ in .unaided }, columns: 80).lines
        #expect(lines.contains("  100 % of the last 28 days unaided"))
        #expect(lines.first == "Wake-up: 2 net, since 2027-10-21")
        #expect(!lines.joined().lowercased().contains("streak"))
        let japanese = ProgressChart(progress: Self.reply(.japanese) { _ in .unaided }, columns: 80).lines
        #expect(japanese.contains("  直近28日のうち、自力の日は100%"))
    }

    @Test func aHabitWithoutADayHasNoRate() {
        let lines = ProgressChart(progress: Self.reply(.english, days: 0) { _ in .unaided }, columns: 80).lines
        #expect(!lines.contains { $0.contains("%") })
    }

    @Test func theJSONHasTheContractsNames() {
        let json = Views.json(Self.reply(.english, days: 1) { _ in .prompt }).line
        #expect(
            json.hasPrefix(
                #"{"habits":[{"habit":"wake","level":2,"since":"2027-10-21","rate28":0.0,"next":"weeks","#
                    + #""days":[{"date":"2027-11-29","word":"prompt","corrected":false}],"silent":false}"#), "\(json)")
    }

    @Test(.requirement("FADE-1")) func aSilentHabitIsShownAsSilent() {
        var reply = Self.reply(.english) { _ in .unaided }
        reply.rows[0].isSilent = true
        reply.rows[0].level = .graduated
        let lines = ProgressChart(progress: reply, columns: 80).lines
        #expect(lines.first == "Wake-up: 3 graduated, silent at your wish, since 2027-10-21")
        #expect(ProgressPage(progress: reply).text.contains("graduated, silent at your wish <span>"))
        #expect(Views.json(reply).line.contains(#""silent":true"#))
    }

    @Test(arguments: Language.allCases) func thePageIsWholeAndSmall(language: Language) throws {
        let clock = ContinuousClock()
        var page = ""
        let span = clock.measure { page = ProgressPage(progress: Self.reply(language, word: Self.mixed)).text }
        #expect(page.utf8.count <= 200_000)
        #expect(span < .milliseconds(1000), "a debug build")
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"\(language.rawValue)\">"))
        for forbidden in ["<script", "http://", "https://", "src=", "@import", "url("] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
        #expect(page.components(separatedBy: "<rect class=\"u\"").count > 300)
        // Every element that is opened is closed: it is read as XML, apart from what HTML closes by itself.
        let body = try #require(page.range(of: "<body>")).lowerBound
        let xml = page[body...].replacingOccurrences(of: "</html>", with: "")
        let depth = xml.components(separatedBy: "<svg").count - xml.components(separatedBy: "</svg>").count
        #expect(depth == 0)
        #expect(xml.components(separatedBy: "<section>").count == 4)
    }

    @Test func thePageReplacesAnEarlierOne() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "anicca-progress-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "page.html").path
        let page = ProgressPage(progress: Self.reply(.english, word: Self.mixed))
        try page.write(to: file)
        try page.write(to: file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == page.text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["page.html"])
        #expect(throws: (any Error).self) { try page.write(to: folder.path + "/missing/page.html") }
    }

    /// A device or a pipe is written to, and no file takes its place: `--html /dev/null` as root would cost the system
    /// its null device.
    @Test func aDeviceOrAPipeStaysWhatItIs() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "anicca-progress-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = ProgressPage(progress: Self.reply(.english, days: 7, word: Self.mixed))
        let pipe = folder.appending(path: "pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(throws: FileError(path: pipe, code: ENXIO)) { try page.write(to: pipe) }
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        // More would fill the pipe, which nobody reads meanwhile.
        try #require(reader >= 0 && page.text.utf8.count < 60_000)
        try page.write(to: pipe)
        let bytes = try Files.read(descriptor: reader, name: pipe, limit: 60_000)
        #expect(String(decoding: bytes, as: UTF8.self) == page.text)
        let null = folder.appending(path: "null").path
        try #require(symlink("/dev/null", null) == 0)
        try page.write(to: null)
        #expect(Files.linkTarget(null) == "/dev/null")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["null", "pipe"])
    }

    @Test func whatIsInTheWayIsNamed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "anicca-progress-\(UUID().uuidString)")
        let unfinished = folder.appending(path: "page.html.part")
        try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = ProgressPage(progress: Self.reply(.english, days: 7, word: Self.mixed))
        let file = folder.path + "/page.html"
        #expect(throws: FileError(path: file + ".part", code: EISDIR)) { try page.write(to: file) }
        #expect(throws: FileError(path: folder.path, code: EISDIR)) { try page.write(to: folder.path) }
    }

    /// On a Pi every command is typed with sudo, and the page is for who typed it.
    @Test(.requirement("SETUP-3"), .enabled(if: geteuid() == 0)) func underSudoThePageBelongsToTheOwner() throws {
        let program = try Program()
        let file = program.folder.path + "/page.html"
        let result = try program.run(
            ["progress", "--html", file], extra: ["SUDO_UID": "54321", "SUDO_GID": "54321"])
        #expect(result.code == 0 && Files.owner(file) == 54_321, "\(result.errors)")
    }

    // MARK: In a browser

    private static let browser = ["/usr/lib/chromium/chromium", "/usr/bin/chromium", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A copy of the page measures itself: what is drawn, whether it fits, and with which background.
    private static let measuring = """
        <script>
        const boxes = [...document.querySelectorAll('svg')].map(s => s.getBoundingClientRect());
        // A calendar and a line for each of the three habits; the legend's squares are small.
        const charts = boxes.filter(b => b.width > 50 && b.height > 20).length;
        const drawn = charts == 6 && boxes.every(b => b.width > 0 && b.height > 0);
        const fits = document.documentElement.scrollWidth <= window.innerWidth;
        const colour = e => getComputedStyle(e).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number);
        const light = colour(document.documentElement).concat(colour(document.body)).some(c => c > 128);
        document.title = ['drawn', drawn, 'fits', fits, 'light', light].join(' ');
        </script>
        """

    @Test(
        .enabled(if: ProgressTests.browser != nil), .bounded,
        arguments: [(Language.english, true), (.japanese, false)])
    func aBrowserShowsItLightAndDark(language: Language, isLight: Bool) throws {
        let browser = try #require(Self.browser)
        let folder = FileManager.default.temporaryDirectory.appending(path: "anicca-progress-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "page.html")
        let page = ProgressPage(progress: Self.reply(language, word: Self.mixed)).text
        try page.replacingOccurrences(of: "</body>", with: Self.measuring + "</body>")
            .write(to: file, atomically: true, encoding: .utf8)
        let run = Process()
        run.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        run.arguments = [
            "90", browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--user-data-dir=\(folder.path)/profile", "--window-size=900,1400",
            "--blink-settings=preferredColorScheme=\(isLight ? 1 : 0)", "--dump-dom", file.absoluteString,
        ]
        let output = Pipe()
        run.standardOutput = output
        run.standardError = FileHandle.nullDevice
        try run.run()
        let shown = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        run.waitUntilExit()
        #expect(run.terminationStatus == 0)
        #expect(shown.contains("<title>drawn true fits true light \(isLight)</title>"), "\(shown.prefix(600))")
    }
}
