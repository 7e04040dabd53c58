/** Situations with endpoints other than chat, uploads, and answers of the application's own. */
import { CHAT, CHUNKS, params, type Situations, CHAT_ANSWER, type Stage } from "./situation.ts";

const transcript = (): Response => Response.json({ text: "Hello." });
const image = (): Response => Response.json({ created: 1, data: [{ url: "https://example.org/1.png" }] });
const bytes = (): Uint8Array<ArrayBuffer> => new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);

const TRANSCRIBE = "audio.transcriptions.create";
const transcribe =
  (file: (stage: Stage) => unknown, more: object = {}) =>
  async (stage: Stage): Promise<unknown> => {
    stage.answers(transcript);
    return stage.call(stage.client(), TRANSCRIBE, { model: "t-1", file: await file(stage), ...more });
  };

/** Returns a subclass of a platform class whose getters note that they were read. */
function telling<T extends typeof File | typeof Response>(Class: T, names: string[], note: Stage["note"]): T {
  const Told = class extends (Class as typeof Response) {} as unknown as T;
  for (const name of names) {
    Object.defineProperty(Told.prototype, name, {
      get() {
        note(`${name} is read`);
        return Reflect.get(Class.prototype, name, this) as unknown;
      },
    });
  }
  return Told;
}

/** Returns a chat whose client has its own transport, with a promise that is not the SDK's. */
function transported(answer: (stage: Stage) => unknown): (stage: Stage) => unknown {
  return (stage) => {
    const api = stage.client();
    api.post = () => unwrapped(Promise.resolve(answer(stage)));
    return stage.call(api, CHAT, params()).then((data) => JSON.stringify(data));
  };
}

/** Adds the method of a promise that openai 7 calls on the promise it got. */
function unwrapped(promise: Promise<unknown>): Promise<unknown> {
  return Object.defineProperty(promise, "_thenUnwrap", { value: () => promise });
}

