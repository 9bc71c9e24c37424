#!/usr/bin/env python3
"""Learns which parts of a sentence speak for a risk, and writes Sources/Bedside/Safety/Weights.
Usage: learn_risk.py sentences FILE            writes the sentences by which is learned, one a line
       learn_risk.py learn FILE [--folds]      needs numpy and scipy; FILE has the sentences' parts, as
                                               BedsideTests/SafetyExamplesTests writes them; --folds writes no weights,
                                               and prints how sentences are graded whose line was left out

Learns by risk/, the seven development sets, the set that was held out first, and ordinary talk (examples/, reflections-
development*, dialogues/ and dialogues-2/); never by a held-out set. The model is two regressions over a sentence's
parts and over what the lexicon found there: is there a risk, and is a risk explicit. A word's class (risk/*.classes)
is a part of its own while learning; then its weight is added to that of its words."""
import collections, glob, json, os, random, re, sys
import numpy as np, scipy.optimize, scipy.sparse

HERE = os.path.dirname(os.path.abspath(__file__))
WEIGHTS = os.path.join(HERE, "..", "..", "Sources", "Bedside", "Safety", "Weights")
DEVELOPMENT = (
    "safety-development.jsonl", *(f"safety-development-{number}.jsonl" for number in range(2, 8)),
    "safety-utterances.jsonl")
# Talks that are learned by; the others are held out.
DIALOGUES = ("dialogues", "dialogues-2")
# Those in which somebody is at risk.
AT_RISK = r"Crisis words|Harm to the self|dark sentence|not to wake|about vanishing"
LANGUAGES = {"en": "English", "ja": "Japanese"}
LEVELS = ("none", "intermediate", "explicit")
JOINTS = {"en": (". ", ", ", ". ", " and ", " but "), "ja": ("。", "、", "。", "けど、")}
VARIANTS, TOGETHER = {"explicit": 10, "intermediate": 10, "none": 13}, 2
PENALTY, ROUNDS, FOLDS, LEAST_LENGTH, SCALE = 0.2, 100, 5, 20, 5.0
EXPLICIT_SHARE = 1.5  # how much more a missed explicit sentence costs
# What the sum has to exceed for a risk, in thousandths: if a phrase that counts names an explicit one, if it would be an
# explicit one by its parts, and else. Chosen by a writer whose sentences nothing was learned by; a missed explicit one is
# the worst.
LEAST = {"en": (-500, 200, 1100), "ja": (-1000, 500, 1300)}
FEW_PARTS, LEAST_OF_FEW = 40, -1000  # with so few, a phrase of an intermediate risk counts unless much speaks against it
# A phrase of a deed among so few counts as well (SafetyWeights.leastOfDeed), which is not printed here.
RECORDS, RECORD_LINE, ZERO, MIDDLE, LARGEST = 30000, 160, 0x3B, 0x50, 42
LISTS, REASONS, PIECES = 12, 14, {"en": 64, "ja": 160}
MASK = (1 << 64) - 1


# The sentences.

def variants(line, count):
    """Some of the sentences that a line with choices stands for, always the same ones."""
    choose, found = random.Random(line), {}
    for _ in range(count * 6):
        text = re.sub(r"\{([^{}]*)\}", lambda match: choose.choice(match[1].split("|")), line)
        found.setdefault(re.sub(" +", " ", text).strip().replace(" ,", ","))
        if len(found) == count:
            break
    return list(found)


def sentences():
    """(text, language, level, kind, line); of two that are said in one breath, the graver decides"""
    alone = list(written())
    yield from alone
    for language in LANGUAGES:
        plain = [one for one in alone if one[1] == language and one[3] in ("everyday", "ordinary", "tired")]
        of_line = collections.defaultdict(list)
        for one in alone:
            if one[1] == language:
                of_line[one[4]].append(one)
        for line, found in of_line.items():
            choose = random.Random(line)
            for text, _, level, kind, _ in found[:TOGETHER]:
                both = [text, choose.choice(plain)[0]]
                choose.shuffle(both)
                yield choose.choice(JOINTS[language]).join(both), language, level, kind, line


def written():
    for path in sorted(glob.glob(os.path.join(HERE, "risk", "*.txt"))):
        language, level = os.path.basename(path)[:-4].split("-")
        kind = None
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(map(str.strip, file)):
                if line.startswith("#"):
                    kind = line[2:]
                elif line:
                    for text in variants(line, VARIANTS[level]):
                        yield text, language, level, kind, f"{language}-{level}-{number}"
    for name in DEVELOPMENT:
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            for one in map(json.loads, file):
                yield one["text"], one["language"], one["expect"], one["kind"], one["id"]
    yield from ordinary()


