/** Situations with request options and clients that have parts of the application's own. */
import { ask, chat, CHAT, params, type Situations, CHAT_ANSWER, type Client, type Stage } from "./situation.ts";

/** Returns a chat with these request options. */
const withOptions =
  (options: (stage: Stage) => unknown, body: () => unknown = params) =>
  (stage: Stage): unknown =>
    stage.call(stage.client(), CHAT, body(), options(stage));

/** Returns a chat of a client whose class overrides something. */
const ofClass =
  (override: (stage: Stage, Class: Subclass) => Subclass, body: () => unknown = params) =>
  (stage: Stage): unknown =>
    stage.call(stage.client({}, override(stage, stage.openai.OpenAI as unknown as Subclass) as never), CHAT, body());

interface Creating {
  create(body: unknown): unknown;
}

/** Subclass of a client. The overridden methods are not part of the public types. */
type Subclass = new (options: Record<string, unknown>) => Overridable;

interface Overridable {
  prepareOptions(options: { body: Record<string, unknown> }): Promise<void>;
  prepareRequest(request: { body: string }): Promise<void>;
  buildRequest(options: unknown, ...rest: unknown[]): Promise<{ req: { body: unknown } }>;
  fetchWithTimeout(url: unknown, init: object, ...rest: unknown[]): Promise<unknown>;
}

const failing = (): Response => Response.json({ error: { message: "busy" } }, { status: 500, headers: SOON });
const SOON = { "retry-after-ms": "1" };
const JSON_TYPE = { "content-type": "application/json" };

