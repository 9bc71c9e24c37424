"""ICE as the service does it: lite, on chosen addresses, with its own kind of credentials.

aioice 0.13 is a full agent that skips loopback addresses. These changes to its objects are tied to the pinned
versions in requirements.txt; selftest.py fails if they stop working.
"""

import asyncio
import secrets

import aioice.ice


def use_addresses(addresses):
    """Gathers on these addresses only. aioice would list every interface but loopback."""
    aioice.ice.get_host_addresses = lambda use_ipv4, use_ipv6: list(addresses)


def service_username():
    """16 characters with a slash, as the service's: longer than most stacks' and not alphanumeric."""
    return f"{secrets.token_hex(3)}/u{secrets.token_hex(2)}/{secrets.token_hex(2)[:3]}"


def make_lite(connection):
    """Turns a full agent into a lite one (RFC 8445 section 2.5): it answers checks and never sends one.

    So a client that waits for the service's checks, or leaves nominating to it, does not connect.
    """

    async def connect():
        connection._early_checks_done = True
        for check in connection._early_checks:
            connection.check_incoming(*check)
        connection._early_checks.clear()
        if await connection._check_list_state.get() != aioice.ice.ICE_COMPLETED:
            raise ConnectionError("no check of the client came through")

    def check_succeeds_unsent(pair):
        connection.check_state(pair, aioice.ice.CandidatePair.State.SUCCEEDED)

    connection.connect = connect
    connection.check_start_task = check_succeeds_unsent


def renominate_on_move(connection):
    """Follows the client to whatever pair it nominated last; aioice keeps the first."""
    incoming = connection.check_incoming

    def check_incoming(message, address, protocol):
        incoming(message, address, protocol)
        if "USE-CANDIDATE" not in message.attributes:
            return
        for pair in connection._check_list:
            if pair.protocol is protocol and tuple(pair.remote_addr) == tuple(address):
                connection._nominated[pair.component] = pair

    connection.check_incoming = check_incoming


def on_traffic(connection, note):
    """Calls `note` for whatever comes from the client, its checks of consent included."""
    for name in ("data_received", "request_received"):
        original = getattr(connection, name)

        def noted(*arguments, original=original):
            note()
            original(*arguments)

        setattr(connection, name, noted)


class TCPRelay:
    """The passive TCP candidate: RFC 4571 frames in, datagrams to the agent's UDP socket out, and back.

    aioice has no ICE-TCP. To the agent each TCP connection looks like one more UDP peer on loopback.
    """

    def __init__(self, target):
        self._target = target
        self._server = None
        self._writers = set()
        self._is_frozen = False

    async def start(self, host):
        self._server = await asyncio.start_server(self._serve, host, 0)
        return self._server.sockets[0].getsockname()[1]

    async def _serve(self, reader, writer):
        self._writers.add(writer)
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _BackToTCP(writer), remote_addr=self._target)
        try:
            while True:
                length = int.from_bytes(await reader.readexactly(2), "big")
                datagram = await reader.readexactly(length)
                if not self._is_frozen:
                    transport.sendto(datagram)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            transport.close()
            writer.close()
            self._writers.discard(writer)

    def freeze(self):
        """Keeps the connections open and lets nothing through any more."""
        self._is_frozen = True

    def close(self):
        if self._server:
            self._server.close()
        for writer in list(self._writers):
            writer.close()


class _BackToTCP(asyncio.DatagramProtocol):
    def __init__(self, writer):
        self._writer = writer

    def datagram_received(self, data, address):
        if not self._writer.is_closing():
            self._writer.write(len(data).to_bytes(2, "big") + data)