def ordinary():
    """What people say about their days where nobody is at risk: the owner's lines of talks, and themes' sentences."""
    for path in sorted(glob.glob(os.path.join(HERE, "examples", "*.txt"))):
        with open(path, encoding="utf-8") as file:
            for number, text in enumerate(map(str.strip, file)):
                if text and not text.startswith("#"):
                    language = "en" if text.isascii() or re.match("[A-Za-z]", text) else "ja"
                    yield text, language, "none", "ordinary", f"{os.path.basename(path)[:-4]}-{number}"
    for name in ("reflections-development.jsonl", "reflections-development-2.jsonl"):
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            for one in map(json.loads, file):
                yield one["text"], one["language"], "none", "ordinary", one["id"]
    for path in sorted(path for name in DIALOGUES for path in glob.glob(os.path.join(HERE, name, "*.json"))):
        with open(path, encoding="utf-8") as file:
            dialogue = json.load(file)
        if re.search(AT_RISK, dialogue["about"]):
            continue
        turns = [turn for talk in dialogue["talks"] for turn in talk["turns"]]
        for number, turn in enumerate(turns):
            if "owner" in turn:
                text = turn["owner"].replace("\n", " ")
                yield text, dialogue["language"], "none", "ordinary", f"{path[len(HERE):]}-{number}"


def class_words():
    """(word, language, class)"""
    for language in LANGUAGES:
        with open(os.path.join(HERE, "risk", language + "-words.classes"), encoding="utf-8") as file:
            for name, words in (line.split(":") for line in file):
                yield from ((word, language, name) for word in words.split())


def all_texts():
    return [s[0] for s in sentences()] + [w[0] for w in class_words()]


# Their parts, as SafetyWeights takes them.

