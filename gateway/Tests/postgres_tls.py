#!/usr/bin/env python3
"""The gateway and a PostgreSQL that encrypts: libpq takes the right certificate, and no other, before it sends anything.

    gateway/Tests/postgres_tls.py --binary gateway/.build/debug/anicca-gateway

Starts a PostgreSQL of its own from Debian's package, on the loopback and in a temporary folder; certificates are
openssl's. One line for each check, then `N passed, N failed`. Bounded in time.

Requirements: GATEWAY-3, GATEWAY-9
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from results import Results

PROGRAMS = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
UNAVAILABLE = 69  # sysexits


class Certificates:
    """A root that is ours, one that is a stranger's, and servers' certificates below them."""

    def __init__(self, folder):
        self.folder = folder
        for root in ("ours", "strange"):
            self._openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                          "-subj", f"/CN={root}", "-keyout", f"{root}.key", "-out", f"{root}.pem")
        for name, root, host in (("right", "ours", "localhost"), ("elsewhere", "ours", "db.elsewhere.example"),
                                 ("false", "strange", "localhost")):
            self._openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={host}",
                          "-keyout", f"{name}.key", "-out", f"{name}.csr")
            (folder / "extensions").write_text(f"subjectAltName=DNS:{host}\n")
            self._openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{root}.pem", "-CAkey", f"{root}.key",
                          "-CAcreateserial", "-days", "2", "-extfile", "extensions", "-out", f"{name}.pem")

    def _openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)


class PostgreSQL:
    def __init__(self, folder):
        self.folder, self.process = folder, None
        self.run_as = []
        if os.geteuid() == 0:
            self.run_as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
            shutil.chown(folder, "postgres", "postgres")
        subprocess.run([*self.run_as, PROGRAMS[-1] / "initdb", f"--pgdata={folder}/data", "--username=gateway",
                        "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
                       cwd="/", check=True, capture_output=True)

    @contextlib.contextmanager
    def serving(self, certificate):
        """The port. `certificate`: name of the pair; none: it does not encrypt."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = ["-c", f"port={port}", "-c", "listen_addresses=127.0.0.1", "-k", self.folder, "-c", "fsync=off"]
        if certificate:
            words += ["-c", "ssl=on", "-c", f"ssl_cert_file={self._own(certificate, 'pem')}",
                      "-c", f"ssl_key_file={self._own(certificate, 'key')}"]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([*self.run_as, PROGRAMS[-1] / "postgres", "-D", self.folder / "data", *words],
                                            cwd="/", stdout=log, stderr=log)
        try:
            ready = [PROGRAMS[-1] / "pg_isready", "-q", "-h", self.folder, "-p", str(port)]
            deadline = time.monotonic() + 30
            while subprocess.run(ready).returncode:
                if time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "log").read_text()[-2000:])
                time.sleep(0.1)
            yield port
        finally:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)

    def _own(self, name, kind):
        """PostgreSQL reads a key only from a file of its own."""
        source, copy = self.folder.parent / f"{name}.{kind}", self.folder / f"{name}.{kind}"
        shutil.copy(source, copy)
        copy.chmod(0o600)
        if self.run_as:
            shutil.chown(copy, "postgres", "postgres")
        return copy


def main():
    parser = argparse.ArgumentParser(description="TLS between the gateway and PostgreSQL.")
    parser.add_argument("--binary", required=True)
    options = parser.parse_args()
    if not PROGRAMS:
        sys.exit("postgres_tls: no PostgreSQL: deploy/setup-debian.sh --for gateway")
    signal.signal(signal.SIGALRM, lambda *_: sys.exit("postgres_tls: more than 180 s"))
    signal.alarm(180)
    results = Results()
    with tempfile.TemporaryDirectory(prefix="anicca-postgres-tls-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        Certificates(folder)
        (folder / "server").mkdir()
        server = PostgreSQL(folder / "server")

        def address(port, mode="verify-full"):
            return (f"host=localhost port={port} user=gateway dbname=postgres sslmode={mode} "
                    f"sslrootcert={folder}/ours.pem")

        def gateway(port, *words, mode="verify-full"):
            return subprocess.run([options.binary, *words, "--set", f"database={address(port, mode)}"],
                                  capture_output=True, text=True, timeout=60)

        def refused(what, port, reason, mode="verify-full"):
            done = gateway(port, "migrate", mode=mode)
            lines = done.stderr.strip().splitlines()
            results.expect(what, done.returncode == UNAVAILABLE and len(lines) == 1 and reason in lines[0],
                  f"{done.returncode} {done.stdout}{done.stderr}")

        with server.serving(None) as port:
            refused("one that does not encrypt is refused", port, "does not support SSL")
        with server.serving("false") as port:
            refused("a certificate of another root is refused", port, "certificate verify failed")
            refused("also where its name is not looked at", port, "certificate verify failed", "verify-ca")
        with server.serving("elsewhere") as port:
            refused("a certificate of another name is refused", port, "does not match host name")
            done = gateway(port, "migrate", "--check", mode="verify-ca")
            results.expect("who looks at the root alone is let in, and finds that nothing was written",
                  done.returncode == 1 and done.stdout.startswith("missing: 1 "),
                  f"{done.returncode} {done.stdout}{done.stderr}")
        with server.serving("right") as port:
            done = gateway(port, "migrate")
            results.expect("the right one is taken", done.returncode == 0, f"{done.returncode} {done.stdout}{done.stderr}")
            done = gateway(port, "invariants")
            results.expect("and it is worked with", done.returncode == 0, f"{done.returncode} {done.stdout}{done.stderr}")
            asked = "SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
            used = subprocess.run([PROGRAMS[-1] / "psql", "-tA", address(port), "-c", asked], capture_output=True,
                                  text=True).stdout.strip()
            results.expect("psql sees that it is encrypted", used.startswith("t|TLSv1."), used)
        signal.alarm(0)
    print(f"{results.passed} passed, {results.failed} failed")
    return 0 if results.passed and not results.failed else 1


if __name__ == "__main__":
    sys.exit(main())
