import { SpanStatusCode, trace } from "@opentelemetry/api";
import { getActiveSpanId, observe, startActiveObservation, startObservation } from "@svc/tracing";
import { describe, expect, it } from "vitest";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";

const recording = recordEachTest();

type Run = <R>(fn: () => R, options?: { endOnExit?: boolean }) => R;

const ways: Array<[name: string, run: Run, capturesOutput: boolean]> = [
  ["observe", (fn, options) => observe(fn, { name: "work", ...options })(), true],
  ["startActiveObservation", (fn, options) => startActiveObservation("work", fn, options), false],
];

/** Recorded attributes of the only observation, `work`. */
interface Told {
  output: unknown;
  level: unknown;
  statusMessage: unknown;
  status: { code: SpanStatusCode; message?: string };
}

function told(): Told {
  const { attributes, status } = recording.span("work");
  return {
    output: attributes["svc.observation.output"],
    level: attributes["svc.observation.level"],
    statusMessage: attributes["svc.observation.status_message"],
    status,
  };
}

const hasEnded = (): boolean => recording.ended.some(({ name }) => name === "work");

/** Promise class of a library, with an additional method. */
class Request<T> extends Promise<T> {
  cancelled = false;
  cancel(): string {
    this.cancelled = true;
    return "cancelled";
  }
}

