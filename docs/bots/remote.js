// A remote bot for Moothill, in one file, with nothing but Node 18 or newer.
//
//     MOOTHILL_TOKEN=mh_... node remote.js https://moothill.example BOT_ID
//
// Without arguments it plays over standard input and output, for a test at home:
//
//     moothill-engine play kings-kilt --seats "cmd:node remote.js,wanderer"
//
// Write your own `choose`. The token needs the permission `bots:play`. The remote bot guide explains the protocol.

"use strict";

const SILENCE = 20_000; // milliseconds; the site writes at least every five seconds
const LONGEST_PAUSE = 30_000; // milliseconds between two attempts to connect
const ROUNDS = 5; // attempts to send one answer
const HOPELESS = [401, 403, 404, 409]; // another attempt does not help

/** Return the index of one of the `legal` moves. `milliseconds` are left for the whole match. */
function choose(view, legal, milliseconds) {
  return Math.floor(Math.random() * legal.length);
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Yield each line of a stream as JSON. */
async function* linesOf(stream) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop();
    yield* lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
  }
}

class Remote {
  constructor(site, bot, token) {
    this.address = `${site.replace(/\/+$/, "")}/api/v1/remote-bots/${bot}/`;
    this.headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    this.answers = new Map(); // by the id of the question: a repeated question gets the same answer
  }

  /** Play until the site refuses the bot, then exit with status 1. */
  async run() {
    for (let pause = 1000; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const status = await this.follow();
        if (HOPELESS.includes(status)) process.exit(1);
        if (status === 200) pause = 1000;
      } catch (error) {
        console.error(`${error.message}; connecting again`);
      }
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }

  /** Open the stream, do what its lines say until it ends, and return its status. */
  async follow() {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE);
    const stream = await fetch(`${this.address}stream`, { headers: this.headers, signal: silence.signal });
    if (!stream.ok) {
      clearTimeout(timer);
      console.error(await reasonOf(stream));
      return stream.status;
    }
    const heard = stream.body.pipeThrough(
      new TransformStream({
        transform(chunk, next) {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), SILENCE);
          next.enqueue(chunk);
        },
      }),
    );
    try {
      for await (const line of linesOf(heard)) {
        clearTimeout(timer); // a long choice is no silence of the site
        await this.hear(line);
        timer = setTimeout(() => silence.abort(), SILENCE);
      }
    } finally {
      clearTimeout(timer);
    }
    return 200;
  }

  async hear(line) {
    if (line.type === "ping") {
      await this.post({ id: line.id });
    } else if (line.type === "move") {
      if (!this.answers.has(line.id)) {
        this.answers = new Map([[line.id, choose(line.view, line.legal, line.milliseconds)]]);
      }
      await this.post({ id: line.id, move: this.answers.get(line.id) });
    } else if (line.type === "hello") {
      console.log("connected; waiting for matches");
    } else if (line.type === "start") {
      console.log(`match ${line.match}: ${line.game}, seat ${line.seat + 1} of ${line.seats}`);
    } else if (line.type === "end") {
      console.log(`match ${line.match}: ${line.fault || "finished"}`);
    } else if (line.type === "bye" && line.code === "replaced") {
      console.error(line.reason);
      process.exit(1); // two programs for one bot would end each other's streams for ever
    }
    // Ignore lines of other types: later versions may add some.
  }

  async post(answer) {
    const message = { method: "POST", headers: this.headers, body: JSON.stringify(answer) };
    for (let attempt = 0; attempt < ROUNDS; attempt++) {
      try {
        const reply = await fetch(`${this.address}moves/`, { ...message, signal: AbortSignal.timeout(SILENCE) });
        if (reply.ok) return void (await reply.arrayBuffer());
        console.error(await reasonOf(reply));
        if (reply.status < 500) return; // too late or illegal: sending it again does not help
      } catch (error) {
        console.error(`${error.message}; answering again`);
      }
      await sleep(200 * 2 ** attempt);
    }
  }
}

/** Return the status and the site's reason in one line. */
async function reasonOf(reply) {
  const reason = await reply.json().then((problem) => problem.detail, () => undefined);
  return `${reply.status} ${reason ?? reply.statusText} (${reply.url})`;
}

/** Play over standard input and output. */
async function playLocally() {
  for await (const line of linesOf(process.stdin)) {
    if (line.type === "move") {
      process.stdout.write(`${JSON.stringify({ id: line.id, move: choose(line.view, line.legal, line.milliseconds) })}\n`);
    }
  }
}

const [site, bot] = process.argv.slice(2);
const token = process.env.MOOTHILL_TOKEN;
if (site === undefined) {
  playLocally();
} else if (bot === undefined || !token) {
  console.error("Usage: MOOTHILL_TOKEN=mh_... node remote.js SITE BOT_ID");
  process.exitCode = 1;
} else {
  new Remote(site, bot, token).run();
}
