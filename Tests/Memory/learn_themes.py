#!/usr/bin/env python3
"""Learns which parts of a sentence speak for which theme, and writes the lists of Sources/Bedside/Teachings/Lexicon/Weights.
Usage: learn_themes.py [--halves]     needs numpy and scipy; --halves learns by every other development line, writes
nothing, and prints how often a fitting theme is found in the others.

Learns by examples/, the two development sets and, with less weight, the lexicon's own expressions; never by
reflections.jsonl and reflections-2.jsonl. The model is a multinomial regression over parts of a line, whose weights
below a threshold are left out before it is fitted again."""
import collections, glob, json, os, re, sys, unicodedata
import numpy as np, scipy.optimize, scipy.sparse

HERE = os.path.dirname(os.path.abspath(__file__))
LEXICON = os.path.join(HERE, "..", "..", "Sources", "Bedside", "Teachings", "Lexicon")
DEVELOPMENT = ("reflections-development.jsonl", "reflections-development-2.jsonl")
THEMES = ("anger restlessness drowsiness worry grief self-blame desire right-speech honesty tiredness joy gratitude "
          "impermanence comparison loneliness patience habit sleep returning kindness").split()
SWIFT = {"self-blame": "selfBlame", "right-speech": "rightSpeech"}
PENALTY, THRESHOLD, STEP, EXPRESSION_SHARE, SECOND_SHARE, ROUNDS = 0.05, 0.4, 0.25, 0.3, 0.5, 60
WEIGHTS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32)  # in quarters
ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("ly", ""))


def folded(text):
    """As FoldedLetters and FoldedLine fold it."""
    text = unicodedata.normalize("NFKC", text).lower().replace("\u2019", "'")
    text = "".join(chr(ord(c) - 0x60) if 0x30A1 <= ord(c) <= 0x30F6 else c for c in text)
    return re.sub("ー+", "ー", text)


def stem(word):
    for ending, replacement in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[:-len(ending)] + replacement
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def parts(text):
    """As LineFeatures takes them."""
    text, found = folded(text), set()
    for run in re.findall("[ぁ-ゖー一-鿿々]+", text):
        for i, letter in enumerate(run):
            if "一" <= letter <= "鿿":
                found.add(letter)
            found.update(run[i:i + n] for n in (2, 3) if i + n <= len(run))
    stems = [stem(w) for w in re.findall("[a-zß-öø-ɏ0-9]+", text.replace("'", ""))]
    found.update(stems)
    found.update(a + " " + b for a, b in zip(stems, stems[1:]))
    found.update(s[:5] + "*" for s in stems if len(s) > 5)
    return found


def is_joined(part):
    """Whether the part has so much in it that one sentence with it teaches nothing."""
    return " " in part or len(part) == 3 and part[0] > "\u3000"


def examples():
    for theme in THEMES:
        with open(os.path.join(HERE, "examples", theme + ".txt"), encoding="utf-8") as file:
            yield from ((line.strip(), [theme], 1.0) for line in file if line.strip())


