// The newest Next.js without changes, with the preload as in docs/preload.md. Builds are slow: CI builds once, with the output that
// has the fewest files, and runs the development server of the other bundler. TEST_VERSIONS=all runs every bundler in every mode.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sendingTo } from "../support/application/run-application.ts";
import { ANSWER } from "../support/application/asking-application.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../support/server/local-service.ts";
import {
  buildNext,
  installNext,
  startBy,
  startNext,
  STARTS,
  type Bundler,
  type Form,
  type Mode,
  type NextServer,
} from "../support/application/next-application.ts";
import { testedVersions } from "../support/tested-versions.ts";
import { recordingsOf } from "../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

/** Answer that calls a tool twice, and the answer after it. */
const CHAT = ["chat-stream-tools-parallel", "chat-stream-usage"].map(
  (name) => recordingsOf("chat.completions.create").find(({ id }) => id === name)!.response,
);

const ALL = (["turbopack", "webpack"] as const).flatMap((bundler) =>
  (["dev", "start", "standalone"] as const).flatMap((mode) =>
    STARTS.map((form): [Bundler, Mode, Form] => [bundler, mode, form]),
  ),
);
const IN_CI: Array<[Bundler, Mode, Form]> = [
  ["turbopack", "standalone", "inside an if"],
  // Webpack compiles the import for the edge runtime.
  ["webpack", "dev", "after an early return"],
];

/** Ways in which the preload is loaded. CI starts a development server only for the second: the tests with one server use the first. */
const WAYS: ReadonlyArray<readonly [what: string, options: Readonly<Record<string, string>>]> = [
  ["instrumentation.ts", {}],
  ["NODE_OPTIONS", { NODE_OPTIONS: "--require @svc/register" }],
];

const BUILD_MS = 300_000;
const RUN_MS = 240_000;

let folder: string;
let service: LocalService;
let standIn: OpenAIStandIn;

beforeAll(async () => {
  [folder, service, standIn] = await Promise.all([installNext(), startLocalService(), OpenAIStandIn.start()]);
}, BUILD_MS);
afterAll(() => Promise.all([service.stop(), standIn.stop(), startBy(folder, STARTS[0]!)]));

/** Returns the answers in the model calls of this application. */
async function answersOf(name: string): Promise<unknown[]> {
  const stored = await service.observations({ type: "GENERATION", environment: name });
  return stored.map(({ output }) => (JSON.parse(output ?? "") as { content?: unknown }).content);
}

async function areStored(name: string, count: number): Promise<void> {
  const { length } = await answersOf(name);
  if (length < count) throw new Error(`${length} of ${count} model calls have arrived`);
}

async function get(server: NextServer, path: string): Promise<[status: number, text: string]> {
  const response = await fetch(`${server.url}${path}`);
  return [response.status, await response.text()];
}

