import { startObservation } from "@svc/tracing";
import { chmod, chown, mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { exportSinkOfEachTest } from "../../support/otlp/export-sink.ts";
import { TEST_KEYS, traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";
import { folderOfTest } from "../../support/temporary-folder.ts";

let parent: string;
let folder: string;
let errors: MockInstance<typeof console.error>;
let warnings: MockInstance<typeof console.warn>;

const sink = exportSinkOfEachTest();
beforeEach(() => {
  parent = folderOfTest("spool");
  folder = join(parent, "spool");
  vi.stubEnv("SVC_SPOOL_DIR", folder);
  vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "0.2");
  errors = vi.spyOn(console, "error").mockImplementation(() => {});
  warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => {
  untrace();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const observe = (...names: string[]): void => {
  for (const name of names) startObservation(name, { input: `input of ${name}` }).end();
};
const said = (spy: MockInstance<typeof console.error>): string => spy.mock.calls.flat().join("\n");
const arrived = (): string[] => sink.spans.map(({ name }) => name);
const files = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.endsWith(".spans1"));
const contentOf = async (name: string): Promise<string> => readFile(join(folder, name), "latin1");
const refuse = (status: number): void => {
  sink.answer = (response) => response.writeHead(status, { "retry-after": "0" }).end();
};
const accept = (): void => {
  sink.answer = (response) => response.writeHead(200).end();
};

/** Leaves batches of these spans in the spool, as a process that ends while the service refuses them. */
async function leaveBehind(...batches: string[][]): Promise<void> {
  refuse(503);
  for (const names of batches) {
    const { processor } = traceTo(sink.url);
    observe(...names);
    await processor.shutdown();
  }
  accept();
  sink.exports.length = 0;
}

/** Has another processor take over and deliver what is in the spool. Resolves when only `left` files remain. */
async function deliver(left = 0): Promise<Traced> {
  const traced = traceTo(sink.url);
  await vi.waitFor(async () => expect(await files()).toHaveLength(left), { timeout: 20_000 });
  return traced;
}

describe("the files of the spool", () => {
  it("hold each span when it has ended, only for the owner, and go when the service has the spans", async () => {
    const { processor } = traceTo(sink.url);
    observe("first");
    const [name] = await files();
    expect(await contentOf(name!)).toContain("input of first");
    observe("second");
    expect(await contentOf(name!)).toContain("input of second");
    const modes = await Promise.all([folder, join(folder, name!)].map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600]);
    await processor.forceFlush();
    expect(arrived()).toEqual(["first", "second"]);
    expect(await files()).toEqual([]);
    await processor.shutdown();
    expect(await readdir(folder)).toEqual([]);
  });

  it("hold masked content, and neither keys nor headers", async () => {
    const mask = ({ data }: { data: unknown }): unknown => String(data).replaceAll("4111-1111", "[card]");
    const { processor } = traceTo(sink.url, { mask, additionalHeaders: { "x-api-token": "planted-token" } });
    startObservation("payment", { input: "card 4111-1111", metadata: { card: "4111-1111" } }).end();
    const [name] = await files();
    const content = await contentOf(name!);
    expect(content).toContain("[card]");
    const secrets = ["4111-1111", TEST_KEYS.publicKey, TEST_KEYS.secretKey, "planted-token", btoa(TEST_KEYS.secretKey)];
    for (const secret of secrets) expect(name + content).not.toContain(secret);
    await processor.forceFlush();
  });

  it("get a span with an asynchronous mask when the mask has answered", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { processor } = traceTo(sink.url, { mask: () => promise });
    observe("secret");
    expect(await readdir(parent)).toEqual(["spool"]);
    expect(await files()).toEqual([]);
    resolve("masked");
    await vi.waitFor(async () => expect(await contentOf((await files())[0]!)).toContain("masked"));
    await processor.forceFlush();
  });

  it("hold the reference to media, not the media", async () => {
    traceTo(sink.url);
    const picture = Buffer.from("a picture ".repeat(50)).toString("base64");
    startObservation("picture", { input: `data:image/png;base64,${picture}` }).end();
    const content = await contentOf((await files())[0]!);
    expect(content).toContain("@@@svcMedia:type=image/png|");
    expect(content).not.toContain(picture.slice(0, 40));
  });

  it("stay within the limit; a line counts the spans that wait only in memory, which are delivered", async () => {
    vi.stubEnv("SVC_SPOOL_MAX_SIZE_BYTES", "20000");
    const { processor } = traceTo(sink.url, { flushAt: 10 });
    refuse(503);
    observe(...Array.from({ length: 200 }, (_, number) => `span ${number}`));
    const sizes = await Promise.all((await files()).map(async (name) => (await stat(join(folder, name))).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(15_000);
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(said(warnings)).toMatch(/1 spans? waits? only in memory, the spool .* raise SVC_SPOOL_MAX_SIZE_BYTES/);
    expect(said(warnings)).toMatch(/1\d\d? spans wait only in memory/);
    accept();
    await vi.waitFor(() => expect(new Set(arrived()).size).toBe(200), { timeout: 20_000 });
    await processor.shutdown();
    expect(await files()).toEqual([]);
  });
});

describe("a folder that cannot be used is refused with one line, and spans are delivered from memory", () => {
  /** Records a span, which arrives, and returns what was said. */
  async function refusal(): Promise<string> {
    const { processor } = traceTo(sink.url);
    observe("first");
    await processor.forceFlush();
    expect(arrived()).toEqual(["first"]);
    expect(errors).toHaveBeenCalledTimes(1);
    return said(errors);
  }

  it.each([0o755, 0o770, 0o702, 0o777, 0o1777])("mode %o", async (mode) => {
    await mkdir(folder);
    await chmod(folder, mode);
    expect(await refusal()).toMatch(
      /SVC_SPOOL_DIR is ignored, .* has the mode 07\d\d, so other users can get at it; .* chmod 0700/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)("a folder of another user", async () => {
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, 12_345, 12_345);
    expect(await refusal()).toMatch(/belongs to the user 12345, and this process is the user 0/);
  });

  it("a file", async () => {
    await writeFile(folder, "");
    expect(await refusal()).toMatch(/SVC_SPOOL_DIR is ignored, .*EEXIST/);
  });
});

describe("what a process left behind", () => {
  it("is delivered by the next one, without a span of its own", async () => {
    await leaveBehind(["a", "b"], ["c"]);
    expect(said(warnings)).toMatch(/2 spans stay in SVC_SPOOL_DIR for the next process: .* status 503/);
    expect(said(errors)).toBe("");
    await deliver();
    expect(arrived().toSorted()).toEqual(["a", "b", "c"]);
    expect(sink.exports[0]!.message.resourceSpans[0]!.resource?.attributes.length).toBeGreaterThan(0);
  });

  it("stays for a process with the same address and key", async () => {
    await leaveBehind(["a"]);
    const other = traceTo(sink.url, { publicKey: "pk-other" });
    await vi.waitFor(() =>
      expect(said(warnings)).toMatch(/wait for a process with the SVC_BASE_URL and SVC_PUBLIC_KEY/),
    );
    await other.processor.shutdown();
    expect(arrived()).toEqual([]);
    expect(await files()).toHaveLength(1);
    await deliver();
    expect(arrived()).toEqual(["a"]);
  });

  it("is delivered at most as far as it can be read; the damage is counted", async () => {
    await leaveBehind(["a1", "a2", "a3"], ["b1", "b2"], ["c1"], ["d1"], ["e1"]);
    const byContent = new Map(
      await Promise.all(
        (await files()).map(async (name) => [(await contentOf(name)).match(/input of (\w)/)![1]!, name] as const),
      ),
    );
    const pathOf = (batch: string): string => join(folder, byContent.get(batch)!);
    await truncate(pathOf("a"), (await stat(pathOf("a"))).size - 5);
    const damaged = await readFile(pathOf("b"));
    damaged[damaged.indexOf("input of b1")]! ^= 1;
    await writeFile(pathOf("b"), damaged);
    await truncate(pathOf("c"), 0);
    await writeFile(pathOf("d"), Buffer.alloc(100_000, 0xff));
    await deliver();
    expect(arrived().toSorted()).toEqual(["a1", "a2", "b2", "e1"]);
    const lines = said(errors);
    expect(lines).toMatch(/1 span may not have arrived: their records in .* are damaged or cut off/);
    const { processor } = traceTo(sink.url);
    await processor.shutdown();
  });

  it("is counted and removed when the service refuses it, and others are delivered", async () => {
    await leaveBehind(["poison"], ["a"], ["b"]);
    const answer = sink.answer;
    sink.answer = (response, nth) => {
      const isPoison = sink.exports[nth - 1]!.spans.some(({ name }) => name === "poison");
      if (isPoison) response.writeHead(400).end("bad span");
      else answer(response, nth);
    };
    await deliver();
    expect(new Set(arrived())).toEqual(new Set(["poison", "a", "b"]));
    expect(said(errors)).toMatch(/1 span may not have arrived: .* refused with status 400: bad span/);
  });

  it("is given up when the service takes others again and again, and not it", async () => {
    await leaveBehind(["poison"], ["a"], ["b"]);
    sink.answer = (response, nth) => {
      const isPoison = sink.exports[nth - 1]!.spans.some(({ name }) => name === "poison");
      response.writeHead(isPoison ? 503 : 200, { "retry-after": "0" }).end();
    };
    const { processor } = traceTo(sink.url, { flushAt: 1 });
    let number = 0;
    const others = setInterval(() => observe(`other ${number++}`), 100);
    await vi.waitFor(() => expect(said(errors)).toMatch(/1 span may not have arrived: .* refused with status 503/), {
      timeout: 25_000,
    });
    clearInterval(others);
    await processor.forceFlush();
    expect(new Set(arrived()).size).toBe(number + 3);
    expect(await files()).toEqual([]);
  });

  it("is delivered in halves when it is too large for the service", async () => {
    await leaveBehind(["a", "b", "c", "d"]);
    sink.answer = (response, nth) => response.writeHead(sink.exports[nth - 1]!.spans.length > 1 ? 413 : 200).end();
    await deliver();
    const taken = sink.exports.filter(({ spans }) => spans.length === 1).flatMap(({ spans }) => spans);
    expect(taken.map(({ name }) => name).toSorted()).toEqual(["a", "b", "c", "d"]);
  });
});

it("more spans than the memory takes wait on disk, and none is lost", async () => {
  vi.stubEnv("SVC_OTEL_MAX_QUEUE_SIZE_BYTES", "20000");
  const { processor } = traceTo(sink.url, { flushAt: 10, compression: "none" });
  refuse(503);
  observe(...Array.from({ length: 200 }, (_, number) => `span ${number}`));
  accept();
  await vi.waitFor(() => expect(new Set(arrived()).size).toBe(200), { timeout: 20_000 });
  await processor.shutdown();
  expect(said(errors)).toBe("");
  expect(await files()).toEqual([]);
});
