import Hummingbird
import Mustache

/// The page's HTML: small, phone first, without a script but the one for passkeys (GATEWAY-4).
struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    init() throws(Failure) {
        MustacheContentTypes.register(PageText(), named: "PAGE")
        do {
            let texts = Self.texts.merging(Self.personTexts) { first, _ in first }
                .merging(Self.passkeyTemplates) { first, _ in first }
                .merging(Self.browserTemplates) { first, _ in first }
            library = MustacheLibrary(
                templates: try texts.mapValues { try MustacheTemplate(string: "{{% CONTENT_TYPE:PAGE}}\n" + $0) })
        } catch { throw .fault(inside: "a template cannot be read") }
    }

    func render(_ name: String, _ values: [String: any Sendable], status: HTTPResponse.Status = .ok) throws(Failure)
        -> Response
    {
        guard let html = library.render(values, withTemplate: name) else { throw .fault(inside: "no template \(name)") }
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: html)))
    }

    private static let texts = [
        "layout": """
        <!doctype html>
        <html lang="{{language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{title}}</title>
        <link rel="stylesheet" href="/style.css">
        <link rel="icon" href="data:,">
        </head>
        <body>
        <header><a href="/{{q}}">Anicca</a><a href="{{otherLanguageAddress}}" lang="{{otherLanguage}}" hreflang="{{otherLanguage}}">{{otherLanguageName}}</a></header>
        <main>
        <h1>{{title}}</h1>
        {{#note}}<p class="note" role="status">{{.}}</p>{{/note}}
        {{#alarm}}<p class="alarm" role="alert">{{.}}</p>{{/alarm}}
        {{$content}}{{/content}}
        {{#navigation}}<nav aria-label="{{label}}">{{#parts}}<a href="{{address}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{name}}</a>{{/parts}}<form method="post" action="/sign-out">{{>hidden}}<button>{{t.signOut}}</button></form></nav>{{/navigation}}
        </main>
        </body>
        </html>
        """,
        "apple": apple,
        "signin": """
        {{<layout}}{{$content}}
        {{#passkey}}{{>passkey-button}}{{/passkey}}
        {{#apple}}<p><a class="button apple" href="{{address}}">{{{logo}}}{{text}}</a></p>
        <p>{{or}}</p>{{/apple}}
        <p>{{ownerIntroduction}}</p>
        <pre>{{ownerCommand}}</pre>
        <p>{{t.ownerCodeThen}}</p>
        <p>{{t.invited}}</p>
        <form method="post" action="/signin">{{>hidden}}
        <input type="hidden" name="user_code" value="{{userCode}}">
        {{#next}}<input type="hidden" name="next" value="{{.}}">{{/next}}
        <label for="code">{{t.ownerCode}}</label>
        <input id="code" name="code" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" autofocus value="{{invitation}}">
        <button>{{t.signIn}}</button></form>
        {{/content}}{{/layout}}
        """,
        "device": """
        {{<layout}}{{$content}}
        <p>{{t.connectText}}</p>
        <form method="post" action="/device">{{>hidden}}
        <label for="user_code">{{t.code}}</label>
        <input id="user_code" name="user_code" required maxlength="20" inputmode="numeric" autocomplete="off" placeholder="482 913 775" autofocus>
        <button>{{t.next}}</button></form>
        {{/content}}{{/layout}}
        """,
        "confirm": """
        {{<layout}}{{$content}}
        <p class="code">{{grouped}}</p>
        <p>{{t.confirmText}}</p>
        <dl><dt>{{t.name}}</dt><dd>{{deviceName}}</dd>
        <dt>{{t.asked}}</dt><dd>{{ago}}</dd>
        <dt>{{t.from}}</dt><dd>{{from}}</dd></dl>
        <p>{{t.consentText}}</p>
        <form method="post" action="/device/decision">{{>hidden}}
        <input type="hidden" name="grant" value="{{grant}}">
        {{#isOtherNetwork}}<p class="alarm">{{t.otherNetwork}}</p>
        <label class="tick"><input type="checkbox" name="heard" value="yes"> {{t.heard}}</label>{{/isOtherNetwork}}
        <button name="decision" value="approve">{{t.yes}}</button>
        <button class="quiet" name="decision" value="deny">{{t.no}}</button></form>
        {{/content}}{{/layout}}
        """,
        "done": """
        {{<layout}}{{$content}}
        <p>{{t.connectedText}}</p>
        <form method="post" action="/device/take-back">{{>hidden}}
        <input type="hidden" name="grant" value="{{grant}}">
        <button class="quiet">{{t.takeBack}}</button></form>
        {{/content}}{{/layout}}
        """,
        "trouble": """
        {{<layout}}{{$content}}
        {{#address}}<p><a href="{{.}}">{{.}}</a></p>{{/address}}
        {{#freshForm}}<p><a class="button" href="{{.}}">{{t.freshForm}}</a></p>{{/freshForm}}
        {{/content}}{{/layout}}
        """,
        "hidden": """
        <input type="hidden" name="form" value="{{form}}"><input type="hidden" name="lang" value="{{language}}">
        """,
    ]

    /// One style sheet: system fonts, one column, targets of at least 44 px, light or dark as the device is.
    static let style = baseStyle + personStyle + peopleStyle
    private static let baseStyle = """
        :root { color-scheme: light dark; --ink: #1c1b19; --ground: #fbfaf7; --line: #8a857b; --act: #1f5f4a; --onact: #fff;
          --red: #a32218; --soft: #efece4 }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #ebe7de; --ground: #171614; --line: #8f897d; --act: #8fd0b5; --onact: #10201a; --red: #ff9d91;
            --soft: #262421 } }
        * { box-sizing: border-box }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif }
        header, main { max-width: 40rem; margin: 0 auto; padding: .5rem 1rem }
        header { display: flex; justify-content: space-between }
        header a { color: inherit; min-height: 44px; display: inline-flex; align-items: center }
        h1 { font-size: 1.5rem; line-height: 1.3 }
        p { overflow-wrap: anywhere }
        pre, .code { background: var(--soft); padding: .75rem 1rem; border-radius: .5rem; overflow-x: auto }
        .code { font-size: 2rem; letter-spacing: .05em; text-align: center; font-variant-numeric: tabular-nums; margin: 0 }
        label { display: block; margin: 1rem 0 .25rem }
        .tick { display: flex; gap: .75rem; align-items: center; min-height: 44px }
        .tick input { width: 1.5rem; height: 1.5rem; flex: none }
        input:not([type]) { width: 100%; min-height: 48px; padding: .5rem .75rem; font: inherit; font-size: 1.5rem; color: inherit;
          background: var(--ground); border: 1px solid var(--line); border-radius: .5rem }
        button, .button { display: block; width: 100%; min-height: 48px; margin: 1rem 0 0; padding: .75rem 1rem; border: 0;
          border-radius: .5rem; background: var(--act); color: var(--onact); font: inherit; font-weight: 600; text-align: center;
          text-decoration: none; cursor: pointer }
        .quiet { background: none; color: var(--ink); border: 1px solid var(--line) }
        :focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
        .note { border-left: 4px solid var(--act); padding-left: .75rem }
        .alarm { border-left: 4px solid var(--red); padding-left: .75rem; color: var(--red) }
        .apple { background: #000; color: #fff }
        .apple svg { width: 1em; height: 1em; margin-right: .4em; vertical-align: -.1em }
        @media (prefers-color-scheme: dark) { .apple { background: #fff; color: #000 } }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
        dd { margin: 0; overflow-wrap: anywhere }
        """
}

/// Escapes scalar by scalar. Mustache's own escaping goes by characters, and a quote with a combining mark behind it is
/// another character than a quote: it would end an attribute all the same.
struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
