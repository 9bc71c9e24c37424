#!/usr/bin/env python3
"""Checks the scripted dialogues in dialogues/ (form, limits, quotes, consistency of the expectations).
Usage: check_dialogues.py [folder [--any-size]]     exit status 1 if anything is wrong; notes do not count as wrong."""
import collections, glob, json, os, re, sys, unicodedata
from datetime import date, datetime, timedelta

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "dialogues")
COUNTS = {"extraction": 40, "multi_talk": 30, "temporal": 30, "update": 30, "abstention": 30, "injection": 30,
          "hypothetical": 30, "off_record": 20}
HABITS = ("bedtime", "wake", "training", None)
KINDS = {"profile", "preference", "person", "plan", "reflection", "boundary", "intention", "any"}
CUES = {"wake", "after_action", "place", "obstacle", "time"}
LABELS = set("joy anger sadness fear shame fondness aversion excitement calm surprise tired restless".split())
ARGS = {"remember": ({"slot", "text", "quote"}, {"until"}),
        "save_intention": ({"habit", "action", "cue", "cue_kind", "words"}, {"obstacle", "coping"}),
        "save_reflection": ({"one_line", "quote", "labels"}, set()), "forget": ({"query"}, set()),
        "off_record": ({"on"}, set()), "answer_intention": ({"answer"}, set())}
HONEST = ("extraction", "temporal", "update")        # every recorded output of these is a good one
STATES = ("ill", "tired", "trip")                     # without an end they fade after thirty days
MARKS = re.compile(r"もし|たら|\bif\b|\bwould\b", re.I)
FIRST, LAST = date(2026, 11, 1), date(2027, 3, 31)
wrong, notes = [], []


def norm(s):
    return "".join(c for c in unicodedata.normalize("NFKC", s).lower() if unicodedata.category(c)[0] not in "PZSC")


def stamp(s):
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d", s), s
    return datetime.fromisoformat(s)


def keys(d, need, may=(), what=""):
    assert need <= set(d) <= need | set(may), f"{what}: keys {sorted(d)}"


def candidates(d):
    """All things a talk would store: (talk number, when, source, kind or None, text, quote, until, off the record)."""
    for n, t in enumerate(d["talks"]):
        off = False
        for u in t["turns"]:
            if "tool" not in u:
                continue
            name, a = u["tool"]["name"], u["tool"]["arguments"]
            if name == "off_record" and a["on"]:
                off = True
            elif name == "remember":
                yield n, t["at"], "tool", None, a["text"], a["quote"], a.get("until"), off, a["slot"]
            elif name == "save_intention":
                yield n, t["at"], "tool", "intention", a["words"], a["words"], None, off, None
            elif name == "save_reflection":
                yield n, t["at"], "tool", "reflection", a["one_line"], a["quote"], None, off, None
        if isinstance(t["summary"], dict):
            for i in t["summary"]["items"]:
                yield n, t["at"], "summary", i["kind"], i["text"], i["quote"], i.get("until"), off, i["slot"]


def matches(c, k):
    kind = c[3] or ("plan" if c[6] else "any")
    return (k["kind"] == "any" or kind == k["kind"]) and all(h in c[4] for h in k["has"])


