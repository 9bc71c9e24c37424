extension PageTemplates {
    /// The pages of somebody who is signed in. `p` has their texts, `q` keeps the language in links.
    static let personTexts = [
        "people": people,
        "removal": removal,
        "home": """
        {{<layout}}{{$content}}
        <p>{{t.homeText}}</p>
        <h2>{{p.thisMonth}}</h2>
        <p class="large"><a href="/me/plan{{q}}">{{left}}</a></p>
        <h2>{{p.speakers}}</h2>
        {{>speakers}}
        <p><a class="button" href="/device{{q}}">{{t.connect}}</a></p>
        {{#hasPeople}}<p><a href="/me/people{{q}}">{{p.people}}</a></p>{{/hasPeople}}
        {{#hasPasskeys}}<p><a href="/me/passkeys{{q}}">{{p.passkeys}}</a></p>{{/hasPasskeys}}
        {{/content}}{{/layout}}
        """,
        "speakers": """
        {{^speakers}}<p>{{p.noSpeakers}}</p>{{/speakers}}
        <ul class="rows">{{#speakers}}<li><a href="/me/devices?device={{id}}{{amp}}">{{name}}</a><br><small>{{state}}</small>{{#isCopied}}<small class="alarm">{{p.copied}}</small>{{/isCopied}}</li>
        {{/speakers}}</ul>
        """,
        "devices": """
        {{<layout}}{{$content}}
        {{>speakers}}
        <p><a class="button" href="/device{{q}}">{{t.connect}}</a></p>
        {{>browsers}}
        {{/content}}{{/layout}}
        """,
        "device-of-person": """
        {{<layout}}{{$content}}
        <p>{{state}}</p>
        {{#isCopied}}<p class="alarm">{{p.copied}}</p>{{/isCopied}}
        <h2>{{p.rename}}</h2>
        <form method="post" action="/me/devices/rename">{{>hidden}}
        <input type="hidden" name="device" value="{{id}}">
        <label for="name">{{p.newName}}</label>
        <input id="name" name="name" required maxlength="60" autocomplete="off" value="{{name}}">
        <button>{{p.save}}</button></form>
        {{#isSignedIn}}<h2>{{t.signOut}}</h2>
        <p>{{p.signOutMeaning}}</p>
        <form method="post" action="/me/devices/sign-out">{{>hidden}}
        <input type="hidden" name="device" value="{{id}}">
        <button class="quiet">{{p.signOutSpeaker}}</button></form>{{/isSignedIn}}
        <p><a href="/me/devices{{q}}">{{p.back}}</a></p>
        {{/content}}{{/layout}}
        """,
        "plan": """
        {{<layout}}{{$content}}
        <p class="large">{{left}}</p>
        {{#limit}}<meter min="0" max="{{limit}}" value="{{month}}" aria-label="{{p.thisMonth}}">{{left}}</meter>{{/limit}}
        <dl class="facts"><dt>{{p.plan}}</dt><dd>{{plan}}</dd>
        <dt>{{p.usedThisMonth}}</dt><dd>{{used}}</dd>
        {{#held}}<dt>{{p.heldNow}}</dt><dd>{{.}}</dd>{{/held}}
        {{#packs}}<dt>{{p.packs}}</dt><dd>{{.}}</dd>{{/packs}}
        <dt>{{p.nextGrant}}</dt><dd>{{next}}</dd></dl>
        {{#canBeRead}}<form method="post" action="/me/plan/read">{{>hidden}}
        <button class="quiet">{{p.readPlan}}</button></form>
        <p><small>{{p.readPlanMeaning}}</small></p>{{/canBeRead}}
        {{>zone}}
        {{/content}}{{/layout}}
        """,
        "zone": """
        <p><small>{{p.zoneNote}} {{zone}}</small></p>
        """,
        "use": """
        {{<layout}}{{$content}}
        <p class="large">{{monthName}}</p>
        {{#isEmpty}}<p>{{p.noUse}}</p>{{/isEmpty}}
        {{^isEmpty}}{{{chart}}}
        <p>{{summary}}</p>
        <table><caption>{{p.bySpeaker}}</caption>
        <thead><tr><th scope="col">{{p.speakerColumn}}</th><th scope="col">{{p.minutesColumn}}</th></tr></thead>
        <tbody>{{#bySpeaker}}<tr><th scope="row">{{name}}</th><td>{{minutes}}</td></tr>{{/bySpeaker}}</tbody></table>
        <table><caption>{{p.byDay}}</caption>
        <thead><tr><th scope="col">{{p.dayColumn}}</th><th scope="col">{{p.minutesColumn}}</th></tr></thead>
        <tbody>{{#byDay}}<tr><th scope="row">{{name}}</th><td>{{minutes}}</td></tr>{{/byDay}}</tbody></table>{{/isEmpty}}
        {{>zone}}
        {{/content}}{{/layout}}
        """,
        "history": """
        {{<layout}}{{$content}}
        {{^entries}}<p>{{p.noHistory}}</p>{{/entries}}
        <ol class="rows">{{#entries}}<li><small>{{when}}</small><br>{{what}}{{#why}}<br><small>{{.}}</small>{{/why}}</li>
        {{/entries}}</ol>
        <p class="pager">{{#newer}}<a rel="prev" href="/me/history?page={{.}}{{amp}}">{{p.newer}}</a>{{/newer}} {{#older}}<a rel="next" href="/me/history?page={{.}}{{amp}}">{{p.older}}</a>{{/older}}</p>
        {{>zone}}
        {{/content}}{{/layout}}
        """,
        "profile": """
        {{<layout}}{{$content}}
        {{^isThere}}<p>{{p.noProfile}}</p>{{/isThere}}
        {{#isThere}}<form method="post" action="/me/profile">{{>hidden}}
        {{#fields}}<label for="{{name}}">{{label}}</label>
        <input id="{{name}}" name="{{name}}" maxlength="200" autocomplete="off" value="{{value}}"{{#list}} list="zones"{{/list}}{{#error}} aria-invalid="true" aria-describedby="{{name}}-error"{{/error}}>
        {{#hint}}<small>{{.}}</small>{{/hint}}{{#error}}<p class="alarm" id="{{name}}-error">{{.}}</p>{{/error}}
        {{/fields}}
        <datalist id="zones">{{#zones}}<option value="{{.}}">{{/zones}}</datalist>
        <label for="preferredLanguage">{{p.language}}</label>
        <select id="preferredLanguage" name="preferredLanguage">{{#languages}}<option value="{{value}}"{{#isChosen}} selected{{/isChosen}}>{{name}}</option>{{/languages}}</select>
        <fieldset><legend>{{p.trainingFocus}}</legend>
        {{#foci}}<label class="tick"><input type="checkbox" name="{{field}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}> {{name}}</label>
        {{/foci}}<label for="focus_other">{{p.focusOther}}</label>
        <input id="focus_other" name="focus_other" maxlength="100" autocomplete="off" value="{{focusOther}}">
        {{#focusError}}<p class="alarm">{{.}}</p>{{/focusError}}</fieldset>
        <button>{{p.save}}</button></form>
        <p><small>{{p.speakersFollow}}</small></p>{{/isThere}}
        {{/content}}{{/layout}}
        """,
        "habits": """
        {{<layout}}{{$content}}
        {{#acknowledgement}}<p class="note">{{.}}</p>{{/acknowledgement}}
        {{^habits}}<p>{{p.noHabits}}</p>{{/habits}}
        <ul class="rows">{{#habits}}<li>{{name}}{{#when}}<br><small>{{.}}</small>{{/when}}{{#edit}}<br><a href="/me/habits?edit={{.}}{{amp}}" aria-label="{{p.change}}: {{name}}">{{p.change}}</a>{{/edit}}</li>
        {{/habits}}</ul>
        <p><small>{{p.proposalMeaning}}</small></p>
        {{/content}}{{/layout}}
        """,
        "habit": """
        {{<layout}}{{$content}}
        <h2>{{name}}</h2>
        <form method="post" action="/me/habits">{{>hidden}}
        <input type="hidden" name="habit" value="{{id}}">
        <label for="at">{{p.time}}</label>
        <input id="at" name="at" type="time" required value="{{at}}">
        <fieldset class="days"><legend>{{p.days}}</legend>
        {{#days}}<label class="tick"><input type="checkbox" name="day_{{value}}" value="yes"{{#isChosen}} checked{{/isChosen}}> {{name}}</label>
        {{/days}}</fieldset>
        <button>{{p.propose}}</button></form>
        <p><small>{{p.proposalMeaning}}</small></p>
        <p><a href="/me/habits{{q}}">{{p.back}}</a></p>
        {{/content}}{{/layout}}
        """,
        "export": """
        {{<layout}}{{$content}}
        <p>{{p.exportMeaning}}</p>
        <p><a class="button" href="/me/export/anicca.json">{{p.download}}</a></p>
        <h2>{{p.delete}}</h2>
        <p>{{p.deleteMeaning}}</p>
        <p><a class="button quiet" href="/me/delete{{q}}">{{p.deleteAsk}}</a></p>
        {{/content}}{{/layout}}
        """,
        "delete": """
        {{<layout}}{{$content}}
        <p>{{p.deleteList}}</p>
        <p>{{p.deleteKept}}</p>
        <p>{{p.deleteBackups}}</p>
        <p><a href="/me/export{{q}}">{{p.download}}</a></p>
        <p><strong>{{p.deleteOnceMore}}</strong></p>
        <form method="post" action="/me/delete">{{>hidden}}
        <label class="tick"><input type="checkbox" name="sure" value="yes" required> {{p.deleteSure}}</label>
        <button class="danger">{{p.deleteNow}}</button></form>
        <p><a class="button quiet" href="/me/export{{q}}">{{p.deleteNot}}</a></p>
        {{/content}}{{/layout}}
        """,
    ]

    /// For these pages, after `style`.
    static let personStyle = """

        nav { border-top: 1px solid var(--line); margin-top: 2rem; display: flex; flex-wrap: wrap; column-gap: 1.25rem }
        nav a, .rows a, .pager a, p > a:only-child:not(.button) { min-height: 44px; display: inline-flex;
          align-items: center }
        nav button { width: auto; min-height: 44px; margin: 0; padding: 0; background: none; color: var(--act); font-weight: 400;
          text-decoration: underline }
        nav a[aria-current] { font-weight: 700; text-decoration: none }
        main a { color: var(--act); overflow-wrap: anywhere }
        main a.button { color: var(--onact) }
        main a.quiet { color: var(--ink) }
        h2 { font-size: 1.2rem; margin: 1.75rem 0 .5rem }
        small { font-size: .9375rem }
        .large { font-size: 1.5rem; margin: .5rem 0; font-variant-numeric: tabular-nums }
        .rows { list-style: none; margin: 0; padding: 0 }
        .rows li { border-top: 1px solid var(--line); padding: .6rem 0; overflow-wrap: anywhere }
        .rows .alarm { display: block; margin-top: .25rem }
        .pager { display: flex; justify-content: space-between }
        .facts { display: block }
        .facts dt { font-size: .9375rem; margin-top: .75rem }
        .facts dd { font-size: 1.1875rem }
        .days { display: grid; grid-template-columns: repeat(auto-fill, minmax(6rem, 1fr)) }
        input[type=checkbox] { accent-color: var(--act) }
        meter { width: 100%; height: 1.5rem }
        table { width: 100%; border-collapse: collapse; margin-top: 1.5rem }
        caption { text-align: start; font-size: 1.2rem; font-weight: 700 }
        th, td { text-align: start; padding: .4rem 0; border-top: 1px solid var(--line); font-weight: 400;
          overflow-wrap: anywhere }
        td:last-child, th:last-child { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap;
          padding-left: 1rem }
        .chart { width: 100%; height: auto; display: block; margin: 1rem 0 }
        .chart rect { fill: var(--act) }
        .chart path { stroke: var(--line); fill: none }
        .chart text { fill: var(--ink); font-size: 11px }
        select, input[type=time] { width: 100%; min-height: 48px; padding: .5rem .75rem; font: inherit; color: inherit;
          background: var(--ground); border: 1px solid var(--line); border-radius: .5rem }
        fieldset { border: 0; margin: 1.5rem 0 0; padding: 0; min-width: 0 }
        legend { padding: 0; font-weight: 600 }
        .danger { background: var(--red); color: var(--ground) }
        """
}
