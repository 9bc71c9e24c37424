"""The gateway's entitlement and start on FastAPI and asyncpg, for measurements: the same rows, locks and commits, without
its limits, logs, metrics and errors.

    uvicorn fastapi_peer:app            DATABASE=... PROVIDER_PORT=...

Statements are joined where one does for several of the gateway's, as somebody who writes for asyncpg would.
"""

import base64
import contextlib
import hashlib
import os
import secrets
import time

import aiohttp
import asyncpg
from fastapi import FastAPI, HTTPException, Request, Response

CALLER = """SELECT c.user_id, u.account_id, c.device, c.expires_at, c.revoked_at, c.superseded_at FROM credentials c
  JOIN users u ON u.id = c.user_id LEFT JOIN devices d ON d.id = c.device WHERE c.hash = $1"""
SUMS = """SELECT
  (SELECT CAST(COALESCE(SUM(CASE WHEN plan_minutes IS NOT NULL THEN minutes ELSE 0 END), 0) AS BIGINT) FROM ledger
    WHERE account_id = $1 AND period = $2),
  (SELECT CAST(COALESCE(SUM(minutes), 0) AS BIGINT) FROM ledger WHERE account_id = $1 AND period = $2),
  (SELECT CAST(COALESCE(SUM(minutes), 0) AS BIGINT) FROM ledger WHERE account_id = $1 AND period = ''),
  (SELECT CAST(COALESCE(SUM(held_minutes), 0) AS BIGINT) FROM sessions WHERE account_id = $1 AND ended_at IS NULL)"""
BEFORE = """SELECT
  (SELECT id FROM sessions WHERE device = $1 AND request_key = $2),
  (SELECT id FROM sessions WHERE device = $1 AND ended_at IS NULL LIMIT 1),
  (SELECT COUNT(*) FROM sessions WHERE device = $1 AND talk_at > $3)"""
INSERT = """INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, seen_at,
  lease_until, held_minutes) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9)"""


@contextlib.asynccontextmanager
async def life(app):
    where = dict(part.split("=", 1) for part in os.environ["DATABASE"].split())
    app.state.pool = await asyncpg.create_pool(
        host=where["host"], user=where["user"], database=where["dbname"], min_size=8, max_size=8)
    app.state.http = aiohttp.ClientSession(f"http://127.0.0.1:{os.environ['PROVIDER_PORT']}")
    yield
    await app.state.http.close()
    await app.state.pool.close()

app = FastAPI(lifespan=life)


def now_ms():
    return int(time.time() * 1000)


async def caller_of(request, connection):
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    digest = base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).rstrip(b"=").decode()
    caller = await connection.fetchrow(CALLER, digest)
    if caller is None or caller[3] < now_ms() or caller[4] is not None or caller[5] is not None:
        raise HTTPException(401)
    return caller


def entitlement_of(plan, sums):
    granted, month, packs, held = sums
    return {"plan": plan, "status": "active", "monthly_usage_limit": granted, "monthly_usage_remaining": month,
            "monthly_usage_count": granted - month, "packs_remaining": packs, "held": held}


@app.get("/health/ready")
async def ready():
    return {}


@app.get("/mobile/entitlement")
async def entitlement(request: Request):
    async with app.state.pool.acquire() as connection:
        caller = await caller_of(request, connection)
        plan, period = await connection.fetchrow("SELECT plan, period FROM accounts WHERE id = $1", caller[1])
        sums = await connection.fetchrow(SUMS, caller[1], period)
    return {"entitlement": entitlement_of(plan, sums)}


@app.post("/mobile/realtime/session")
async def start(request: Request):
    offer, key, now = await request.body(), request.headers["idempotency-key"], now_ms()
    session = f"ses_0{now:012x}{secrets.token_hex(8)}"
    async with app.state.pool.acquire() as connection:
        caller = await caller_of(request, connection)
        user, account, device = caller[:3]
        async with connection.transaction():
            plan, period = await connection.fetchrow("SELECT plan, period FROM accounts WHERE id = $1 FOR UPDATE", account)
            again, other, often = await connection.fetchrow(BEFORE, device, key, now - 3_600_000)
            granted, month, packs, held = await connection.fetchrow(SUMS, account, period)
            if again or other or often >= 6:
                raise HTTPException(409)
            held = min(10, month + packs - held)
            if held < 1:
                raise HTTPException(402)
            lease = now + held * 60_000 + 30_000
            await connection.execute(INSERT, session, account, user, device, key, period, now, lease, held)
    async with app.state.http.post("/v1/realtime/calls", data=offer) as answer:
        if answer.status != 201:
            raise HTTPException(502)
        text, call = await answer.text(), answer.headers["Location"].rsplit("/", 1)[1]
    async with app.state.pool.acquire() as connection, connection.transaction():
        await connection.fetchrow("SELECT plan, period FROM accounts WHERE id = $1 FOR UPDATE", account)
        await connection.execute("UPDATE sessions SET connected_at = $2, call_id = $3 WHERE id = $1", session, now_ms(), call)
    return Response(text, 201, {"Anicca-Session": session, "Anicca-Lease-Until": str(lease // 1000),
                                "Anicca-Remaining": str(held * 60)}, "application/sdp")
