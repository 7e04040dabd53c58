// Voice sessions of the Agents SDK, against a stand-in of the Realtime API.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { join } from "node:path";
import {
  itemEvents,
  open,
  pcm,
  response,
  spoken,
  toolCall,
  userMessage,
  USAGE,
} from "../../integration/openai/realtime/realtime-events.ts";
import {
  startPlainRealtimeServer,
  type ApiEvent,
  type RealtimeServer,
} from "../../integration/openai/realtime/realtime-server.ts";
import { installed } from "../../support/application/installation.ts";
import { freePort } from "../../support/http/free-port.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { expectPictured } from "../../support/frameworks/pictured-trees.ts";
import { APPS, PRELOAD_FILE } from "../../support/paths.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../../support/server/local-service.ts";
import { treesOf, type Tree } from "../../support/server/observation-trees.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const CALL: Tree = ["generation realtime_inference gpt-realtime 40+10+30+20+20+10"];

/** Events of a response that hands the caller over. */
function handoff(id: string, itemId: string): ApiEvent[] {
  const name = "transfer_to_Repairs";
  const item = { id: itemId, type: "function_call", name, call_id: "call_2", status: "completed", arguments: "{}" };
  return [
    { type: "response.created", response: response(id) },
    { type: "response.output_item.done", response_id: id, output_index: 0, item },
    { type: "response.done", response: response(id, { status: "completed", output: [item], usage: USAGE }) },
  ];
}

let [server, service]: [RealtimeServer, LocalService] = [] as never;

beforeAll(async () => {
  [server, service] = await Promise.all([startPlainRealtimeServer(), startLocalService()]);
  server.script = async (peer) => {
    const send = (...events: readonly ApiEvent[]): void =>
      peer.send(...events.map((event, at) => Object.assign({ event_id: `event_${at}` }, event)));
    open(peer);
    await peer.next("response.create");
    send(...itemEvents(userMessage("item_1", "What is the weather in Oslo?")));
    send(...toolCall("resp_1", "item_2"));
    await peer.next("response.create");
    send(...handoff("resp_2", "item_3"));
    await peer.next("response.create");
    send(...spoken("resp_3", "item_4", ["That costs ", "nine euros."], [pcm(0.5, 1)]));
    // What the SDK tells the model after the guardrail.
    await peer.next("response.create");
    send(...spoken("resp_4", "item_5", ["I am sorry."], [pcm(0.25, 1)]));
    peer.socket.close(1000);
  };
});
afterAll(async () => {
  server.close();
  await service.stop();
});

/** Folder of the application with each version of the SDK. */
const FOLDERS = {
  "0.20": async () => join(APPS, "openai-agents"),
  "0.8": async () => installed("openai-agents-0.8"),
} as const;

type Version = keyof typeof FOLDERS;

async function run(
  main: string,
  node: string[] = [],
  env: Record<string, string> = {},
  version: Version = "0.20",
): Promise<ApplicationRun> {
  const cwd = await FOLDERS[version]();
  return runProgram({ cwd, args: [main], node, env: { REALTIME_PORT: String(server.port), ...env } });
}

const seen = new Set<string>();

/** Runs the application under the preload; returns the run and what was recorded of it. */
async function traced(main: string, env: Record<string, string> = {}, version?: Version) {
  const sending = { ...sendingTo(service.url), SVC_TIMEOUT: "30", ...env };
  const preloaded = await run(main, ["--import", PRELOAD_FILE], sending, version);
  const recorded = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of recorded) seen.add(id);
  return { run: preloaded, recorded };
}

const GUARDRAIL: Tree = ["guardrail No prices WARNING The guardrail was triggered"];
const treeWith = (...call: Tree[]): Tree => [
  "chain Phone",
  ["agent Desk", ...call, ["tool get_weather"], ...call, ["tool handoff to Repairs"]],
  ["agent Repairs", ...call, GUARDRAIL, ...call],
];

const versions = testedVersions<Version>(["0.20", "0.8"], ["0.20"]);

describe.each(versions.flatMap((version) => ["voice.mjs", "voice.cjs"].map((main) => ({ version, main }))))(
  "$main with version $version",
  ({ version, main }) => {
    let [bare, preloaded]: ApplicationRun[] = [];
    let recorded: StoredObservation[] = [];
    const named = (name: string): StoredObservation => recorded.find((each) => each.name === name)!;
    beforeAll(async () => {
      bare = await run(main, [], {}, version);
      ({ run: preloaded, recorded } = await traced(main, {}, version));
    }, 180_000);

    test("runs as without the preload", () => {
      expect(preloaded).toEqual(bare);
      expect(bare).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringContaining("Repairs: I am sorry.") });
    });

    test("is one tree: each response once below the agent that spoke, with tools, handoff and guardrail", () => {
      expect(treesOf(recorded)).toEqual([treeWith(CALL)]);
      expectPictured(recorded, "openai-agents.md#Voice");
    });

    test("has the words of both sides, the sound, and the group as the session", () => {
      const said = { input: "What is the weather in Oslo?", output: "I am sorry." };
      expect(named("Phone")).toMatchObject({ ...said, metadata: { line: "blue" } });
      expect(named("get_weather")).toMatchObject({ input: '{"city":"Oslo"}', output: "Rain in Oslo" });
      expect(named("handoff to Repairs").metadata).toMatchObject({ from_agent: "Desk", to_agent: "Repairs" });
      expect([...new Set(recorded.map(({ sessionId }) => sessionId))]).toEqual(["call-7"]);
      const calls = recorded.filter(({ type }) => type === "GENERATION");
      expect(calls[0]!.input).toContain("What is the weather in Oslo?");
      expect(calls.filter(({ output }) => output?.includes("@@@svcMedia:type=audio/wav|"))).toHaveLength(2);
    });
  },
);

test("records no content where the process records none, and each half alone where the other is switched off", async () => {
  const { recorded } = await traced("voice.mjs", { SVC_CAPTURE_CONTENT: "false" });
  expect(treesOf(recorded)).toEqual([treeWith(CALL)]);
  expect(recorded.map(({ input, output }) => [input, output])).toEqual(recorded.map(() => [null, null]));
  const calls = await traced("voice.mjs", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai-agents" });
  expect(treesOf(calls.recorded)).toEqual([CALL, CALL, CALL, CALL]);
  const tree = await traced("voice.mjs", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai-realtime" });
  expect(treesOf(tree.recorded)).toEqual([treeWith()]);
}, 90_000);

test("records a session that cannot be connected as an error", async () => {
  const env = { REALTIME_PORT: String(await freePort()) };
  const bare = await run("voice.cjs", [], env);
  const { run: preloaded, recorded } = await traced("voice.cjs", env);
  expect([preloaded.exitCode, preloaded.stdout]).toEqual([bare.exitCode, bare.stdout]);
  expect(recorded.map(({ type, level }) => `${type} ${level}`).toSorted()).toEqual(["AGENT ERROR", "CHAIN ERROR"]);
}, 60_000);