/** Thenable that does its work each time `then` is called, as query builders do. */
class Query implements PromiseLike<string> {
  runs = 0;
  readonly #fails: Error | undefined;
  constructor(fails?: Error) {
    this.#fails = fails;
  }
  where(): this {
    return this;
  }
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = string, B = never>(
    onFulfilled?: ((value: string) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.runs++;
    const settled = this.#fails ? Promise.reject<string>(this.#fails) : Promise.resolve("rows");
    return settled.then(onFulfilled, onRejected);
  }
}

function* words(): Generator<string, string, unknown> {
  yield "Good ";
  yield "morning";
  return "returned";
}

async function* wordsLater(): AsyncGenerator<string, string, unknown> {
  await Promise.resolve();
  yield "Good ";
  await Promise.resolve();
  yield "morning";
  return "returned";
}

describe.each(ways)("%s", (_way, run, capturesOutput) => {
  const succeeded = (output: string): Told => ({
    output: capturesOutput ? output : undefined,
    level: undefined,
    statusMessage: undefined,
    status: { code: SpanStatusCode.UNSET },
  });
  // `observe` writes the error's name, too.
  const failed = (message: string, name?: string): Told => {
    const text = capturesOutput && name !== undefined ? `${name}: ${message}` : message;
    return {
      output: capturesOutput ? JSON.stringify({ error: text }) : undefined,
      level: "ERROR",
      statusMessage: text,
      status: { code: SpanStatusCode.ERROR, message },
    };
  };

  describe("a function that returns", () => {
    it("returns its value and has ended", () => {
      const value = { a: 1 };
      expect(run(() => value)).toBe(value);
      expect(told()).toEqual(succeeded('{"a":1}'));
    });

    it("returns undefined and records no output", () => {
      expect(run(() => undefined)).toBeUndefined();
      expect(told()).toEqual({ ...succeeded(""), output: undefined });
    });

    it.each<[what: string, value: object]>([
      ["a frozen object", Object.freeze({ a: 1 })],
      ["a revoked proxy", revoked()],
      [
        "an object that throws at every access",
        new Proxy(
          {},
          {
            get: () => {
              throw new Error("forbidden");
            },
          },
        ),
      ],
    ])("returns %s unchanged", (_what, value) => {
      const returned = run(() => value);
      expect(Object.is(returned, value)).toBe(true);
      expect(hasEnded()).toBe(true);
      expect(recording.span("work").status.code).toBe(SpanStatusCode.UNSET);
    });
  });

  describe("a function that throws", () => {
    it.each<[what: string, error: unknown, message: string, name?: string]>([
      ["an error", new TypeError("broken"), "broken", "TypeError"],
      ["a text", "broken", "broken"],
      ["undefined", undefined, "undefined"],
      ["a symbol", Symbol("broken"), "Symbol(broken)"],
      ["an object", { code: 1 }, "[object Object]"],
    ])("%s: rethrows and records it", (_what, error, message, name) => {
      expect(thrownBy(() => run(() => raise(error)))).toBe(error);
      expect(told()).toEqual(failed(message, name));
    });

    it.each<[what: string, error: object]>([
      ["that has no text", Object.create(null) as object],
      [
        "whose text throws",
        {
          toString: () => {
            throw new Error("no text");
          },
        },
      ],
      [
        "whose message throws",
        Object.defineProperty(new Error("hidden"), "message", {
          get: () => {
            throw new Error("no message");
          },
        }),
      ],
    ])("something %s: rethrows and records it", (_what, error) => {
      expect(thrownBy(() => run(() => raise(error)))).toBe(error);
      expect(told()).toMatchObject({ level: "ERROR", status: { code: SpanStatusCode.ERROR } });
    });
  });

  describe("a promise", () => {
    it("ends when it is fulfilled, not before", async () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const returned = run(() => promise);
      expect(returned).toBeInstanceOf(Promise);
      expect(hasEnded()).toBe(false);
      resolve("Da");
      expect(await returned).toBe("Da");
      expect(told()).toEqual(succeeded("Da"));
    });

    it("of an async function", async () => {
      expect(await run(async () => "Da")).toBe("Da");
      expect(told()).toEqual(succeeded("Da"));
    });

    it("rejects with the same error and records it", async () => {
      const error = new Error("broken");
      await expect(run(async () => raise(error))).rejects.toBe(error);
      expect(told()).toEqual(failed("broken", "Error"));
    });

    it("that rejects later has the awaiting functions in its stack", async () => {
      async function failsLater(): Promise<never> {
        await Promise.resolve();
        throw new Error("broken");
      }
      async function waits(): Promise<void> {
        await run(failsLater);
      }
      const error = await waits().catch((error: unknown) => error as Error);
      expect(error!.stack).toMatch(/failsLater[^]*waits/);
    });

    it("rejects with a value without text and records it", async () => {
      const error: unknown = Object.create(null);
      await expect(run(async () => raise(error))).rejects.toBe(error);
      expect(told()).toMatchObject({ level: "ERROR", status: { code: SpanStatusCode.ERROR } });
    });

    it("keeps its own properties", async () => {
      const returned = run(() => Object.assign(Promise.resolve("Da"), { cancel: () => "cancelled" }));
      expect(returned.cancel()).toBe("cancelled");
      expect(await returned).toBe("Da");
      expect(told()).toEqual(succeeded("Da"));
    });
  });

  describe("a promise of another class", () => {
    it("is the same object with the same methods", async () => {
      const request = Request.resolve("Da") as Request<string>;
      const returned = run(() => request);
      expect(returned).toBe(request);
      expect(returned.cancel()).toBe("cancelled");
      expect(request.cancelled).toBe(true);
      expect(await returned).toBe("Da");
      expect(told()).toEqual(succeeded("Da"));
    });

    it.each<[how: string, settle: (request: Request<string>) => Promise<unknown>]>([
      ["then", (request) => request.then((value) => value)],
      ["then without a use for the value", (request) => request.then(null)],
      ["catch", (request) => request.catch(() => "caught")],
      ["finally", (request) => request.finally(() => {})],
      ["Promise.all", (request) => Promise.all([request, request]).then(([first]) => first)],
      ["Promise.resolve", (request) => Promise.resolve(request)],
    ])("ends when it settles and the caller uses %s", async (_how, settle) => {
      const { promise, resolve } = Request.withResolvers<string>();
      const settled = settle(run(() => promise as Request<string>));
      expect(hasEnded()).toBe(false);
      resolve("Da");
      expect([await settled].flat()).toEqual(["Da"]);
      expect(told()).toEqual(succeeded("Da"));
    });

    it("gives derived promises of its class", () => {
      const derived = run(() => Request.resolve(1) as Request<number>).then((n) => n + 1);
      expect(derived).toBeInstanceOf(Request);
    });

    it("rejects with the same error and records it", async () => {
      const error = new Error("broken");
      await expect(run(() => Request.reject(error))).rejects.toBe(error);
      expect(told()).toEqual(failed("broken", "Error"));
    });

    it("ends once when it is awaited several times", async () => {
      const returned = run(() => Request.resolve("Da"));
      expect([await returned, await returned, await Promise.all([returned, returned])].flat()).toEqual(
        Array.from({ length: 4 }, () => "Da"),
      );
      expect(recording.ended).toHaveLength(1);
    });
  });

  describe("a lazy thenable", () => {
    it("is the same object and does nothing until it is awaited", () => {
      const query = new Query();
      const returned = run(() => query);
      expect(returned).toBe(query);
      expect(returned.where()).toBe(query);
      expect(query.runs).toBe(0);
      expect(hasEnded()).toBe(false);
    });

    it("runs once when it is awaited once, and ends then", async () => {
      const query = new Query();
      expect(await run(() => query)).toBe("rows");
      expect(query.runs).toBe(1);
      expect(told()).toEqual(succeeded("rows"));
    });

    it("runs at each await, and ends once", async () => {
      const query = new Query();
      const returned = run(() => query);
      expect([await returned, await returned]).toEqual(["rows", "rows"]);
      expect(query.runs).toBe(2);
      expect(recording.ended).toHaveLength(1);
    });

    it("rejects with the same error and records it", async () => {
      const error = new Error("broken");
      await expect(run(() => new Query(error)).then(undefined)).rejects.toBe(error);
      expect(told()).toEqual(failed("broken", "Error"));
    });

    it("that is frozen is returned unchanged", async () => {
      const query = Object.freeze(new Query());
      const returned = run(() => query);
      expect(returned).toBe(query);
      expect(hasEnded()).toBe(true);
    });
  });

  describe("a generator", () => {
    it("is the same object and ends when it is used up", () => {
      const generator = words();
      const returned = run(() => generator);
      expect(returned).toBe(generator);
      expect(returned.next()).toEqual({ done: false, value: "Good " });
      expect(hasEnded()).toBe(false);
      expect([...returned]).toEqual(["morning"]);
      expect(told()).toEqual(succeeded("Good morning"));
    });

    it("keeps its return value", () => {
      const returned = run(words);
      expect([returned.next(), returned.next(), returned.next(), returned.next()]).toEqual([
        { done: false, value: "Good " },
        { done: false, value: "morning" },
        { done: true, value: "returned" },
        { done: true, value: undefined },
      ]);
      expect(told()).toEqual(succeeded("Good morning"));
    });

    it("passes values through next", () => {
      const sums = run(function* (): Generator<number, void, number> {
        let sum = 0;
        while (true) sum += yield sum;
      });
      expect([sums.next(0), sums.next(2), sums.next(3)].map(({ value }) => value)).toEqual([0, 2, 5]);
      sums.return();
      expect(told()).toEqual(succeeded("[0,2,5]"));
    });

    it("records values other than text as a list", () => {
      expect([
        ...run(function* () {
          yield { a: 1 };
          yield "b";
        }),
      ]).toHaveLength(2);
      expect(told()).toEqual(succeeded('[{"a":1},"b"]'));
    });

    it("records its return value if it has no values", () => {
      // oxlint-disable-next-line require-yield
      const empty = run(function* (): Generator<never, string> {
        return "returned";
      });
      expect([...empty]).toEqual([]);
      expect(told()).toEqual(succeeded("returned"));
    });

    it("stopped early, runs its finally block and ends with the values so far", () => {
      const seen: string[] = [];
      const source = run(function* () {
        try {
          yield "Good ";
          yield "morning";
        } finally {
          seen.push("cleaned up");
        }
      });
      for (const word of source) {
        seen.push(word);
        break;
      }
      expect(seen).toEqual(["Good ", "cleaned up"]);
      expect(told()).toEqual(succeeded("Good "));
    });

    it("that throws rethrows the same error and records it", () => {
      const error = new Error("broken");
      const source = run(function* () {
        yield "Good ";
        raise(error);
      });
      expect(thrownBy(() => [...source])).toBe(error);
      expect(told()).toEqual(failed("broken", "Error"));
    });

    it("records an error that the caller throws into it", () => {
      const error = new Error("broken");
      const source = run(words);
      source.next();
      expect(thrownBy(() => source.throw(error))).toBe(error);
      expect(told()).toEqual(failed("broken", "Error"));
    });

    it("may catch what the caller throws into it", () => {
      const source = run(function* () {
        try {
          yield "Good ";
        } catch {
          yield "night";
        }
      });
      source.next();
      expect(source.throw(new Error("broken"))).toEqual({ done: false, value: "night" });
      expect(hasEnded()).toBe(false);
      source.next();
      expect(told()).toEqual(succeeded("Good night"));
    });

    it("is active inside its steps and nowhere between them", () => {
      const inside: Array<string | undefined> = [];
      const source = run(function* () {
        inside.push(getActiveSpanId());
        startObservation("first").end();
        yield 1;
        inside.push(getActiveSpanId());
        startActiveObservation("second", () => startObservation("nested").end());
        yield 2;
      });
      for (const _ of source) expect(trace.getActiveSpan()).toBeUndefined();
      const { spanId } = recording.span("work").spanContext();
      expect(inside).toEqual([spanId, spanId]);
      expect(parentOf("first")).toBe(spanId);
      expect(parentOf("second")).toBe(spanId);
      expect(parentOf("nested")).toBe(recording.span("second").spanContext().spanId);
    });

    it("can be a step of another generator", () => {
      const inner = run(words);
      function* outer(): Generator<string, void, unknown> {
        expect(yield* inner).toBe("returned");
        yield "!";
      }
      expect([...outer()]).toEqual(["Good ", "morning", "!"]);
      expect(told()).toEqual(succeeded("Good morning"));
    });
  });

  describe("an async generator", () => {
    it("is the same object and ends when it is used up", async () => {
      const generator = wordsLater();
      const returned = run(() => generator);
      expect(returned).toBe(generator);
      expect(await returned.next()).toEqual({ done: false, value: "Good " });
      expect(hasEnded()).toBe(false);
      expect(await returned.next()).toEqual({ done: false, value: "morning" });
      expect(hasEnded()).toBe(false);
      expect(await returned.next()).toEqual({ done: true, value: "returned" });
      expect(told()).toEqual(succeeded("Good morning"));
    });

    it("works in for await", async () => {
      expect(await Array.fromAsync(run(wordsLater))).toEqual(["Good ", "morning"]);
      expect(told()).toEqual(succeeded("Good morning"));
    });

    it("handles several pending steps", async () => {
      const source = run(wordsLater);
      expect(await Promise.all([source.next(), source.next(), source.next()])).toEqual([
        { done: false, value: "Good " },
        { done: false, value: "morning" },
        { done: true, value: "returned" },
      ]);
      expect(told()).toEqual(succeeded("Good morning"));
    });

    it("of an async function", async () => {
      const source = await run(async () => wordsLater());
      expect(hasEnded()).toBe(false);
      expect(await Array.fromAsync(source)).toEqual(["Good ", "morning"]);
      expect(told()).toEqual(succeeded("Good morning"));
    });

    it("stopped early, runs its finally block and ends with the values so far", async () => {
      const seen: string[] = [];
      const source = run(async function* () {
        try {
          yield "Good ";
          yield "morning";
        } finally {
          await Promise.resolve();
          seen.push("cleaned up");
        }
      });
      for await (const word of source) {
        seen.push(word);
        break;
      }
      expect(seen).toEqual(["Good ", "cleaned up"]);
      expect(told()).toEqual(succeeded("Good "));
    });

    it("handles return before its first step", async () => {
      await run(wordsLater).return("left");
      expect(told()).toEqual(succeeded("left"));
    });

    it("that throws rejects with the same error and records it", async () => {
      const error = new Error("broken");
      const source = run(async function* () {
        yield "Good ";
        raise(error);
      });
      await expect(Array.fromAsync(source)).rejects.toBe(error);
      expect(told()).toEqual(failed("broken", "Error"));
    });

    it("is active inside its steps, after an await too, and nowhere between them", async () => {
      const inside: Array<string | undefined> = [];
      const source = run(async function* () {
        inside.push(getActiveSpanId());
        await Promise.resolve();
        inside.push(getActiveSpanId());
        startObservation("first").end();
        yield 1;
        await Promise.resolve();
        inside.push(getActiveSpanId());
        await startActiveObservation("second", async () => startObservation("nested").end());
        yield 2;
      });
      for await (const _ of source) expect(trace.getActiveSpan()).toBeUndefined();
      const { spanId } = recording.span("work").spanContext();
      expect(inside).toEqual([spanId, spanId, spanId]);
      expect(parentOf("first")).toBe(spanId);
      expect(parentOf("second")).toBe(spanId);
      expect(parentOf("nested")).toBe(recording.span("second").spanContext().spanId);
    });
  });

  describe("endOnExit false", () => {
    const open = { endOnExit: false };

    it.each<[what: string, use: () => unknown]>([
      ["a value", () => run(() => "Da", open)],
      ["a promise", () => run(async () => "Da", open)],
      ["a promise of another class", () => run(() => Request.resolve("Da"), open).then(undefined)],
      ["a lazy thenable", () => run(() => new Query(), open).then(undefined)],
      [
        "a generator",
        () => [
          ...run(function* () {
            yield "Da";
          }, open),
        ],
      ],
      ["an error", () => thrownBy(() => run(() => raise(new Error("broken")), open))],
      ["a rejection", () => run(async () => raise(new Error("broken")), open).catch(() => {})],
    ])("%s stays open until end()", async (_what, use) => {
      await use();
      expect(recording.started).toHaveLength(1);
      expect(recording.ended).toEqual([]);
    });
  });
});

function parentOf(name: string): string | undefined {
  return recording.span(name).parentSpanContext?.spanId;
}

function raise(error: unknown): never {
  throw error;
}

function thrownBy(fn: () => unknown): unknown {
  try {
    fn();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
