// Gives a strange value to everything that takes values, and prints what the application gets: node strange-values-child.ts KIND
import { SvcClient } from "@svc/client";
import { observe, propagateAttributes, startActiveObservation, startObservation } from "@svc/tracing";
import OpenAI from "openai";

/** Bytes of a large value. */
const LARGE = 50 * 2 ** 20;

const refuse = (): never => {
  throw new Error("the application's own");
};

/** Handler of a proxy whose every trap throws. */
const refusing: ProxyHandler<object> = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect).map((trap) => [trap, refuse]),
);

const kinds: Record<string, () => unknown> = {
  "a getter that throws": () => Object.defineProperty({}, "text", { enumerable: true, get: refuse }),
  "a proxy whose traps throw": () => new Proxy({}, refusing),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "a cyclic value": () => {
    const value: Record<string, unknown> = { text: "hello" };
    value["self"] = value;
    return value;
  },
  "a text of 50 MB": () => "x".repeat(LARGE),
  "a BigInt": () => ({ count: 12n }),
  "toJSON that throws": () => ({ toJSON: refuse }),
  "toJSON that returns its like forever": () => {
    const again = (): object => ({ toJSON: () => ({ again: again() }) });
    return again();
  },
  "a value nested 100,000 deep": () => {
    let value: unknown = "end";
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    return value;
  },
  "frozen and sealed objects": () =>
    Object.freeze({ sealed: Object.seal({ text: "hello" }), list: Object.freeze([1]) }),
  "typed arrays of 1 MB": () => ({ bytes: new Uint8Array(2 ** 20), numbers: new Float64Array(2 ** 17) }),
  "symbols, functions, maps and dates that are none": () => ({
    symbol: Symbol("s"),
    run: refuse,
    map: new Map([["a", 1]]),
    never: new Date(Number.NaN),
    [Symbol.iterator]: refuse,
  }),
  "an object without a prototype": () => Object.assign(Object.create(null) as object, { text: "hello" }),
  // oxlint-disable-next-line unicorn/no-thenable -- the value is that strange
  "a then that throws": () => Object.defineProperty({}, "then", { get: refuse }),
};

const openai = new OpenAI({ apiKey: "key", maxRetries: 0 });
const client = new SvcClient();

/** Everything that takes a value. Each result is printed, or the error. */
const uses: Record<string, (value: never) => unknown> = {
  startObservation: (value) => {
    startObservation("started", { input: value, output: value, metadata: value }).end();
  },
  startActiveObservation: (value) => startActiveObservation("active", (span) => void span.update({ output: value })),
  observe: (value) => observe((given: unknown) => given === value, { name: "observed" })(value),
  "observe, returned": (value) => observe(() => value, { name: "returned" })() === value,
  propagateAttributes: (value) => propagateAttributes({ metadata: { value } }, () => startObservation("inside").end()),
  "score.create": (value) => {
    client.score.create({ id: "s", name: "quality", value: 1, traceId: "0".repeat(31) + "1", metadata: value });
  },
  "chat.completions.create": async (value) => {
    const answer = await openai.chat.completions.create({ model: "gpt-4o-mini", messages: value });
    return answer.choices[0]?.message.content;
  },
};

const value = kinds[process.argv[2]!]!() as never;
for (const [name, use] of Object.entries(uses)) {
  try {
    const result = await use(value);
    console.log(`${name}: ${String(result)}`);
  } catch (error) {
    console.log(`${name}: throws ${String(error)}`);
  }
}