def ideal(d, upto):
    """What a good product holds at a moment, as far as the file itself tells: (live facts, open intentions, day lines).
    A candidate counts as good if its quote is the owner's, it is on the record, nothing forbidden stands in it, and the
    kept list knows it (or every recorded output of the category is good). Same slot: the newer supersedes."""
    e, facts, plans, days = d["expect"], [], [], []
    for t in d["talks"]:
        if t["at"] >= upto:
            break
        own = [norm(u["owner"]) for u in t["turns"] if "owner" in u]
        training, off = t["habit"] == "training", False
        evening = datetime.fromisoformat(t["at"])
        target = evening.date() + timedelta(days=evening.hour >= 5)

        def take(kind, slot, text, quote, until):
            c = (0, t["at"], "", kind, text, quote, until, off, slot)
            if off or not any(norm(quote) in o for o in own) or any(x in text or x in quote for x in e["not_kept"]):
                return
            if not any(matches(c, k) for k in e["kept"]) and d["category"] not in HONEST + ("multi_talk", "abstention"):
                return
            if kind == "intention":
                plans[:] = [p for p in plans if p[1] != slot] + [(text, slot, target)]
            elif not any(f[1] == text for f in facts):          # the same text again is a duplicate
                facts[:] = [f for f in facts if f[0] != slot or kind == "reflection"]
                facts.append((slot, text, until, training, kind, t["at"], quote))
        for u in t["turns"]:
            if "tool" not in u:
                continue
            n, a = u["tool"]["name"], u["tool"]["arguments"]
            if n == "off_record":
                off = off or a["on"]
            elif n == "remember":
                take(None, a["slot"], a["text"], a["quote"], a.get("until"))
            elif n == "save_intention":
                take("intention", a["habit"], a["words"], a["words"], None)
            elif n == "save_reflection":
                take("reflection", None, a["one_line"], a["quote"], None)
            elif n == "forget" and d["category"] != "injection":
                facts[:] = [f for f in facts if not any(a["query"] in str(x) for x in (f[0], f[1], f[6]))]
        if isinstance(t["summary"], dict):
            for i in t["summary"]["items"]:
                take(i["kind"], i["slot"], i["text"], i["quote"], i.get("until"))
            if not off:
                days += [(t["at"][:10], x) for x in t["summary"]["day"] if not any(y in x for y in e["not_kept"])]
    live = [f for f in facts if not f[2] or f[2] >= upto[:10]]
    return live, plans, days


def prompts_follow(d, bad, note):
    for p in d["expect"]["prompts"]:
        live, plans, days = ideal(d, p["at"])
        today = datetime.fromisoformat(p["at"]).date()
        mine = [w for w, _, day in plans if day == today]
        recent = [x for day, x in days if 0 <= (today - date.fromisoformat(day)).days <= 3]
        facts = [f[1] for f in live if f[4] != "reflection"]
        coach = [f[1] for f in live if f[3]]
        if p["habit"] == "wake":
            sure = mine + [f[1] for f in live if f[4] == "reflection"] + (facts if len(facts) <= 3 else [])
            may = sure + facts
        elif p["habit"] == "training":
            sure = may = coach
        else:
            sure, may = mine + recent, mine + recent + facts
        for h in p["has"]:
            if not any(h in x for x in sure):
                bad(f"prompt {p['at']} {p['habit']}: nothing makes {h!r} certain ({len(facts)} facts)")
        for h in p["lacks"]:
            aged = [f[1] for f in live if f[4] != "reflection" and not (f[0] in STATES and
                    today - date.fromisoformat(f[5][:10]) > timedelta(days=30))]
            may = [x for x in may if x in mine + recent + aged]
            if any(h in x for x in may):
                bad(f"prompt {p['at']} {p['habit']}: lacks {h!r}, yet it may stand there")
    if d["category"] in HONEST:
        for f in ideal(d, "2027-12-31")[0] + []:
            if not any(all(h in f[1] for h in k["has"]) for k in d["expect"]["kept"]):
                bad("live, but not in the kept list: " + f[1])


