/** Situations with bodies that are more than data. */
import { ask, chat, CHAT, params, streamed, type Situations, CHAT_ANSWER } from "./situation.ts";

class Conversation {
  readonly #words: string;
  readonly model = "m-1";

  constructor(words: string) {
    this.#words = words;
  }

  get messages(): unknown {
    return ask("never serialised: it is not the object's own");
  }

  toJSON(): unknown {
    return { model: this.model, messages: ask(this.#words) };
  }
}

/** Situations by their names. */
export const BODIES: Situations = {
  "a getter for the model": {
    play: chat(({ counted }) => ({ ...counted("body", { model: "m-1" }), messages: ask() })),
  },
  "getters for everything": {
    play: chat(({ counted }) => counted("body", params({ temperature: 0.5, stop: ["x"], user: "u-1" }))),
  },
  "getters in a message": { play: chat(({ counted }) => params({ messages: [counted("message", ask()[0]!)] })) },
  "a getter that says something else each time": {
    play: chat(({ counted }) =>
      params({ messages: [counted("m", { role: "user", content: (n: number) => `Word ${n}` })] }),
    ),
  },
  "a model that changes each time it is read": {
    play: chat(({ counted }) => counted("body", { model: (n: number) => `m-${n}`, messages: ask() })),
  },
  "a getter that throws": {
    play: chat(() => ({
      model: "m-1",
      get messages() {
        throw new RangeError("mine");
      },
    })),
  },
  "toJSON of the body": { play: chat(({ serializing }) => serializing("body", params())) },
  "toJSON of a message": { play: chat(({ serializing }) => params({ messages: [serializing("message", ask()[0]!)] })) },
  "toJSON of a part": {
    play: chat(({ serializing }) => params({ messages: ask([serializing("part", { type: "text", text: "Hi" })]) })),
  },
  "toJSON of a parameter": {
    play: chat(({ serializing }) => params({ metadata: serializing("metadata", { a: "b" }) })),
  },
  "toJSON that throws": {
    play: chat(() =>
      params({
        metadata: {
          toJSON() {
            throw new RangeError("mine");
          },
        },
      }),
    ),
  },
  "a class of the application with private fields": { play: chat(() => new Conversation("Hello")) },
  "a class whose fields are on its prototype": {
    play: chat(() => Object.create(params({ temperature: 0.1 }), { model: { value: "m-2", enumerable: true } })),
  },
  "a proxy as body": { play: chat(({ traced }) => traced("body", params())) },
  "proxies all the way down": {
    play: chat(({ traced }) =>
      traced("body", params({ messages: traced("messages", [traced("message", ask()[0]!)]) })),
    ),
  },
  "a proxy that was revoked": {
    play: chat(() => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return params({ metadata: proxy });
    }),
  },
  "frozen objects": {
    play: chat(() => Object.freeze(params({ messages: Object.freeze([Object.freeze(ask()[0])]) }))),
  },
  "sealed objects": { play: chat(() => Object.seal(params({ metadata: Object.seal({ a: "b" }) }))) },
  "an object without a prototype": { play: chat(() => Object.assign(Object.create(null), params())) },
  "dates, one of them invalid": {
    play: chat(() => params({ metadata: { at: new Date(0), never: new Date(Number.NaN) } })),
  },
  "a date with a toJSON of its own": {
    play: chat(({ note }) => {
      const at = Object.assign(new Date(0), { toJSON: () => (note("Date.toJSON"), "once") });
      return params({ metadata: { at } });
    }),
  },
  "maps, sets, functions and symbols": {
    play: chat(() =>
      params({ metadata: { map: new Map([[1, 2]]), set: new Set([1]), fn: () => 1, [Symbol("s")]: 1 } }),
    ),
  },
  "boxed values": {
    play: chat(() => params({ user: new String("u-1"), n: new Number(1), store: new Boolean(false) })),
  },
  "numbers that JSON does not have": {
    play: chat(() => params({ temperature: -0, top_p: Number.NaN, seed: Infinity })),
  },
  "a list with holes": { play: chat(() => params({ stop: Object.assign([], { 1: "x" }) })) },
  "a list with an iterator and a toJSON of its own": {
    play: chat(({ note }) => {
      const messages = Object.assign(ask(), {
        *[Symbol.iterator]() {
          yield note("iterated");
        },
        toJSON: () => (note("list.toJSON"), ask("from toJSON")),
      });
      return params({ messages });
    }),
  },
  "a subclass of Array": {
    play: chat(({ note }) => {
      class Messages extends Array<unknown> {
        static override get [Symbol.species]() {
          note("species");
          return Array;
        }
      }
      return params({ messages: Messages.from(ask()) });
    }),
  },
  "a field called __proto__": { play: chat(() => JSON.parse('{"model":"m-1","messages":[],"__proto__":{"a":1}}')) },
  "a circular body": {
    play: chat(() => {
      const body = params();
      body.metadata = { body };
      return body;
    }),
  },
  "a bigint": { play: chat(() => params({ seed: 1n })) },
  "raw JSON": {
    play: chat(() => {
      const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
      return params({ seed: rawJSON("12345678901234567890") });
    }),
  },
  "a body that changes after the call": {
    async play({ call, client }) {
      const body = params();
      const promise = call(client(), CHAT, body);
      (body.messages as unknown[]).push(...ask("And another."));
      body.model = "m-2";
      return promise;
    },
  },
  "no body": { play: chat(() => undefined) },
  "one body for three calls at once": {
    async play({ call, client, counted }) {
      const body = counted("body", { model: "m-1", messages: (n: number) => ask(`Word ${n}`) });
      const api = client();
      return Promise.all([1, 2, 3].map(() => call(api, CHAT, body)));
    },
  },

  "a getter for stream": {
    async play({ call, client, counted, answers, read }) {
      answers(streamed);
      const body = counted("body", { stream: true, ...params() });
      return read(await call(client(), CHAT, body));
    },
  },
  "a getter for stream that changes its mind": {
    play: chat(({ counted }) => {
      const stream = counted("body", { stream: (n: number) => n > 5 });
      return Object.defineProperties(params(), Object.getOwnPropertyDescriptors(stream));
    }),
  },
  "stream as an object": { play: chat(() => params({ stream: new Boolean(false) })), since: 7 },
  "the stream helper, with getters": {
    async play({ openai, client, counted, answers, major }) {
      answers(streamed);
      const { completions } = (major === 4 ? client().beta : client()).chat;
      void openai;
      return completions.stream(counted("body", params())).finalContent();
    },
  },
  "the tool runner, with a tool whose definition is behind getters": {
    async play({ client, counted, answers, major, note }) {
      const called = { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":1}' } };
      const message = { role: "assistant", content: null, tool_calls: [called] };
      const choices = [{ index: 0, message, finish_reason: "tool_calls" }];
      answers(
        () => Response.json({ ...CHAT_ANSWER, choices }),
        () => Response.json(CHAT_ANSWER),
      );
      const definition = {
        name: "look",
        description: "Looks",
        parameters: { type: "object", properties: {} },
        parse: JSON.parse,
        function: (value: unknown) => (note("tool", value), "seen"),
      };
      const tool = { type: "function", function: counted("function", { ...definition }) };
      for (const name of ["parse", "function"] as const) {
        Object.defineProperty(tool.function, name, { value: definition[name], enumerable: true });
      }
      const { completions } = (major === 4 ? client().beta : client()).chat;
      return completions.runTools(params({ tools: [tool] })).finalContent();
    },
  },
  "parse, with a format that has a toJSON": {
    play: ({ call, client, serializing, answers }) => {
      const message = { role: "assistant", content: '{"ocean":"Pacific"}', refusal: null };
      answers(() => Response.json({ ...CHAT_ANSWER, choices: [{ index: 0, message, finish_reason: "stop" }] }));
      const schema = serializing("schema", { type: "object" });
      const format = { type: "json_schema", json_schema: { name: "x", strict: true, schema } };
      return call(client(), "chat.completions.parse", params({ response_format: format }));
    },
  },
};