def mixed(number):
    value = (number + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & MASK
    return value ^ value >> 31


def parts(keys, language, isolated=False):
    if not any(key and (key >> 63 == 0) == (language == "ja") for key in keys):
        return []
    symbols = [3 if language == "ja" and key >> 63 else key for key in keys]
    if isolated:
        found = [0]
        for length, symbol in enumerate(symbols[:3]):
            found.append(mixed(((found[-1] ^ symbol) + length) & MASK))
        return [found[-1] >> 40]
    symbols, found = [1] + symbols + [2], set()
    for start in range(len(symbols)):
        value = 0
        for length, symbol in enumerate(symbols[start:start + 3]):
            value = mixed(((value ^ symbol) + length) & MASK)
            found.add(value >> 40)
        for gap in (2, 3) if language == "en" else ():
            if start + gap < len(symbols):
                found.add(mixed(mixed((symbols[start] + (gap << 32)) & MASK) ^ symbols[start + gap]) >> 40)
    return sorted(found)


def hints(findings):
    """The places of what the lexicon found among the weights of findings."""
    found, level = set(), 0
    for list_, rank, reason in findings:
        if reason < 0:
            found.add(list_)
            level = max(level, rank)
        else:
            found |= {LISTS + list_, 2 * LISTS + reason + (REASONS // 2 if rank == 2 else 0)}
    return sorted(found | {2 * LISTS + REASONS + level})


HINTS = 2 * LISTS + REASONS + 3


class Sentence:
    def __init__(self, about, read):
        self.text, self.language, self.level, self.kind, self.line = about
        keys, findings = read[self.language], read[self.language + "Findings"]
        self.parts, self.hints = parts(keys, self.language), hints(findings)
        self.by_rules = max([0] + [rank for _, rank, reason in findings if reason < 0])


# Learning.

class Model:
    """Weights of parts and of findings for two questions, rounded as the device has them."""

    def __init__(self, lines, classes):
        lines_of = collections.defaultdict(set)
        for one in lines:
            for part in one.parts:
                lines_of[part].add(one.line)
        self.classes = classes
        members = {part for found in classes.values() for part in found}
        names = sorted(part for part, found in lines_of.items() if len(found) > 1 or part in members)
        self.places = {part: i for i, part in enumerate(names)}
        self.class_places = {name: len(names) + i for i, name in enumerate(sorted(classes))}
        self.classes_of = collections.defaultdict(list)
        for name, found in classes.items():
            for part in found:
                self.classes_of[part].append(self.class_places[name])
        size = len(names) + len(classes)
        often = collections.Counter(one.line for one in lines)
        share = np.array([often[one.line] ** -0.5 for one in lines])
        is_risk = np.array([one.level != "none" for one in lines])
        is_explicit = np.array([one.level == "explicit" for one in lines])
        X = self.matrix(lines, size)
        risk = self.fit(X, is_risk, share * np.where(is_explicit, EXPLICIT_SHARE, 1))
        explicit = self.fit(X[is_risk], is_explicit[is_risk], share[is_risk])
        folded = [self.folded(names, size, weights) for weights in (risk, explicit)]
        strength = {part: max(abs(folded[0].get(part, 0)), abs(folded[1].get(part, 0)) / 2)
                    for part in set(folded[0]) | set(folded[1])}
        kept = sorted(sorted(strength, key=lambda part: (-strength[part], part))[:RECORDS])
        self.heads = []
        for weights, by_part in zip((risk, explicit), folded):
            step = np.quantile([abs(by_part.get(part, 0)) for part in kept], 0.995) / LARGEST
            rounded = {part: int(np.clip(round(by_part.get(part, 0) / step), -LARGEST, LARGEST)) for part in kept}
            hinted = [round(float(w) * 1000) for w in weights[size:size + HINTS]]
            self.heads.append((rounded, round(float(step * SCALE * 1000), 6), hinted, round(float(weights[-1]) * 1000)))
        self.kept = kept

    def matrix(self, lines, size):
        row, column, value = [], [], []
        for i, one in enumerate(lines):
            weight = SCALE / max(LEAST_LENGTH, len(one.parts)) ** 0.5
            known = [self.places[part] for part in one.parts if part in self.places]
            for part in one.parts:
                known += self.classes_of.get(part, ())
            row += [i] * (len(known) + len(one.hints))
            column += known + [size + hint for hint in one.hints]
            value += [weight] * len(known) + [1.0] * len(one.hints)
        return scipy.sparse.csr_matrix((value, (row, column)), shape=(len(lines), size + HINTS))

    @staticmethod
    def fit(X, wanted, share):
        share = share.copy()
        for side in (True, False):
            share[wanted == side] *= len(wanted) / 2 / share[wanted == side].sum()
        sign, transposed = np.where(wanted, 1.0, -1.0), X.T.tocsr()

        def loss(weights):
            z = X @ weights[:-1] + weights[-1]
            value = (share * np.logaddexp(0, -sign * z)).sum() + PENALTY / 2 * (weights[:-1] ** 2).sum()
            slope = -sign * share / (1 + np.exp(sign * z))
            return value, np.append(transposed @ slope + PENALTY * weights[:-1], slope.sum())
        return scipy.optimize.minimize(
            loss, np.zeros(X.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS}).x

    def folded(self, names, size, weights):
        found = {part: weights[i] for i, part in enumerate(names)}
        for part, places in self.classes_of.items():
            found[part] = found.get(part, 0) + sum(weights[place] for place in places)
        return found

    def score(self, one, head):
        """As SafetyWeights adds it up, in thousandths."""
        rounded, step, hinted, bias = self.heads[head]
        if not one.parts:
            return -1000.0
        total = sum(rounded.get(part, 0) for part in one.parts)
        return total * step / max(LEAST_LENGTH, len(one.parts)) ** 0.5 + bias + sum(hinted[i] for i in one.hints)


def print_rates(lines, scores, explicit_scores):
    often = collections.Counter(one.line for one in lines)
    share = np.array([1 / often[one.line] for one in lines])

    def rates(hit):
        return " / ".join(
            f"{100 * share[hit & is_level].sum() / share[is_level].sum():5.1f}"
            for is_level in (np.array([one.level == level for one in lines]) for level in reversed(LEVELS)))
    print("explicit / intermediate / harmless: found, in per cent")
    print(f"  phrases alone: {rates(np.array([one.by_rules > 0 for one in lines]))}")
    is_explicit, is_named = explicit_scores > 0, np.array([one.by_rules == 2 for one in lines])

    is_short = np.array([one.by_rules == 1 and len(one.parts) <= FEW_PARTS for one in lines]) & (scores > LEAST_OF_FEW)

    def decided(named, explicit, intermediate):
        return is_short | (scores > np.where(is_named, named, np.where(is_explicit, explicit, intermediate)))
    for least in ((-9999, -250, 1000), (-1000, -250, 1000), (-250, -250, 1000), (-1500, -500, 500), (-1500, 0, 1500)):
        print(f"  {least}: {rates(decided(*least))}")
    hit = decided(*LEAST[lines[0].language])
    print(f"  as the device decides: {rates(hit)}")
    print(f"  as explicit: {rates(hit & is_explicit)}")
    print(f"  as explicit by phrases alone: {rates(is_named)}")
    for kind in sorted({(one.level, one.kind) for one in lines}):
        of_kind = np.array([(one.level, one.kind) == kind for one in lines])
        print(f"    {' '.join(map(str, kind))}: {100 * share[of_kind & hit].sum() / share[of_kind].sum():.1f}")


def folds(lines, classes):
    names = sorted({one.line for one in lines})
    random.Random(1).shuffle(names)
    fold = {name: i % FOLDS for i, name in enumerate(names)}
    scores, explicit_scores = np.zeros(len(lines)), np.zeros(len(lines))
    for left_out in range(FOLDS):
        model = Model([one for one in lines if fold[one.line] != left_out], classes)
        for i, one in enumerate(lines):
            if fold[one.line] == left_out:
                scores[i], explicit_scores[i] = model.score(one, 0), model.score(one, 1)
    # The phrases were written by the development sets: what they find there proves nothing.
    own = [i for i, one in enumerate(lines) if one.line.split("-")[0] in LANGUAGES]
    print_rates([lines[i] for i in own], scores[own], explicit_scores[own])


# Writing.

def letters(value, count):
    return "".join(chr(ZERO + (value >> 6 * (count - 1 - i) & 63)) for i in range(count))


def write(language, model):
    os.makedirs(WEIGHTS, exist_ok=True)
    records = [letters(part, 4) + "".join(chr(MIDDLE + head[0][part]) for head in model.heads) for part in model.kept]
    lines = ["".join(records[i:i + RECORD_LINE]) for i in range(0, len(records), RECORD_LINE)]
    name = LANGUAGES[language]
    out = ["// swift-format-ignore-file: its lines are long",
           "/// Made by Tests/Memory/learn_risk.py; not edited by hand.", "extension SafetyWeights {",
           f"    static let {name.lower()} = SafetyWeights(",
           f"        parts: .{'words' if language == 'en' else 'characters'},",
           f"        table: Table(count: {len(records)}, records: {name.lower()}Records),"]
    for title, (_, step, hinted, bias) in zip(("risk", "explicit"), model.heads):
        out += [f"        {title}: Head(", f"            bias: {bias}, step: {step},"]
        starts = (0, LISTS, 2 * LISTS, 2 * LISTS + REASONS, HINTS)
        for field, start, end in zip(("counted", "excluded", "reasons", "levels"), starts, starts[1:]):
            out.append(f"            {field}: [{', '.join(map(str, hinted[start:end]))}]" + ("," if end < HINTS else "),"))
    out += ["        leastNamed: {}, leastExplicit: {}, leastIntermediate: {},".format(*LEAST[language]),
            f"        longestPiece: {PIECES[language]})", "",
            f"    private static let {name.lower()}Records = #\"\"\""]
    out += ["        " + line for line in lines] + ['        """#', "}"]
    with open(os.path.join(WEIGHTS, f"SafetyWeights+{name}.swift"), "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
    print(f"{name}: {len(records)} parts, {len(''.join(records))} bytes")


def main(arguments):
    if arguments[:1] == ["sentences"] and len(arguments) == 2:
        with open(arguments[1], "w", encoding="utf-8") as file:
            file.write("".join(text + "\n" for text in all_texts()))
        return 0
    if arguments[:1] != ["learn"] or len(arguments) < 2 or arguments[2:] not in ([], ["--folds"]):
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[1], encoding="utf-8") as file:
        read = [json.loads(line) for line in file]
    about, words = list(sentences()), list(class_words())
    if len(read) != len(about) + len(words):
        print("the parts are of other sentences: write them again", file=sys.stderr)
        return 1
    for language in LANGUAGES:
        classes = collections.defaultdict(set)
        for (_, of, name), one in zip(words, read[len(about):]):
            if of == language and (language == "ja" or len(one[language]) == 1):
                classes[name].update(parts(one[language], language, isolated=True))
        lines = [Sentence(a, r) for a, r in zip(about, read) if a[1] == language]
        if "--folds" in arguments:
            print(LANGUAGES[language])
            folds(lines, classes)
        else:
            write(language, Model(lines, classes))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
