"""Asks udp_forwarder.py for a bad path to an address of ours."""

import aiohttp


async def open_path(forwarder, host, port):
    """(host, port) that a client is to be told instead of ours."""
    async with aiohttp.ClientSession() as http:
        async with http.post(f"{forwarder}/paths", json={"target": [host, port]}) as response:
            response.raise_for_status()
            path = await response.json()
            return path["host"], path["port"]