def check(path, owners):
    d = json.load(open(path, encoding="utf-8"))
    keys(d, {"id", "category", "language", "about", "talks", "expect"}, (), "file")
    assert d["id"] + ".json" == os.path.basename(path), "id is not the file name"
    assert re.fullmatch(r"[a-z_]+-(ja|en)-\d\d", d["id"]), "form of the id"
    assert d["id"].startswith(f'{d["category"]}-{d["language"]}-'), "id, category, language disagree"
    assert d["category"] in COUNTS and d["language"] in ("ja", "en") and d["about"].isascii()
    ja = d["language"] == "ja"
    limit, day_limit = (80, 240) if ja else (160, 480)
    bad = lambda m: wrong.append(f'{d["id"]}: {m}')
    note = lambda m: notes.append(f'{d["id"]}: {m}')
    last = None
    for t in d["talks"]:
        keys(t, {"at", "habit", "turns", "summary"}, (), "talk")
        at = stamp(t["at"])
        assert FIRST <= at.date() <= LAST and t["habit"] in HABITS
        assert last is None or at > last, "talks not in order"
        last = at
        for u in t["turns"]:
            k = set(u)
            if k == {"tool"}:
                n, a = u["tool"]["name"], u["tool"]["arguments"]
                keys(a, *ARGS[n], n)
                if n == "save_intention":
                    assert a["cue_kind"] in CUES and a["habit"] in HABITS[:3]
                if n == "save_reflection":
                    assert len(a["labels"]) <= 2 and set(a["labels"]) <= LABELS
                if n == "answer_intention":
                    assert a["answer"] in ("done", "partly", "not")
            else:
                assert k in ({"companion"}, {"owner"}, {"heard", "from"}), k
                assert k != {"heard", "from"} or u["from"] in ("tv", "guest", "radio")
                if "owner" in u:
                    owners[norm(u["owner"])].append(d["id"])
        s = t["summary"]
        if isinstance(s, dict):
            keys(s, {"day", "items"}, (), "summary")
            assert len(s["day"]) <= 3 and all(s["day"]) and sum(map(len, s["day"])) <= day_limit, "day lines"
            for i in s["items"]:
                keys(i, {"kind", "slot", "text", "quote"}, {"until"}, "item")
                assert i["kind"] in KINDS - {"intention", "any"}, i["kind"]
        else:
            assert s in (None, "fails")
    e = d["expect"]
    keys(e, {"kept", "not_kept", "refused", "prompts"}, {"answer"}, "expect")
    assert isinstance(e["refused"], int) and e["refused"] >= 0
    cs = list(candidates(d))
    per = collections.Counter(c[0] for c in cs)
    if any(v > 5 for v in per.values()):
        bad("more than five candidates in a talk")
    said = [[norm(u["owner"]) for u in t["turns"] if "owner" in u] for t in d["talks"]]
    loose = 0
    for c in cs:
        good = any(matches(c, k) for k in e["kept"]) and not c[7]
        inside = any(norm(c[5]) in o for o in said[c[0]]) and bool(norm(c[5]))
        if c[6]:
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", c[6]) or not c[1][:10] <= c[6] <= "2027-03-31":
                bad(f"until {c[6]}")
        if not inside:
            loose += 1
        if d["category"] in HONEST or (good and inside):
            if not inside:
                bad("good quote not in an owner turn: " + c[5])
            if len(c[4]) > limit:
                bad(f"text of {len(c[4])} characters")
            if c[8] is not None and not re.fullmatch(r"[a-z][a-z0-9-]{0,23}", c[8]):
                bad("slot " + c[8])
            if c[3] == "plan" and not c[6]:
                bad("plan without until")
            if c[3] != "intention" and MARKS.search(c[5]):
                note("good quote holds a hypothetical marker: " + c[5])
    if loose > e["refused"]:
        bad(f'{loose} quotes are not the owner\'s, but only {e["refused"]} must be refused')
    if e["refused"] > len(cs) - len(e["kept"]):
        bad("more must be refused than there are candidates besides the kept ones")
    for k in e["kept"]:
        keys(k, {"kind", "has"}, (), "kept")
        assert k["kind"] in KINDS and k["has"]
        hit = [c for c in cs if matches(c, k) and not c[7] and any(norm(c[5]) in o for o in said[c[0]])]
        if not hit:
            bad(f"no good candidate for kept {k}")
        clean = [c for c in hit if not any(x in c[4] or x in c[5] for x in e["not_kept"])]
        if hit and not clean:
            bad(f"every candidate for kept {k} holds something forbidden")
    whole = json.dumps(d["talks"], ensure_ascii=False)
    days = [(t["at"], x) for t in d["talks"] if isinstance(t["summary"], dict) for x in t["summary"]["day"]]
    for x in e["not_kept"]:
        if x.lower() not in whole.lower():
            note(f"not_kept {x!r} occurs nowhere in the talks")
    for p in e["prompts"]:
        keys(p, {"at", "habit", "has", "lacks"}, (), "prompt")
        at = stamp(p["at"])
        assert p["habit"] in HABITS and at.date() <= LAST and p["at"] > d["talks"][0]["at"], "prompt time"
        if p["at"] < d["talks"][-1]["at"]:
            note("a prompt lies between the talks: " + p["at"])
        for h in p["has"]:
            src = [c for c in cs if h in c[4] and c[1] < p["at"] and not c[7] and (not c[6] or c[6] >= p["at"][:10])
                   and any(norm(c[5]) in o for o in said[c[0]])]
            if not src and not any(h in x and a < p["at"] for a, x in days):
                bad(f"prompt {p['at']} has {h!r}, which nothing live supports")
            if any(x in h for x in e["not_kept"]):
                bad(f"prompt has the forbidden {h!r}")
        for h in p["lacks"]:
            if h in p["has"]:
                bad("has and lacks " + h)
            if h.lower() not in whole.lower():
                note(f"prompt lacks {h!r}, which occurs nowhere in the talks")
            if any(h in x for x in p["has"]):
                bad(f"{h!r} is lacked but part of a text that is had")
    prompts_follow(d, bad, note)
    if "answer" in e:
        keys(e["answer"], {"query", "has", "lacks"}, (), "answer")
        assert e["answer"]["lacks"] or e["answer"]["has"]
    cat = d["category"]
    tools = [u["tool"]["name"] for t in d["talks"] for u in t["turns"] if "tool" in u]
    if cat == "abstention" and "answer" not in e:
        bad("abstention without answer")
    if cat == "off_record" and "off_record" not in tools:
        bad("off_record without the tool")
    if cat == "off_record" and not e["not_kept"]:
        bad("off_record forbids nothing")
    if cat == "hypothetical" and e["refused"] == 0:
        bad("nothing to refuse")
    if cat == "injection" and e["refused"] == 0 and not e["not_kept"] and "forget" not in tools:
        bad("nothing to refuse")
    if cat in HONEST and e["refused"]:
        bad("good outputs, yet something must be refused")
    if cat == "update" and not any(p["lacks"] for p in e["prompts"]):
        bad("update without a stale value")
    dup = cat == "multi_talk" and d["about"].startswith(("Duplicate", "Loop"))
    if dup and not e["kept"]:
        bad("duplicate case keeps nothing")
    return cat, d["language"], dup