/** Situations by their names. */
export const CLIENTS: Situations = {
  "getters in the options": {
    play: withOptions(({ counted }) => counted("options", { timeout: 4_000, headers: { a: "b" }, maxRetries: 1 })),
  },
  "a proxy as options": { play: withOptions(({ traced }) => traced("options", { timeout: 4_000 })) },
  "frozen options": { play: withOptions(() => Object.freeze({ headers: Object.freeze({ a: "b" }) })) },
  "a promise of options": {
    play: withOptions(async ({ counted }) => counted("options", { timeout: 4_000 })),
    since: 7,
  },
  "headers behind getters": {
    play: withOptions(({ counted }) => ({ headers: counted("headers", { a: "b", c: null }) })),
  },
  "another body in the options": {
    play: withOptions(() => ({ body: params({ model: "m-9", messages: ask("Other") }) })),
  },
  "a stream as body": {
    play: withOptions(() => ({ body: new Blob([JSON.stringify(params())]).stream(), headers: JSON_TYPE })),
    since: 5,
  },
  "an asynchronous generator as body": {
    play: withOptions(({ note }) => ({
      body: (async function* () {
        note("body is read");
        yield new TextEncoder().encode(JSON.stringify(params()));
      })(),
      headers: JSON_TYPE,
    })),
    since: 5,
  },
  "bytes as body": { play: withOptions(() => ({ body: new Uint8Array([1, 2, 3]) })) },
  "a text as body": { play: withOptions(() => ({ body: JSON.stringify(params()), headers: JSON_TYPE })) },
  "a form as body": {
    play: withOptions(() => {
      const body = new FormData();
      body.append("model", "m-1");
      return { body };
    }),
    since: 5,
  },
  "a query": { play: withOptions(() => ({ query: { a: "1", b: ["2", "3"] } })) },
  "a query behind getters": { play: withOptions(({ counted }) => ({ query: counted("query", { a: "1" }) })) },
  "another path": { play: withOptions(() => ({ path: "/elsewhere" })) },
  "an idempotency key": {
    play({ call, client }) {
      const api = client();
      api.idempotencyHeader = "Idempotency-Key";
      return call(api, CHAT, params(), { idempotencyKey: "key-1" });
    },
  },
  "a timeout that is none": { play: withOptions(() => ({ timeout: -1 })) },
  "a signal behind a getter": {
    play: withOptions(({ counted }) => counted("options", { signal: new AbortController().signal })),
  },
  "a signal that was aborted before": {
    play: withOptions(() => ({ signal: AbortSignal.abort(new RangeError("mine")) })),
  },

  "default query and headers behind getters": {
    play: chat(params, ({ counted }) => ({
      defaultQuery: counted("query", { a: "1" }),
      defaultHeaders: counted("headers", { a: "b" }),
    })),
  },
  "a client made from another": {
    play: ({ call, client, counted }) => {
      const child = (client().withOptions as (options: object) => Client).call(client(), { timeout: 4_000 });
      return call(child, CHAT, counted("body", params()));
    },
    since: 5,
  },
  "a base address behind a getter": {
    play: (stage) => {
      const api = stage.client();
      Object.defineProperties(
        api,
        Object.getOwnPropertyDescriptors(stage.counted("client", { baseURL: "http://x/v1" })),
      );
      return stage.call(api, CHAT, params());
    },
  },
  "a resource behind a proxy": {
    play: ({ client, traced }) => {
      const { completions } = client().chat;
      return (traced("completions", completions) as unknown as Creating).create(params());
    },
  },
  "a resource made with a client behind a proxy": {
    play: ({ client, traced }) => {
      const { completions } = client().chat;
      const Class = completions.constructor as unknown as new (client: unknown) => Creating;
      return new Class(traced("client", client())).create(params());
    },
  },
  "a client for Azure": {
    play: ({ openai, call, fetch, counted }) => {
      const options = { endpoint: "http://x", apiKey: "key", apiVersion: "1", fetch, maxRetries: 0 };
      return call(new openai.AzureOpenAI(options) as unknown as Client, CHAT, counted("body", params()));
    },
  },
  "a key that a function gives": {
    play: chat(params, ({ note }) => ({ apiKey: async () => (note("apiKey"), "key") })),
    since: 6,
  },
  "a logger": {
    play: chat(
      ({ counted }) => params({ metadata: counted("metadata", { a: "b" }) }),
      ({ note }) => {
        const log = (level: string) => (message: string) => note(level, message.replaceAll(/log_\w+|\d+ms/g, "…"));
        const logger = { error: log("error"), warn: log("warn"), info: log("info"), debug: log("debug") };
        return { logger, logLevel: "debug" };
      },
    ),
    since: 5,
  },
  "prepareOptions that changes the body": {
    play: ofClass(
      (_, Class) =>
        class Mine extends Class {
          override async prepareOptions(options: { body: Record<string, unknown> }): Promise<void> {
            options.body = { ...options.body, model: "m-7" };
          }
        },
    ),
  },
  "prepareRequest that changes the text": {
    play: ofClass(
      (_, Class) =>
        class Mine extends Class {
          override async prepareRequest(request: { body: string }): Promise<void> {
            request.body = request.body.replace("ocean", "river");
          }
        },
    ),
  },
  "buildRequest of the application's own": {
    play: ofClass(
      ({ note }, Class) =>
        class Mine extends Class {
          override async buildRequest(options: unknown, ...rest: unknown[]): ReturnType<Overridable["buildRequest"]> {
            const built = await super.buildRequest(options, ...rest);
            note("built", typeof built.req.body);
            return built;
          }
        },
    ),
    since: 5,
  },
  "fetchWithTimeout of the application's own": {
    play: ofClass(
      ({ note }, Class) =>
        class Mine extends Class {
          override async fetchWithTimeout(url: unknown, init: object, ...rest: unknown[]): Promise<unknown> {
            note("sending", Object.keys(init));
            return super.fetchWithTimeout(url, init, ...rest);
          }
        },
    ),
  },
  "a fetchWithTimeout that sends in its own way": {
    play: ofClass(
      ({ fetch }, Class) =>
        class Mine extends Class {
          override async fetchWithTimeout(url: unknown, init: object): Promise<unknown> {
            return fetch(url, init);
          }
        },
    ),
  },
  "another request inside fetch": {
    async play({ call, client, fetch }) {
      const inner = client();
      const nested = async (url: unknown, init: object): Promise<unknown> => {
        await (inner.post as (path: string, options: object) => Promise<unknown>)("/chat/completions", {
          body: params({ model: "inner" }),
        });
        return fetch(url, init);
      };
      return call(client({ fetch: nested }), CHAT, params({ model: "outer" }));
    },
  },
  "a fetch that throws at once": {
    play: chat(params, () => ({
      // openai 4 does not clear its timer.
      timeout: 50,
      fetch: () => {
        throw new RangeError("mine");
      },
    })),
  },
  "an error behind getters": {
    play: ofClass(
      ({ counted }, Class) =>
        class Mine extends Class {
          override async prepareOptions(): Promise<void> {
            throw counted("error", { code: "c", status: 1, message: "mine", constructor: RangeError });
          }
        },
    ),
  },
  "an error that is a proxy": {
    play: ofClass(
      ({ traced }, Class) =>
        class Mine extends Class {
          override async prepareOptions(): Promise<void> {
            throw traced("error", new RangeError("mine"));
          }
        },
    ),
  },
  "a second attempt, of what is read anew": {
    play: ({ call, client, answers, counted }) => {
      answers(failing, () => Response.json(CHAT_ANSWER));
      const body = counted("body", { model: "m-1", messages: (n: number) => ask(`Attempt ${n}`) });
      return call(client({ maxRetries: 1 }), CHAT, body);
    },
  },
  "no second attempt": {
    play: ({ call, client, answers, counted }) => {
      answers(failing);
      return call(client(), CHAT, counted("body", params()));
    },
  },
};
