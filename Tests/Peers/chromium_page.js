// Runs in a blank page of headless Chromium; chromium_peer.py calls `peers.…`. One object for each connection.
globalThis.peers = (() => {
  const all = new Map();
  let count = 0;
  let audio = null;

  const context = async () => {
    audio ??= new AudioContext({ sampleRate: 48000, latencyHint: 0 });
    await audio.resume();
    return audio;
  };

  const gathered = (pc) => new Promise((resolve) => {
    if (pc.iceGatheringState === "complete") return resolve();
    pc.addEventListener("icegatheringstatechange", () => pc.iceGatheringState === "complete" && resolve());
  });

  class Peer {
    constructor(options) {
      this.options = options;
      this.states = [];
      this.messages = [];
      this.channels = [];
      this.peak = 0;
      this.pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
      this.pc.onconnectionstatechange = () => this.states.push([Date.now(), this.pc.connectionState]);
      this.pc.ondatachannel = (event) => this.listen(event.channel);
      this.pc.ontrack = (event) => this.hear(event.track);
    }

    // What it sends: a tone, what it hears, or silence.
    async source() {
      const audio = await context();
      this.output = audio.createMediaStreamDestination();
      if ((this.options.send ?? "tone") === "tone") {
        this.oscillator = audio.createOscillator();
        this.oscillator.frequency.value = this.options.hertz ?? 440;
        const gain = audio.createGain();
        gain.gain.value = this.options.gain ?? 0.25;
        this.oscillator.connect(gain).connect(this.output);
        this.oscillator.start();
      }
      return this.output.stream;
    }

    async hear(track) {
      const audio = await context();
      const stream = new MediaStream([track]);
      // A remote track gives no samples to WebAudio unless an element plays it.
      this.element = new Audio();
      this.element.srcObject = stream;
      this.element.muted = true;
      this.element.play().catch(() => {});
      const source = audio.createMediaStreamSource(stream);
      this.analyser = audio.createAnalyser();
      this.analyser.fftSize = 2048;
      source.connect(this.analyser);
      this.meter = setInterval(() => this.measure(), 20);
      if (this.options.send === "reflect") source.connect(this.output);
    }

    measure() {
      const samples = new Float32Array(this.analyser.fftSize);
      this.analyser.getFloatTimeDomainData(samples);
      this.level = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
      this.peak = Math.max(this.peak, this.level);
      const bins = new Float32Array(this.analyser.frequencyBinCount);
      this.analyser.getFloatFrequencyData(bins);
      const loudest = bins.indexOf(bins.reduce((a, b) => Math.max(a, b), -Infinity));
      this.loudestHertz = loudest * 48000 / this.analyser.fftSize;
    }

    listen(channel) {
      const { label, id, protocol, ordered } = channel;
      this.channels.push({ label, id, protocol, ordered });
      this.channel = channel;
      channel.binaryType = "arraybuffer";
      channel.onopen = () => { this.openedAt = Date.now(); };
      channel.onclose = () => { this.channelClosed = true; };
      channel.onmessage = ({ data }) => {
        const isText = typeof data === "string";
        this.messages.push(isText ? data.slice(0, 2000) : { bytes: data.byteLength });
        if (this.messages.length > 1000) this.messages.shift();
        if (this.options.echo ?? true) channel.send(data);
      };
      if (channel.readyState === "open") this.openedAt = Date.now();
    }

    async answer(sdp) {
      const stream = await this.source();
      await this.pc.setRemoteDescription({ type: "offer", sdp });
      const transceiver = this.pc.getTransceivers().find((t) => t.receiver.track.kind === "audio");
      if (transceiver) {
        transceiver.direction = "sendrecv";
        await transceiver.sender.replaceTrack(stream.getAudioTracks()[0]);
      }
      const answer = await this.pc.createAnswer();
      if (this.options.setup) answer.sdp = answer.sdp.replaceAll(/a=setup:\w+/g, `a=setup:${this.options.setup}`);
      await this.pc.setLocalDescription(answer);
      await gathered(this.pc);
      return this.pc.localDescription.sdp;
    }

    async offer() {
      const stream = await this.source();
      this.pc.addTrack(stream.getAudioTracks()[0], stream);
      this.listen(this.pc.createDataChannel(this.options.label ?? "oai-events"));
      await this.pc.setLocalDescription(await this.pc.createOffer());
      await gathered(this.pc);
      return this.pc.localDescription.sdp;
    }

    async stats() {
      const report = {};
      for (const entry of (await this.pc.getStats()).values()) (report[entry.type] ??= []).push(entry);
      return {
        state: this.pc.connectionState, states: this.states, channels: this.channels,
        channelState: this.channel?.readyState ?? null, messages: this.messages.length,
        level: this.level ?? 0, peak: this.peak, loudestHertz: this.loudestHertz ?? 0, stats: report,
      };
    }

    close() {
      clearInterval(this.meter);
      this.oscillator?.stop();
      this.pc.close();
    }
  }

  const made = (options) => {
    const id = ++count;
    all.set(id, new Peer(options));
    return [id, all.get(id)];
  };

  return {
    async answer(sdp, options) {
      const [id, peer] = made(options);
      return { id, sdp: await peer.answer(sdp) };
    },
    async offer(options) {
      const [id, peer] = made(options);
      return { id, sdp: await peer.offer() };
    },
    has: (id) => all.has(id),
    accept: (id, sdp) => all.get(id).pc.setRemoteDescription({ type: "answer", sdp }),
    stats: (id) => all.get(id).stats(),
    resetPeak: (id) => { all.get(id).peak = 0; },
    messages: (id) => all.get(id).messages,
    send: (id, text) => all.get(id).channel.send(text),
    sendBytes: (id, count) => all.get(id).channel.send(new Uint8Array(count)),
    close: (id) => { all.get(id).close(); all.delete(id); },
  };
})();