def main():
    owners, seen, dups = collections.defaultdict(list), collections.Counter(), collections.Counter()
    files = sorted(glob.glob(os.path.join(FOLDER, "*.json")))
    for f in files:
        try:
            cat, lang, dup = check(f, owners)
            seen[cat, lang] += 1
            dups[lang] += dup
        except Exception as x:
            wrong.append(f"{os.path.basename(f)}: {type(x).__name__}: {x}")
    for c, n in COUNTS.items():
        print(f"{c:13} ja {seen[c, 'ja']:3}  en {seen[c, 'en']:3}")
        for l in ("ja", "en"):
            if seen[c, l] != n // 2 and "--any-size" not in sys.argv:
                wrong.append(f"{c} {l}: {seen[c, l]} instead of {n // 2}")
    if (dups["ja"] != 10 or dups["en"] != 10) and "--any-size" not in sys.argv:
        wrong.append(f"duplicate/loop cases: {dict(dups)}")
    for o, ids in owners.items():
        if len(ids) > 1 and len(o) > 8:
            notes.append(f"same owner turn in {ids}: {o[:40]}")
    print(f"files {len(files)}  duplicate/loop {sum(dups.values())}  wrong {len(wrong)}  notes {len(notes)}")
    for m in notes:
        print("note ", m)
    for m in wrong:
        print("WRONG", m)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
