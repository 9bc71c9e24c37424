"""The service's end of a WebRTC call: aiortc underneath, RTP tapped before its jitter buffer.

aiortc's own receiver would hold 80 ms and decode on a thread. The tap decodes a packet when it comes (so that voice
activity is seen when it happens) and, with --reflect, sends it straight back.
"""

import asyncio
import json
import secrets

import numpy
from aiortc import RTCBundlePolicy, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.rtcrtpparameters import RTCRtpCodecCapability

from . import dialect, forwarding, ice
from .speech import RATE, Decoder
from .voice_track import VoiceTrack

CHANNEL = "oai-events"
GAP_SECONDS = 0.1  # without packets for so long, the client is not sending (DTX): silence for the detector
ABANDONED_SECONDS = 30
VANISHED_SECONDS = 60
VERY_LONG_SECONDS = 86_400
LARGEST_BACKLOG = 500  # packets heard before there is a session to hear them


class WebRTCLine:
    transport = "webrtc"

    def __init__(self, service, call_id):
        self.service, self.journal, self.call_id = service, service.journal, call_id
        self.session = None
        self.generated_ms = {}
        self.is_silent = False
        self.on_gone = self.on_closed = lambda: None
        self._is_closing = False
        self._heard = asyncio.Queue()
        self._pc = RTCPeerConnection(RTCConfiguration(iceServers=[], bundlePolicy=RTCBundlePolicy.MAX_BUNDLE))
        self._channel = None
        self._relay = None
        self._decoder = Decoder()
        self._last_packet = self._last_traffic = asyncio.get_running_loop().time()
        self._packets = self._bytes = self._lost = 0
        self._last_sequence = None
        self._gone = False
        self._drained, self._finishing = {}, {}  # by response
        faults = service.script.peer()
        self._track = None if service.reflects or faults.get("mute") else VoiceTrack(service.script.silence == "send")
        if self._track:
            self._track.on_first, self._track.on_drained = self._first_packet, self._queue_drained

    # Signalling

    async def answer(self, offer, channel_id=None):
        """The SDP answer; the session starts when the client's channel opens."""
        faults = self.service.script.peer()
        pc = self._pc
        transceiver = pc.addTransceiver(self._track or "audio", direction="sendrecv")
        transceiver.setCodecPreferences([RTCRtpCodecCapability("audio/opus", 48000, 2, {})])
        dtls = transceiver.receiver.transport
        connection = dtls.transport._connection
        connection._local_username = ice.service_username()
        is_lite = faults.get("ice_lite", True)
        if is_lite:
            ice.make_lite(connection)
        ice.renominate_on_move(connection)
        ice.on_traffic(connection, self._note_traffic)
        _accept_rsa(dtls)
        self._tap(transceiver)
        pc.on("connectionstatechange", self._connection_changed)
        pc.on("datachannel", self._channel_opened)
        if channel_id is not None:
            self._listen(pc.createDataChannel(CHANNEL, negotiated=True, id=channel_id))
        setup = faults.get("setup", "active")
        is_bare = is_lite or faults.get("tcp") == "only" or faults.get("forwarder")
        remote = dialect.without_candidates(offer) if is_bare else offer
        await pc.setRemoteDescription(RTCSessionDescription(remote, "offer"))
        if setup == "passive":
            dtls._set_role("server")
        if faults.get("stall_dtls"):
            dtls.start = _never
        if faults.get("no_channel") and pc.sctp:
            pc.sctp.start = _never
        await pc.setLocalDescription(await pc.createAnswer())
        connection.remote_is_lite = False
        fingerprint = next(f.value for f in dtls.getLocalParameters().fingerprints if f.algorithm == "sha-256")
        if faults.get("wrong_fingerprint"):
            fingerprint = ":".join(f"{byte:02X}" for byte in secrets.token_bytes(32))
        self._watching = asyncio.ensure_future(self._watch())
        return dialect.answer(
            offer, username=connection.local_username, password=connection.local_password, fingerprint=fingerprint,
            setup=setup, ice_lite=is_lite, ssrc=transceiver.sender._ssrc,
            candidates=await self._candidates(connection, faults))

    async def _candidates(self, connection, faults):
        if faults.get("no_candidates"):
            return []
        udp = [("udp", c.host, c.port) for c in connection.local_candidates]
        if faults.get("forwarder"):
            udp = [("udp", *await forwarding.open_path(faults["forwarder"], host, port)) for _, host, port in udp]
        mode = faults.get("tcp", "offered")
        tcp = []
        if mode != "none":
            self._relay = ice.TCPRelay(udp[0][1:] if mode != "only" else (udp[0][1], udp[0][2]))
            port = await self._relay.start(udp[0][1])
            if faults.get("dead_tcp"):
                self._relay.close()
            tcp = [("tcp", udp[0][1], port)]
        return tcp if mode == "only" else udp + tcp

    def _connection_changed(self):
        state = self._pc.connectionState
        self.journal.write("connection", call=self.call_id, state=state)
        if state in ("failed", "closed"):
            asyncio.ensure_future(self.close())

    # Events

    def _channel_opened(self, channel):
        self.journal.write("channel", call=self.call_id, label=channel.label, id=channel.id, ordered=channel.ordered,
                           protocol=channel.protocol, reliable=channel.maxRetransmits is None)
        if channel.label == CHANNEL:
            self._listen(channel)

    def _listen(self, channel):
        self._channel = channel
        inbox = asyncio.Queue()

        async def receive():
            while True:
                await self.session.receive(await inbox.get())

        @channel.on("message")
        def on_message(message):
            inbox.put_nowait(message)

        @channel.on("close")
        def on_close():
            self.journal.write("channel_closed", call=self.call_id)
            asyncio.ensure_future(self.close())

        def begin():
            self.session.spawn(receive())
            self.session.spawn(self._listen_to_owner())
            self.session.start()

        if channel.readyState == "open":
            begin()
        else:
            channel.on("open", begin)

    def send(self, event):
        self.send_text(json.dumps(event, ensure_ascii=False))

    def send_text(self, text):
        if not self.is_silent and self._channel is not None and self._channel.readyState == "open":
            try:
                self._channel.send(text)
            except ValueError as error:  # larger than the a=max-message-size of the client's offer
                self.journal.write("unsendable", call=self.call_id, bytes=len(text.encode()), error=str(error))

    # Sound out

    @property
    def is_playing(self):
        return self._track is not None and self._track.is_playing

    @property
    def playing_item(self):
        return self._track.current[0] if self._track and self._track.current else None

    @property
    def playing_response(self):
        return self._track.current[1] if self._track and self._track.current else None

    async def play(self, speech, ids, session):
        """Queues it all; takes as long as the real service needs to generate it, which is faster than real time."""
        self.generated_ms[ids["item_id"]] = speech.milliseconds
        if self._track is None or self.is_silent:
            return
        self._drained.setdefault(ids["response_id"], asyncio.Event()).clear()
        self._track.add(speech.packets, ids["item_id"], ids["response_id"])
        await asyncio.sleep(speech.milliseconds / 1000 / session.script.burst_factor)

    def stop_playing(self):
        if self._track is None:
            return 0
        item, response = self.playing_item, self.playing_response
        self._track.clear()
        if response in self._finishing:
            self._finishing.pop(response).cancel()
        return self._track.played_ms.get(item, 0)

    def _first_packet(self, response_id):
        if response_id in self._finishing:
            return  # the buffer ran dry between two messages of one response
        self.journal.write("audio_started", call=self.call_id, response_id=response_id)
        session = self.session
        session.spawn(session.emit("output_audio_buffer.started", response_id=response_id))
        self._finishing[response_id] = session.spawn(self._finish(response_id))
        session.audible()

    def _queue_drained(self, response_id):
        self._drained[response_id].set()

    async def _finish(self, response_id):
        """`stopped` comes when the buffer is empty and the response is done, unless it was cleared."""
        while True:
            await self._drained[response_id].wait()
            if self.session.response is None or self.session.response.id != response_id:
                break
            await asyncio.sleep(0.02)
        self._finishing.pop(response_id, None)
        await self.session.emit("output_audio_buffer.stopped", response_id=response_id)

    # Sound in

    def _tap(self, transceiver):
        receiver, sender = transceiver.receiver, transceiver.sender
        original, receive = receiver._handle_rtp_packet, receiver.receive
        reflects = self.service.reflects

        async def handle(packet, arrival_time_ms):
            await original(packet, arrival_time_ms=arrival_time_ms)  # keeps the figures of its receiver reports
            if reflects:
                packet.ssrc = sender._ssrc
                try:
                    await receiver.transport._send_rtp(packet.serialize())
                except ConnectionError:
                    pass
            self._count(packet)

        async def receive_without_decoding(parameters):
            await receive(parameters)
            receiver._RTCRtpReceiver__decoder_queue.put(None)
            receiver._RTCRtpReceiver__decoder_thread = None

        receiver._handle_rtp_packet = handle
        receiver.receive = receive_without_decoding

    def _note_traffic(self):
        self._last_traffic = asyncio.get_running_loop().time()

    def _count(self, packet):
        now = asyncio.get_running_loop().time()
        if self._packets == 0:
            self.journal.write("first_audio", call=self.call_id, payload_type=packet.payload_type, ssrc=packet.ssrc)
        self._packets += 1
        self._bytes += len(packet.payload)
        self._last_packet = now
        if self._last_sequence is not None:
            step = (packet.sequence_number - self._last_sequence) & 0xFFFF
            if step == 0 or step > 0x8000:
                return  # a duplicate, or late: its place is gone
            self._lost += step - 1
        self._last_sequence = packet.sequence_number
        if not self._gone and self._heard.qsize() < LARGEST_BACKLOG:
            self._heard.put_nowait(self._decoder.decode(packet.payload))

    async def _listen_to_owner(self):
        """Apart from the transport's reading, which a delayed event must not hold up."""
        while True:
            await self.session.hear(await self._heard.get())

    async def _watch(self):
        """Once a tick: silence where the client sends none; once a second: what came in; and is anybody there?"""
        loop, tick, told = asyncio.get_running_loop(), 0.05, (0, 0)
        next_report = loop.time() + 1
        fed_until = loop.time()
        while not self._gone:
            await asyncio.sleep(tick)
            now = loop.time()
            if now - self._last_packet > GAP_SECONDS and self._packets and not self._heard.qsize():
                quiet = now - max(fed_until, self._last_packet)
                self._heard.put_nowait(numpy.zeros(int(quiet * RATE), dtype=numpy.int16))
            fed_until = now
            if now >= next_report:
                next_report += 1
                if (self._packets, self._bytes) != told:
                    self.journal.write("rtp", call=self.call_id, packets=self._packets - told[0],
                                       bytes=self._bytes - told[1], lost=self._lost)
                    told = (self._packets, self._bytes)
            if now - self._last_traffic > ABANDONED_SECONDS:
                self.journal.write("abandoned", call=self.call_id)
                asyncio.ensure_future(self.close())
                return

    # The end

    def vanish(self):
        """Gone without a goodbye: no datagram goes out and none is read. The sockets stay for a while: closed ones
        would answer with ICMP, which a machine without power does not."""
        self._gone = True
        connection = self._pc.getTransceivers()[0].receiver.transport.transport._connection
        for protocol in connection._protocols:
            protocol.transport = _Mute(protocol.transport)
            protocol.datagram_received = lambda *ignored: None
        if self._relay:
            self._relay.freeze()
        self.on_gone()
        asyncio.get_running_loop().call_later(VANISHED_SECONDS, lambda: asyncio.ensure_future(self.close()))

    async def close(self, reason=None):
        """Orderly: RTCP BYE, SCTP abort, DTLS close_notify. Safe to call twice."""
        if self._is_closing:
            return
        self._is_closing = self._gone = True  # which also ends `_watch`
        self.on_gone()  # before anything that the peer can notice: it may ask for this call again right after
        if self._channel is not None and self._channel.readyState == "open":
            await asyncio.sleep(0.02)  # let the last event out
        await self._pc.close()
        if self._relay:
            self._relay.close()
        if self.session is not None:
            await self.session.end()
        self.on_closed()


def _accept_rsa(dtls):
    """Peers with an RSA certificate too, such as GStreamer's; aiortc knows ECDSA only."""
    certificate = dtls._RTCDtlsTransport__local_certificate
    create = certificate._create_ssl_context

    def create_context(srtp_profiles):
        context = create(srtp_profiles=srtp_profiles)
        context.set_cipher_list(b"ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES")
        return context

    certificate._create_ssl_context = create_context


class _Mute:
    """A datagram transport that sends nothing."""

    def __init__(self, transport):
        self._transport = transport

    def sendto(self, data, address=None):
        pass

    def __getattr__(self, name):
        return getattr(self._transport, name)


async def _never(*ignored):
    await asyncio.sleep(VERY_LONG_SECONDS)
