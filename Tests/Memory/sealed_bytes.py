"""Words that are left in the files of a state folder: as they are, or sealed under a key that is known (M-9).

    found = Traces(folder, key=folder / "vault.key").of("my dog Momo")

Looks at every byte of every file, so at free pages and at logs as well. A sealed record is recognised by its first nine
bytes (`Sources/Store/Vault/Vault.swift`: the format and the key's identifier) and opened without asking whether its end
is still there: ChaCha20 is a stream, so a part of a record tells its words too. Needs `cryptography`, which
Tests/Peers/make_venv.sh brings.
"""

import hashlib
import hmac
import pathlib
import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

FORMAT = 1
IDENTIFIER_BYTES, NONCE_BYTES = 8, 12
# More than any record of one memory, and less than a page that follows would make slow.
MOST_BYTES = 16 << 10
# Not the owner's words: a socket and a lock file.
NO_FILES = {"lock", "control.sock"}


def derived(secret, use, count, salt=b""):
    """HKDF-SHA256 (RFC 5869) as VaultKey has it."""
    extracted = hmac.new(salt or bytes(32), secret, hashlib.sha256).digest()
    return hmac.new(extracted, f"anicca vault 1 {use}".encode() + b"\x01", hashlib.sha256).digest()[:count]


def secrets(key_file):
    """The secrets of a key file, the newest first."""
    lines = pathlib.Path(key_file).read_text().splitlines()
    if not lines or lines[0] != "anicca vault 1":
        raise ValueError(f"{key_file} is no key file")
    return [bytes.fromhex(line) for line in lines[1:]]


class Traces:
    """What is left in a folder, for who has the keys."""

    def __init__(self, folder, keys=()):
        """`keys`: contents of key files (`secrets`), those that are gone by now among them."""
        self.files = {
            path: path.read_bytes() for path in sorted(pathlib.Path(folder).rglob("*"))
            if path.is_file() and path.name not in NO_FILES}
        self.opened = {}
        for secret in keys:
            mark = bytes([FORMAT]) + derived(secret, "identifier", IDENTIFIER_BYTES)
            key = derived(secret, "key", 32)
            for path, content in self.files.items():
                at = content.find(mark)
                while at >= 0:
                    self.opened.setdefault(path, []).append(self._open(content, at + len(mark), key))
                    at = content.find(mark, at + 1)

    @staticmethod
    def _open(content, at, key):
        nonce = content[at:at + NONCE_BYTES]
        sealed = content[at + NONCE_BYTES:at + NONCE_BYTES + MOST_BYTES]
        if len(nonce) < NONCE_BYTES:
            return b""
        # The cipher's block 0 makes the tag's key (RFC 8439, 2.8).
        cipher = Cipher(algorithms.ChaCha20(key, struct.pack("<I", 1) + nonce), mode=None)
        return cipher.decryptor().update(sealed)

    @property
    def records(self):
        """How many sealed records were opened."""
        return sum(map(len, self.opened.values()))

    def of(self, words):
        """Where the words are: names of files, with what the finder had to do."""
        forms = {
            words.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")}
        # As JSON may write them.
        forms.add("".join(letter if ord(letter) < 128 else f"\\u{ord(letter):04x}" for letter in words).encode())
        found = [f"{path.name}" for path, content in self.files.items() if any(form in content for form in forms)]
        for path, records in self.opened.items():
            if any(form in record for record in records for form in forms):
                found.append(f"{path.name} (sealed)")
        return found
