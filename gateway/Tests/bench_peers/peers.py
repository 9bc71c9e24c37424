"""Makes the peers and says how they are started; what cannot be made on this machine is left out, with the reason."""

import os
import pathlib
import shutil
import subprocess

import bench_load as load

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
IMPORTS = "import aiohttp, asyncpg, fastapi, httptools, uvicorn, uvloop"


def last_line(done):
    return (done.stderr.strip().splitlines() or ["no reason is given"])[-1]


def environment(database, provider_port):
    return {"PATH": os.environ["PATH"], "DATABASE": database, "PROVIDER_PORT": str(provider_port)}


def fastapi(folder, database, provider_port, log):
    """FastAPI on uvicorn, one worker, uvloop, httptools, asyncpg with eight connections."""
    name = "FastAPI + asyncpg"
    words = {key: value for key, value in os.environ.items() if key != "PEERS_PYTHON"}
    done = subprocess.run([ROOT / "Tests/Peers/make_venv.sh"], capture_output=True, text=True, env={
        **words, "PEERS_VENV": str(ROOT / "gateway/.build/bench-peers-venv"), "PEERS_IMPORTS": IMPORTS,
        "PEERS_REQUIREMENTS": str(HERE / "requirements.txt")})
    if done.returncode:
        return None, f"{name}: {last_line(done)}"
    return load.Server(name, [
        done.stdout.strip(), "-m", "uvicorn", "fastapi_peer:app", "--app-dir", str(HERE), "--port", "{port}", "--loop",
        "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "warning"],
        environment(database, provider_port), log), None


def go(folder, database, provider_port, log):
    """net/http and libpq, GOMAXPROCS=1."""
    name = "Go + libpq"
    if not shutil.which("go"):
        return None, f"{name}: no go: deploy/setup-debian.sh --for gateway-bench"
    program = folder / "go_peer"
    done = subprocess.run(["go", "build", "-o", program, HERE / "go_peer.go"], capture_output=True, text=True,
                          env={**os.environ, "GOFLAGS": "-mod=mod", "GO111MODULE": "off", "GOPROXY": "off"})
    if done.returncode:
        return None, f"{name}: {last_line(done)}"
    return load.Server(name, [str(program), "-port", "{port}"], environment(database, provider_port), log), None


ALL = (fastapi, go)
