extension PageTemplates {
    /// The sign-ins of browsers, a part of other pages. `b` has the texts.
    static let browserTemplates = [
        "browsers": """
        <h2>{{b.title}}</h2>
        <ul class="rows">{{#browsers}}<li>{{name}}<br><small>{{since}}<br>{{used}}</small>{{^isThis}}
        <form method="post" action="/me/devices/browser">{{>hidden}}<input type="hidden" name="browser" value="{{id}}"><button class="quiet" aria-label="{{b.end}}: {{since}}">{{b.end}}</button></form>{{/isThis}}</li>
        {{/browsers}}</ul>
        {{#hasOthers}}{{>other-browsers}}{{/hasOthers}}
        """,
        "other-browsers": """
        <form method="post" action="/me/devices/browsers">{{>hidden}}<button class="quiet">{{b.endOthers}}</button></form>
        """,
    ]
}
