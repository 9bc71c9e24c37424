extension PageTemplates {
    /// `k` has the texts. What needs the script is hidden until it says that the browser has passkeys.
    static let passkeyTemplates = [
        "passkey-button": """
        <div data-passkeys hidden><form method="post" action="/signin/passkey">{{>hidden}}
        <input type="hidden" name="user_code" value="{{userCode}}">
        {{#next}}<input type="hidden" name="next" value="{{.}}">{{/next}}
        <button>{{k.signIn}}</button></form>
        <p>{{k.orElse}}</p></div>
        {{>passkey-script}}
        """,
        "passkey-script": """
        <script src="/passkeys.js" defer></script>
        """,
        "passkey-errors": """
        <p class="alarm" role="alert" data-error="InvalidStateError" hidden>{{k.alreadyHere}}</p>
        <p class="alarm" role="alert" data-error="NotAllowedError" hidden>{{nothingDone}}</p>
        <p class="alarm" role="alert" data-error="" hidden>{{k.failed}}</p>
        """,
        "passkey": """
        {{<layout}}{{$content}}
        <p data-no-passkeys>{{k.cannot}}</p>
        <div data-passkeys hidden><p>{{k.asks}}</p>
        {{>passkey-errors}}
        <form method="post" action="/signin/passkey/answer">{{>hidden}}
        <input type="hidden" name="user_code" value="{{userCode}}">
        {{#next}}<input type="hidden" name="next" value="{{.}}">{{/next}}
        <input type="hidden" name="id" value=""><input type="hidden" name="clientData" value=""><input type="hidden" name="authenticatorData" value=""><input type="hidden" name="signature" value=""><input type="hidden" name="userHandle" value="">
        <div data-passkey="get" data-challenge="{{challenge}}" data-place="{{place}}"></div>
        <button>{{k.again}}</button></form></div>
        <p><a class="button quiet" href="{{back}}">{{k.otherWay}}</a></p>
        {{>passkey-script}}
        {{/content}}{{/layout}}
        """,
        "passkeys": """
        {{<layout}}{{$content}}
        <p>{{k.introduction}}</p>
        {{^passkeys}}<p>{{k.none}}</p>{{/passkeys}}
        <ul class="rows">{{#passkeys}}<li><a href="/me/passkeys?passkey={{id}}{{amp}}">{{name}}</a><br><small>{{made}}<br>{{used}}</small></li>
        {{/passkeys}}</ul>
        {{#isFull}}<p>{{k.full}}</p>{{/isFull}}
        {{^isFull}}<p data-no-passkeys>{{k.cannot}}</p>
        <div data-passkeys hidden><form method="post" action="/me/passkeys/new">{{>hidden}}<button>{{k.add}}</button></form></div>{{/isFull}}
        {{#hasChanged}}{{>other-browsers}}{{/hasChanged}}
        <p><small>{{k.certificate}}</small></p>
        {{>passkey-script}}
        {{/content}}{{/layout}}
        """,
        "passkey-new": """
        {{<layout}}{{$content}}
        <p data-no-passkeys>{{k.cannot}}</p>
        <div data-passkeys hidden><p>{{k.addMeaning}}</p>
        <form method="post" action="/me/passkeys">{{>hidden}}
        <input type="hidden" name="id" value=""><input type="hidden" name="clientData" value=""><input type="hidden" name="attestation" value="">
        <div data-passkey="create" data-challenge="{{challenge}}" data-place="{{place}}" data-user="{{user}}" data-name="{{userName}}" data-others="{{others}}"></div>
        <label for="name">{{k.name}}</label>
        <input id="name" name="name" required maxlength="60" autocomplete="off" placeholder="{{k.nameExample}}" value="{{k.usual}}">
        {{>passkey-errors}}
        <button>{{k.add}}</button></form></div>
        <p><a href="/me/passkeys{{q}}">{{p.back}}</a></p>
        {{>passkey-script}}
        {{/content}}{{/layout}}
        """,
        "passkey-of-person": """
        {{<layout}}{{$content}}
        <p>{{made}}<br>{{used}}</p>
        <h2>{{p.rename}}</h2>
        <form method="post" action="/me/passkeys/rename">{{>hidden}}
        <input type="hidden" name="passkey" value="{{id}}">
        <label for="name">{{p.newName}}</label>
        <input id="name" name="name" required maxlength="60" autocomplete="off" value="{{name}}">
        <button>{{p.save}}</button></form>
        <h2>{{k.remove}}</h2>
        <p>{{k.removeMeaning}}</p>
        {{#ways}}<p>{{.}}</p>{{/ways}}
        {{#isLast}}<p class="alarm">{{k.lastInvited}}</p>{{/isLast}}
        <form method="post" action="/me/passkeys/remove">{{>hidden}}
        <input type="hidden" name="passkey" value="{{id}}">
        <button class="quiet">{{k.remove}}</button></form>
        <p><a href="/me/passkeys{{q}}">{{p.back}}</a></p>
        {{/content}}{{/layout}}
        """,
    ]

    /// The only script: it asks the browser for passkeys and puts the answer into a form. It sends nothing by itself, and
    /// what it says is in the page.
    static let passkeyScript = """
        "use strict";
        (() => {
          const all = (selector) => [...document.querySelectorAll(selector)];
          if (!window.PublicKeyCredential || !navigator.credentials) return;
          for (const part of all("[data-passkeys]")) part.hidden = false;
          for (const part of all("[data-no-passkeys]")) part.hidden = true;
          const [place] = all("[data-passkey]");
          if (!place) return;
          const form = place.closest("form"), asked = place.dataset;
          const bytes = (text) =>
            Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
          const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
            .replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=/g, "");
          const key = (id) => ({ type: "public-key", id: bytes(id) });
          const question = { challenge: bytes(asked.challenge), timeout: 270000 };
          if (asked.passkey === "create") Object.assign(question, {
            rp: { id: asked.place, name: "Anicca" },
            user: { id: bytes(asked.user), name: asked.name, displayName: asked.name },
            pubKeyCredParams: [{ type: "public-key", alg: -7 }],
            authenticatorSelection:
              { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
            attestation: "none",
            excludeCredentials: asked.others.split(" ").filter(Boolean).map(key),
          });
          else Object.assign(question, { rpId: asked.place, userVerification: "preferred" });
          let isBusy = false;
          const ask = async () => {
            if (isBusy) return;
            isBusy = true;
            const errors = all("[data-error]");
            for (const error of errors) error.hidden = true;
            try {
              const made = await navigator.credentials[asked.passkey]({ publicKey: question });
              const answer = made.response;
              const fields = {
                id: made.rawId, clientData: answer.clientDataJSON, attestation: answer.attestationObject,
                authenticatorData: answer.authenticatorData, signature: answer.signature, userHandle: answer.userHandle,
              };
              for (const name of Object.keys(fields))
                if (fields[name] && form.elements[name]) form.elements[name].value = text(fields[name]);
              form.submit();
            } catch (trouble) {
              (errors.find((error) => error.dataset.error === trouble.name) || errors[errors.length - 1]).hidden = false;
            }
            isBusy = false;
          };
          form.addEventListener("submit", (event) => {
            event.preventDefault();
            ask();
          });
          if (asked.passkey === "get") ask();
        })();

        """
}