/** Situations by their names. */
export const ANSWERS: Situations = {
  "a response, with getters and toJSON": {
    play: ({ call, client, answers, counted, serializing }) => {
      answers(() => Response.json({ id: "resp_1", object: "response", status: "completed", model: "m-1", output: [] }));
      const input = [serializing("item", { role: "user", content: "Hi" })];
      return call(client(), "responses.create", counted("body", { model: "m-1", input, instructions: "Be short." }));
    },
  },
  "embeddings, with getters": {
    play: ({ call, client, answers, counted }) => {
      answers(() =>
        Response.json({ data: [{ embedding: [1, 2], index: 0 }], model: "e-1", usage: { prompt_tokens: 1 } }),
      );
      return call(
        client(),
        "embeddings.create",
        counted("body", { model: "e-1", input: "x", encoding_format: "float" }),
      );
    },
  },
  "a completion, with getters": {
    play: ({ call, client, answers, counted }) => {
      answers(() =>
        Response.json({ id: "cmpl-1", model: "m-1", choices: [{ index: 0, text: "x", finish_reason: "stop" }] }),
      );
      return call(client(), "completions.create", counted("body", { model: "m-1", prompt: "x" }));
    },
  },
  "a moderation, with toJSON": {
    play: ({ call, client, answers, serializing }) => {
      answers(() => Response.json({ id: "modr-1", model: "mod-1", results: [{ flagged: false }] }));
      return call(client(), "moderations.create", { input: [serializing("item", { type: "text", text: "x" })] });
    },
  },
  "speech, from a response with getters of its own": {
    play: async ({ call, client, answers, note }) => {
      const Told = telling(Response, ["headers"], note);
      answers(() => new Told("sound", { headers: { "content-type": "audio/mpeg" } }));
      const sound = await call(client(), "audio.speech.create", { model: "s-1", input: "Hi", voice: "alloy" });
      return (sound as Response).text();
    },
  },

  "a file": { play: transcribe(() => new File([bytes()], "hello.mp3", { type: "audio/mpeg" })) },
  "a file with getters of its own": {
    play: transcribe(({ note }) => {
      const Told = telling(File, ["name", "size", "type"], note);
      return new Told([bytes()], "hello.mp3", { type: "audio/mpeg" });
    }),
  },
  "a file behind a proxy": { play: transcribe(({ traced }) => traced("file", { name: "hello.mp3", size: 8 })) },
  "a file of toFile": {
    play: transcribe(({ openai }) =>
      (openai as unknown as { toFile(...args: unknown[]): unknown }).toFile(bytes(), "hello.mp3"),
    ),
  },
  "a stream of a file on the disk": { play: transcribe(({ file }) => file()) },
  "a response as file": { play: transcribe(() => new Response(bytes())) },
  "an asynchronous generator as file": {
    play: transcribe(({ note }) =>
      Object.assign(
        (async function* () {
          note("file is read");
          yield bytes();
        })(),
        { name: "hello.mp3" },
      ),
    ),
    since: 5,
  },
  "parameters of a form behind getters": {
    play: async ({ call, client, answers, counted }) => {
      answers(transcript);
      const file = new File([bytes()], "hello.mp3");
      const body = counted("body", {
        file,
        model: "t-1",
        prompt: "x",
        temperature: 0,
        timestamp_granularities: ["word"],
      });
      return call(client(), TRANSCRIBE, body);
    },
  },
  "several files and a mask": {
    play: async ({ call, client, answers }) => {
      answers(image);
      const file = (name: string) => new File([bytes()], name, { type: "image/png" });
      const body = { model: "i-1", prompt: "x", n: 1, image: [file("a.png"), file("b.png")], mask: file("m.png") };
      return call(client(), "images.edit", body);
    },
  },
  "a variation, with a file behind a getter": {
    play: async ({ call, client, answers, counted }) => {
      answers(image);
      return call(client(), "images.createVariation", counted("body", { image: new File([bytes()], "a.png") }));
    },
  },
  "bytes that are no file": { play: transcribe(() => bytes()) },

  "a response of the application's own, with an answer behind getters": {
    play: ({ call, client, answers, counted }) => {
      answers(() => ({
        ok: true,
        status: 200,
        url: "http://x",
        headers: new Headers({ "content-type": "application/json" }),
        json: async () => counted("answer", CHAT_ANSWER),
        text: async () => JSON.stringify(CHAT_ANSWER),
      }));
      return call(client(), CHAT, params());
    },
  },
  "an answer of another transport: getters": { play: transported(({ counted }) => counted("answer", CHAT_ANSWER)) },
  "an answer of another transport: toJSON": {
    play: transported(({ serializing }) => ({
      ...CHAT_ANSWER,
      choices: [{ index: 0, message: serializing("message", { role: "assistant", content: "x" }) }],
    })),
  },
  "an answer of another transport: proxies in it": {
    play: transported(({ traced }) => ({ ...CHAT_ANSWER, choices: traced("choices", [...CHAT_ANSWER.choices]) })),
  },
  "an answer of another transport: a list with an iterator of its own": {
    play: transported(({ note }) => ({
      ...CHAT_ANSWER,
      choices: Object.assign([...CHAT_ANSWER.choices], {
        *[Symbol.iterator]() {
          yield note("iterated");
        },
      }),
    })),
  },
  "an answer of another transport: frozen": { play: transported(() => Object.freeze({ ...CHAT_ANSWER })) },
  "a stream of another transport, with chunks behind getters": {
    play: async (stage) => {
      const { counted, read, call, client } = stage;
      const api = client();
      const chunks = async function* () {
        for (const chunk of CHUNKS) yield counted("chunk", chunk);
      };
      const stream = {
        controller: new AbortController(),
        iterator: chunks,
        [Symbol.asyncIterator]() {
          return (this as { iterator(): AsyncGenerator }).iterator();
        },
      };
      api.post = () => unwrapped(Promise.resolve(stream));
      return read(await call(api, CHAT, params({ stream: true })));
    },
  },
};
