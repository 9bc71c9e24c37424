"""What a Swift binary is made of: bytes by library, from its symbol table."""

import collections
import re
import subprocess

# `$s10Foundation…` is Foundation's, `$sSS10FoundationE…` its extension of String, `$ss5print…` Swift's own.
SWIFT_MODULE = re.compile(r"^\$[sS](?:S[a-zA-Z])?(\d+)")
KNOWN = {
    "Foundation": [
        "FoundationEssentials", "Foundation", "FoundationInternationalization", "_FoundationCollections",
        "_FoundationCShims",
    ],
    "Swift's library": ["Swift", "Synchronization", "_StringProcessing", "_RegexParser", "RegexBuilder", "Observation"],
    "Swift concurrency": ["_Concurrency", "Distributed"],
    "GRDB": ["GRDB", "GRDBSQLite"],
    "ArgumentParser": ["ArgumentParser", "ArgumentParserToolInfo"],
    "Yams": ["Yams"],
    "swift-crypto": ["Crypto", "CryptoBoringWrapper", "CCryptoBoringSSL"],
    "swift-log": ["Logging"],
    "anicca": ["Bedside", "Sound", "Board", "Store", "Appliance", "anicca", "System", "CGPIOD", "CLinux"],
}
GROUP = {module: group for group, modules in KNOWN.items() for module in modules}


def group(name):
    """Whose symbol it is, by its mangled name."""
    if re.search(r"icudt|icu_|_icu|foundation_unicode|^_?u(char|cal|dat|num|loc|res|text|brk|coll|enum)", name):
        return "ICU"
    found = SWIFT_MODULE.match(name)
    if found:
        length, start = int(found.group(1)), found.end(1)
        otherwise = "Swift's library" if name.startswith("$sS") else "other Swift"
        return GROUP.get(name[start:start + length], otherwise)
    if re.match(r"^\$[sS][SsiBy]", name) or name.startswith(("swift_", "_swift", "_ZN5swift", "_ZNK5swift")):
        return "Swift's library"
    # Witnesses and type descriptors of other prefixes still name a module.
    for length, start in ((int(m.group(1)), m.end()) for m in re.finditer(r"(\d+)(?=[A-Za-z_])", name)):
        if name[start:start + length] in GROUP:
            return GROUP[name[start:start + length]]
    if name.startswith("yaml_"):
        return "Yams"
    if re.match(r"^(CF|_CF|__CF|kCF)", name):
        return "Foundation"
    return "C and C++ runtime"


def parts(binary, stripped):
    """[(name, bytes)], largest first; what symbols do not cover is named by the sections that hold it."""
    sizes = collections.Counter()
    table = subprocess.run(["nm", "-S", "--defined-only", str(binary)], capture_output=True, text=True, check=True)
    seen = set()
    for line in table.stdout.splitlines():
        fields = line.split(maxsplit=3)
        # Address, size, kind, name; what takes no room in the file (bss) is left out, and aliases count once.
        if len(fields) == 4 and fields[2] not in "bB" and fields[0] not in seen:
            seen.add(fields[0])
            sizes[group(fields[3])] += int(fields[1], 16)
    sections = subprocess.run(["size", "-A", str(stripped)], capture_output=True, text=True, check=True)
    total = 0
    unnamed = {".eh_frame": "unwind tables", ".eh_frame_hdr": "unwind tables", ".gcc_except_table": "unwind tables",
               ".rela.dyn": "relocations", ".relr.dyn": "relocations"}
    for line in sections.stdout.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[0].startswith((".", "swift")) and fields[0] not in (".bss", ".tbss"):
            total += int(fields[1])
            if fields[0] in unnamed:
                sizes[unnamed[fields[0]]] += int(fields[1])
    rest = total - sum(sizes.values())
    if rest > 0:
        sizes["strings, metadata and tables without a symbol"] = rest
    return sizes.most_common()