/** Sends a message as useChat does; returns the stream of the answer as text. */
async function chat(server: NextServer): Promise<string> {
  const messages = [
    { id: "1", role: "user", parts: [{ type: "text", text: "Which weather, and which ocean? sk-4711" }] },
  ];
  const body = JSON.stringify({ id: "a chat", messages, trigger: "submit-message" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${server.url}/api/chat`, { method: "POST", headers, body });
  return (await response.text())
    .replaceAll(/^data: \{"type":"text-delta","id":"\w+","delta":"|"\}$/gm, "")
    .replaceAll("\n\n", "");
}

describe.each(testedVersions(ALL, IN_CI))("Next.js, %s, %s, started %s", (bundler, mode, form) => {
  beforeAll(async () => {
    await startBy(folder, form);
    if (mode !== "dev") await buildNext(folder, bundler, mode);
  }, BUILD_MS);

  it.each(testedVersions(WAYS, mode === "dev" ? WAYS.slice(1) : WAYS))(
    "%s: stores every model call of a route and of a page, and prints nothing",
    async (way, options) => {
      // An environment has 40 characters at most.
      const name = `${bundler}-${mode}${STARTS.indexOf(form)}-${way.toLowerCase().replace(/\W/g, "-")}`;
      const { url } = standIn.perform(RECORDING.response);
      const env = { ...sendingTo(service.url), SVC_TRACING_ENVIRONMENT: name, OPENAI_BASE_URL: url, ...options };
      const server = await startNext(folder, bundler, mode, env);
      const answers = [await get(server, "/ask"), await get(server, "/ask"), await get(server, "/edge")];
      const [status, page] = await get(server, "/answer");
      // Next.js kills its development server a tenth of a second after asking it to end.
      if (mode === "dev") await vi.waitFor(() => areStored(name, 3), RUN_MS);
      const stderr = await server.stop();
      expect(answers).toEqual([
        [200, ANSWER],
        [200, ANSWER],
        [200, "from the edge"],
      ]);
      expect([status, page.includes(`<p>${ANSWER}</p>`)]).toEqual([200, true]);
      expect(await answersOf(name)).toEqual([ANSWER, ANSWER, ANSWER]);
      expect(stderr).not.toContain("[Svc SDK]");
    },
    RUN_MS,
  );

  // A development server compiles what it is asked for the first time: one server answers these tests, in their order.
  describe("one server", () => {
    const name = `${bundler}-${mode}-${STARTS.indexOf(form)}-shared`;
    let server: NextServer;
    beforeAll(async () => {
      const { url } = standIn.perform({ sequence: [...CHAT, ...CHAT, RECORDING.response] });
      const env = {
        ...sendingTo(service.url),
        SVC_TRACING_ENVIRONMENT: name,
        OPENAI_BASE_URL: url,
        // The output with the fewest files leaves the file out.
        ...(mode === "standalone" && { SVC_CONFIG: join(folder, "svc.config.mjs") }),
      };
      server = await startNext(folder, bundler, mode, env);
    }, RUN_MS);
    afterAll(async () => {
      const stderr = await server.stop();
      if (stderr.includes("[Svc SDK]")) throw new Error(`The SDK wrote to standard error: ${stderr}`);
    }, RUN_MS);

    /** Waits for this number of observations that began at a time or later; returns them. */
    const storedSince = (fromStartTime: string, count: number): Promise<StoredObservation[]> =>
      vi.waitFor(
        async () => {
          const observations = await service.observations({ environment: name, fromStartTime });
          expect(observations).toHaveLength(count);
          return observations;
        },
        { timeout: RUN_MS },
      );

    it(
      "makes one trace of each request of a chat, from the AI SDK in the bundle",
      async () => {
        const fromStartTime = new Date().toISOString();
        const answers = [await chat(server), await chat(server)];
        const [status] = await get(server, "/chat");
        const stored = await storedSince(fromStartTime, 10);
        expect(answers).toEqual([expect.stringContaining("South Atlantic"), expect.stringContaining("South Atlantic")]);
        expect(status).toBe(200);
        // The parent of each is a span of Next.js, which is not sent.
        const agents = stored.filter(({ type, name: of }) => type === "AGENT" && of === "chat");
        expect(new Set(agents.map(({ traceId }) => traceId)).size).toBe(2);
        expect(agents).toHaveLength(2);
        for (const { id, output } of agents) {
          const below = stored.filter(({ parentObservationId }) => parentObservationId === id);
          expect(below.map(({ type, name: of }) => `${type} ${of}`).toSorted()).toEqual([
            "GENERATION chat gpt-4o-mini",
            "GENERATION chat gpt-4o-mini",
            "TOOL get_weather",
            "TOOL get_weather",
          ]);
          expect(output).toBe("South Atlantic Ocean.");
        }
        // By the mask in svc.config.mjs.
        expect(JSON.stringify(stored)).toContain("which ocean? ***");
        expect(JSON.stringify(stored)).not.toContain("sk-4711");
      },
      RUN_MS,
    );

    it(
      "stores the model call of an edge route, which uses the functions, below its observation",
      async () => {
        const fromStartTime = new Date().toISOString();
        const answer = await get(server, "/edge-ask");
        const stored = await storedSince(fromStartTime, 2);
        expect(answer).toEqual([200, ANSWER]);
        const parent = stored.find(({ type }) => type === "SPAN");
        expect(parent).toMatchObject({ name: "edge answer", parentObservationId: null });
        expect(stored).toContainEqual(
          expect.objectContaining({ type: "GENERATION", traceId: parent!.traceId, parentObservationId: parent!.id }),
        );
      },
      RUN_MS,
    );

    it(
      "stores the observations of middleware on the edge runtime, which asks nothing to wait for them",
      async () => {
        const fromStartTime = new Date().toISOString();
        const answer = await get(server, "/edge");
        const stored = await storedSince(fromStartTime, 2);
        expect(answer).toEqual([200, "from the edge"]);
        const parent = stored.find(({ name: of }) => of === "check");
        expect(parent).toMatchObject({ input: "/edge", parentObservationId: null });
        expect(stored).toContainEqual(expect.objectContaining({ name: "look up", parentObservationId: parent!.id }));
      },
      RUN_MS,
    );
  });
});
