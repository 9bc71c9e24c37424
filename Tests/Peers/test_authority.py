"""A certification authority of one test run, made with the openssl program: good, expired, misnamed, self-signed."""

import pathlib
import ssl
import subprocess

CONFIGURATION = """
[ca]
default_ca = here
[here]
dir = .
database = ./index
serial = ./serial
new_certs_dir = .
default_md = sha256
policy = any
copy_extensions = none
unique_subject = no
[any]
commonName = supplied
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[good]
subjectAltName = DNS:localhost, DNS:service.invalid, DNS:gateway.invalid, IP:127.0.0.1, IP:::1
[misnamed]
subjectAltName = DNS:elsewhere.example
[req]
distinguished_name = name
[name]
"""


def make(folder: pathlib.Path) -> None:
    """Writes authority.pem, and NAME.pem and NAME.key for good, expired, misnamed and selfsigned, into `folder`."""

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "openssl.cnf").write_text(CONFIGURATION)
    (folder / "index").write_text("")
    (folder / "serial").write_text("1000\n")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-config", "openssl.cnf"]
    openssl("req", "-x509", *key, "-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=test authority",
            "-days", "2", "-extensions", "authority")
    openssl("req", "-x509", *key, "-keyout", "selfsigned.key", "-out", "selfsigned.pem", "-subj", "/CN=localhost",
            "-days", "2", "-extensions", "good")
    for name, dates, extensions in [
        ("good", ["-days", "2"], "good"),
        ("expired", ["-startdate", "20200101000000Z", "-enddate", "20210101000000Z"], "good"),
        ("misnamed", ["-days", "2"], "misnamed"),
    ]:
        openssl("req", "-new", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", "/CN=test server")
        openssl("ca", "-batch", "-notext", "-config", "openssl.cnf", "-cert", "authority.pem", "-keyfile",
                "authority.key", "-in", f"{name}.csr", "-out", f"{name}.pem", "-extensions", extensions, *dates)


def server_context(folder: pathlib.Path, name: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / f"{name}.pem", folder / f"{name}.key")
    return context