def development(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return [(line["text"], line["themes"], 1.0) for line in map(json.loads, file)]


def expressions():
    for path in sorted(glob.glob(os.path.join(LEXICON, "ThemeLexicon+*.swift"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for entry in re.finditer(r"theme: \.(\w+),(.*?)(?=Entry\(|\Z)", text, re.S):
            theme = {v: k for k, v in SWIFT.items()}.get(entry[1], entry[1])
            for listed in re.findall(r'"""(.*?)"""', entry[2], re.S):
                for one in (listed.split() if "Japanese" in path else re.split("[,\n]", listed)):
                    if one.strip():
                        yield one.replace("*", "").replace("~", " ").strip(), [theme], EXPRESSION_SHARE


def matrix(rows, places):
    row, column, value = [], [], []
    for i, found in enumerate(rows):
        known = sorted(places[p] for p in found if p in places)
        row += [i] * len(known)
        column += known
        value += [len(found) ** -0.5] * len(known)
    return scipy.sparse.csr_matrix((value, (row, column)), shape=(len(rows), len(places)))


def learn(lines):
    """{(part, theme): weight in quarters}"""
    rows = [parts(text) for text, _, _ in lines]
    often = collections.Counter(part for row in rows for part in row)
    names = sorted(part for part, times in often.items() if times > 1 or not is_joined(part))
    X = matrix(rows, {p: i for i, p in enumerate(names)})
    transposed, size = X.T.tocsr(), (len(names), len(THEMES))
    aim, share = np.zeros((len(lines), len(THEMES))), np.array([w for _, _, w in lines])[:, None]
    for i, (_, themes, _) in enumerate(lines):
        for k, theme in enumerate(themes):
            aim[i, THEMES.index(theme)] = 1 if k == 0 else SECOND_SHARE
    aim /= aim.sum(1, keepdims=True)

    def fit(mask, start):
        def loss(flat):
            W = flat.reshape(size) * mask
            Z = X @ W
            Z -= Z.max(1, keepdims=True)
            P = np.exp(Z)
            P /= P.sum(1, keepdims=True)
            value = -(share * aim * np.log(P + 1e-12)).sum() + PENALTY / 2 * (W ** 2).sum()
            return value, ((transposed @ (share * (P - aim)) + PENALTY * W) * mask).ravel()
        options = {"maxiter": ROUNDS}
        return scipy.optimize.minimize(loss, start.ravel(), jac=True, method="L-BFGS-B", options=options).x.reshape(
            size) * mask

    first = fit(np.ones(size), np.zeros(size))
    mask = (first > THRESHOLD).astype(float)
    last = fit(mask, first * mask)
    found = {}
    for i, j in np.argwhere(last >= STEP / 2):
        quarters = round(float(last[i, j]) / STEP)
        if quarters:
            found[names[i], THEMES[j]] = min(WEIGHTS, key=lambda w: abs(w - quarters))
    return found


def wrapped(words, width=112):
    line, lines = "", []
    for word in words:
        if line and len(line) + len(word) + sum(ord(c) > 255 for c in line) > width:
            lines.append(line + ",")
            line = ""
        line += ("," if line else "") + word
    return lines + [line]


def write(weights):
    folder = os.path.join(LEXICON, "Weights")
    os.makedirs(folder, exist_ok=True)
    for theme in THEMES:
        name = SWIFT.get(theme, theme)
        by_weight = collections.defaultdict(list)
        for (part, about), weight in weights.items():
            if about == theme:
                by_weight[weight].append(part)
        out = ["/// Made by Tests/Memory/learn_themes.py; not edited by hand.", "extension ThemeWeights {",
               f"    static let {name} = List(", f"        theme: .{name},", "        groups: ["]
        for weight in sorted(by_weight, reverse=True):
            out += ["            Group(", f"                {weight},", '                """']
            out += ["                " + line for line in wrapped(sorted(by_weight[weight]), 100)]
            out += ['                """),']
        out += ["        ])", "}"]
        with open(os.path.join(folder, f"ThemeWeights+{name[0].upper() + name[1:]}.swift"), "w",
                  encoding="utf-8") as file:
            file.write("\n".join(out) + "\n")
    print(len(weights), "weights")


def score(weights, lines):
    by_part, first, three = collections.defaultdict(list), 0, 0
    for (part, theme), weight in weights.items():
        by_part[part].append((theme, weight))
    for text, themes, _ in lines:
        sums = collections.Counter()
        for part in parts(text):
            for theme, weight in by_part[part] if part in by_part else []:
                sums[theme] += weight
        best = [theme for theme, _ in sums.most_common(3)]
        first += best[:1] != [] and best[0] in themes
        three += any(theme in themes for theme in best)
    print(f"{len(lines)} lines: first {first / len(lines):.3f}, first three {three / len(lines):.3f}")


if __name__ == "__main__":
    basis, lines = list(examples()) + list(expressions()), sum((development(name) for name in DEVELOPMENT), [])
    if "--halves" in sys.argv[1:]:
        for even in (0, 1):
            score(learn(basis + lines[1 - even::2]), lines[even::2])
    else:
        write(learn(basis + lines))
