// Makes every kind of call with each client, and prints all that the application sees of it.
import { inspect } from "node:util";
import { startStandIn } from "./stand-in.mjs";

const MESSAGES = [{ role: "user", content: "Name one ocean." }];

const FAILURES = {
  refused: (client) => client.chat.completions.create({ model: "refused", messages: MESSAGES }),
  "timed out": (client) =>
    client.chat.completions.create({ model: "never", messages: MESSAGES }, { timeout: 100, maxRetries: 0 }),
  "broken stream": (client) => readAll(client, "broken"),
  "failing stream": (client) => readAll(client, "failing"),
  "aborted before": (client) =>
    client.chat.completions.create({ model: "m", messages: MESSAGES }, { signal: AbortSignal.abort() }),
};

const CHATS = {
  awaited: async (client) => {
    const promise = client.chat.completions.create({ model: "m", messages: MESSAGES, temperature: 0.5, top_k: 3 });
    const { name } = promise.constructor;
    return [name, Object.keys(promise), promise instanceof Promise, await promise];
  },
  "with its response": async (client) => {
    const { data, response } = await client.chat.completions.create({ model: "m", messages: MESSAGES }).withResponse();
    return [data, response.status, response.constructor.name, [...response.headers]];
  },
  "as response": async (client) => {
    const response = await client.chat.completions.create({ model: "m", messages: MESSAGES }).asResponse();
    return [response.status, response.bodyUsed, await response.json()];
  },
  retried: (client) => client.chat.completions.create({ model: "retried", messages: MESSAGES }, { maxRetries: 1 }),
  streamed: (client) => readAll(client, "m"),
  left: async (client) => {
    const stream = await open(client, "endless");
    for await (const chunk of stream) return [chunk, stream.controller.signal.aborted];
    return undefined;
  },
  aborted: async (client) => {
    // After an abort, this client waits until the server ends the connection.
    if (client.constructor.name === "Cerebras") return undefined;
    const stream = await open(client, "endless");
    const read = [];
    for await (const chunk of stream) {
      if (read.push(chunk) === 2) stream.controller.abort();
    }
    return read;
  },
  branched: async (client) => {
    const branches = (await open(client, "m")).tee();
    return Promise.all(branches.map((branch) => Array.fromAsync(branch)));
  },
  "unread response": async (client) =>
    (await client.chat.completions.create({ model: "m", messages: MESSAGES }).asResponse()).status,
  "dropped stream": async (client) => {
    const dropped = await streamToDrop(client);
    do {
      // The collector keeps what this turn has touched.
      await new Promise((done) => setImmediate(done));
      globalThis.gc();
    } while (dropped.deref());
    return "collected";
  },
  "as a byte stream": async (client) => Array.fromAsync((await open(client, "m")).toReadableStream(), String),
};

const OTHERS = {
  "text completion": ({ completions }) => completions?.create?.({ model: "m", prompt: "One ocean:" }),
  "streamed text": async ({ completions }) =>
    completions?.create &&
    Array.fromAsync(await completions.create({ model: "m", prompt: "One ocean:", stream: true })),
  embedding: ({ embeddings }) => embeddings?.create({ model: "m", input: "ocean" }),
  image: ({ images }) => images?.generate({ model: "m", prompt: "an ocean", steps: 4 }),
  rerank: ({ rerank }) => rerank?.create({ model: "m", query: "largest", documents: ["Arctic", "Pacific"], top_n: 1 }),
  speech: async ({ audio }) =>
    audio && (await (await audio.speech.create({ model: "m", input: "Ahoy", voice: "v" })).text()),
  transcription: ({ audio }) => audio?.transcriptions.create({ model: "m", file: new File(["RIFF"], "a.wav") }),
  translation: ({ audio }) => audio?.translations.create({ model: "m", file: new File(["RIFF"], "a.wav") }),
  "stream helper": ({ chat }) => chat.completions.stream?.({ model: "m", messages: MESSAGES }).finalMessage(),
};

/** Plays every call with each of the client classes. `observe` is called with each client. */
export async function makeCalls(classes, observe = (client) => client) {
  const server = await startStandIn();
  const { port } = server.address();
  for (const [name, Client] of Object.entries(classes)) {
    const baseURL = `http://127.0.0.1:${port}`;
    const client = observe(new Client({ apiKey: "none", baseURL, maxRetries: 0, warmTCPConnection: false }));
    for (const [call, play] of Object.entries({ ...CHATS, ...OTHERS, ...FAILURES })) {
      const seen = await Promise.resolve(play(client)).catch((error) => failure(error, Client));
      const shown = inspect(seen, { depth: 12, breakLength: Infinity, maxArrayLength: null });
      console.log(`${name}, ${call}: ${shown.replaceAll(String(port), "PORT")}`);
    }
  }
  server.closeAllConnections();
  server.close();
}

function open(client, model) {
  return client.chat.completions.create({ model, messages: MESSAGES, stream: true });
}

async function streamToDrop(client) {
  return new WeakRef(await open(client, "m"));
}

async function readAll(client, model) {
  const stream = await open(client, model);
  const keys = Object.keys(stream);
  return [stream.constructor.name, keys, stream[Symbol.toStringTag], await Array.fromAsync(stream)];
}

function failure(error, { APIError }) {
  const { name, message, status, error: data, headers, cause } = error;
  return [error.constructor.name, error instanceof APIError, name, message, status, data, headers, cause?.message];
}
