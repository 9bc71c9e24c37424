"""What the appliance does in a conversation, done with GStreamer's webrtcbin: for the bench's CPU ratio.

    /usr/bin/python3 reference_webrtcbin.py --base http://127.0.0.1:PORT/v1 --key KEY --seconds 20

connects, sends a quiet tone as Opus in 20 ms packets (complexity 5, in-band FEC), receives, decodes and drops at the
pace of a sound card; then prints its own CPU seconds, resident memory and counts as one JSON line. Python only starts it: what
works is C. Needs Debian's python3-gi gir1.2-gst-plugins-bad-1.0 gir1.2-gst-plugins-base-1.0 gstreamer1.0-nice
gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad.
"""

import argparse
import json
import resource
import sys
import time
import urllib.request

try:
    import gi

    gi.require_version("Gst", "1.0")
    gi.require_version("GstSdp", "1.0")
    gi.require_version("GstWebRTC", "1.0")
    from gi.repository import GLib, Gst, GstSdp, GstWebRTC
except (ImportError, ValueError) as error:
    sys.exit(f"reference_webrtcbin: {error}; see the packages at the top of this file")

SOURCE = ("audiotestsrc is-live=true wave=sine freq=440 volume=0.01 samplesperbuffer=480 "
          "! audio/x-raw,rate=48000,channels=1 ! queue ! opusenc frame-size=20 audio-type=voice inband-fec=true "
          "complexity=5 bitrate=32000 ! rtpopuspay pt=96 "
          "! application/x-rtp,media=audio,encoding-name=OPUS,payload=96 ! rtc.")
SINK = ("queue ! rtpopusdepay ! opusdec use-inband-fec=true plc=true ! audioconvert ! audioresample "
        "! audio/x-raw,format=F32LE,rate=48000,channels=1 ! fakesink name=out sync=true signal-handoffs=true")
CONNECT_SECONDS = 15


def memory():
    """Resident and private kilobytes now. (`ru_maxrss` would count what the parent had when it forked.)"""
    with open("/proc/self/status") as file:
        sizes = dict(line.split(":", 1) for line in file)
    return {"rss_kb": int(sizes["VmRSS"].split()[0]), "private_kb": int(sizes["RssAnon"].split()[0])}


class Client:
    def __init__(self, options):
        self.options = options
        self.loop = GLib.MainLoop()
        self.pipeline = Gst.parse_launch(f"webrtcbin name=rtc bundle-policy=max-bundle {SOURCE}")
        self.rtc = self.pipeline.get_by_name("rtc")
        # Kept: the binding takes webrtcbin's own reference to its agent, and would drop it with the last name for it.
        self.agent = self.rtc.get_property("ice-agent")
        self.agent.emit("add-local-ip-address", "127.0.0.1")
        self.rtc.connect("on-negotiation-needed", lambda _: self.rtc.emit(
            "create-offer", None, Gst.Promise.new_with_change_func(self.offered)))
        self.rtc.connect("notify::ice-gathering-state", lambda *_: self.gathered())
        self.rtc.connect("pad-added", self.incoming)
        self.buffers = 0
        self.begun = time.monotonic()
        self.opened = self.before = self.started = None
        self.failure = None
        self.has_sent_offer = False
        # The channel needs webrtcbin to be past NULL, and to exist before the offer.
        self.pipeline.set_state(Gst.State.READY)
        self.channel = self.rtc.emit("create-data-channel", "oai-events", None)
        self.channel.connect("on-open", lambda _: GLib.idle_add(self.is_open))
        self.channel.connect("on-message-string", lambda _, text: GLib.idle_add(self.received, json.loads(text)))
        self.pipeline.set_state(Gst.State.PLAYING)
        GLib.timeout_add(CONNECT_SECONDS * 1000, self.too_late)

    def post(self, path, body, kind, token):
        request = urllib.request.Request(f"{self.options.base}{path}", data=body, headers={
            "Content-Type": kind, "Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.read().decode()

    def offered(self, promise):
        promise.wait()
        reply = promise.get_reply()  # must live as long as what it holds
        offer = reply.get_value("offer")
        self.rtc.emit("set-local-description", offer, Gst.Promise.new())

    def gathered(self):
        if self.rtc.get_property("ice-gathering-state") == GstWebRTC.WebRTCICEGatheringState.COMPLETE:
            GLib.idle_add(self.call)

    def call(self):
        if self.has_sent_offer:
            return
        self.has_sent_offer = True
        try:
            self.exchange()
        except (OSError, ValueError) as error:
            self.failure = str(error)
            self.loop.quit()

    def exchange(self):
        session = json.dumps({"session": {"type": "realtime", "model": "gpt-realtime-2.1-mini"}}).encode()
        secret = json.loads(self.post("/realtime/client_secrets", session, "application/json", self.options.key))
        offer = self.rtc.get_property("local-description").sdp.as_text()
        answer = self.post("/realtime/calls", offer.encode(), "application/sdp", secret["value"])
        # libnice takes no extension attributes after a candidate.
        answer = "".join(line.split(" ufrag ")[0].rstrip("\r\n") + "\r\n" for line in answer.splitlines(keepends=True))
        _, message = GstSdp.SDPMessage.new_from_text(answer)
        description = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, message)
        self.rtc.emit("set-remote-description", description, Gst.Promise.new())

    def incoming(self, _, pad):
        sink = Gst.parse_bin_from_description(SINK, True)
        sink.get_by_name("out").connect("handoff", self.played)
        self.pipeline.add(sink)
        sink.sync_state_with_parent()
        pad.link(sink.get_static_pad("sink"))

    def played(self, *_):
        self.buffers += 1

    def send(self, event):
        self.channel.emit("send-string", json.dumps(event))

    def is_open(self):
        self.opened = time.monotonic()

    def received(self, event):
        if event["type"] == "session.created":
            self.send({"type": "session.update", "session": {"type": "realtime", "instructions": "Wake the owner."}})
        elif event["type"] == "session.updated":
            self.send({"type": "response.create"})
            self.before = resource.getrusage(resource.RUSAGE_SELF)
            self.started = time.monotonic()
            GLib.timeout_add(int(self.options.seconds * 1000), self.finish)

    def too_late(self):
        if self.started is None:
            self.failure = f"no session within {CONNECT_SECONDS} s"
            self.loop.quit()
        return False

    def finish(self):
        after = resource.getrusage(resource.RUSAGE_SELF)
        seconds = time.monotonic() - self.started
        cpu = after.ru_utime + after.ru_stime - self.before.ru_utime - self.before.ru_stime
        print(json.dumps({
            "client": "webrtcbin", "seconds": round(seconds, 3), "cpu_seconds": round(cpu, 3),
            **memory(),
            "connect_ms": round(1000 * (self.opened - self.begun), 1), "buffers": self.buffers}), flush=True)
        self.loop.quit()
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", required=True)
    parser.add_argument("--key", default="sk-stand-in")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    Gst.init(None)
    client = Client(options)
    client.loop.run()
    client.pipeline.set_state(Gst.State.NULL)
    if client.failure:
        sys.exit(f"reference_webrtcbin: {client.failure}")


if __name__ == "__main__":
    main()
