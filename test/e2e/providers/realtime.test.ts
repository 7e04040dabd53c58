import { afterAll, beforeAll, expect, it } from "vitest";
import { join } from "node:path";
import { itemEvents, open, pcm, spoken, userMessage } from "../../integration/openai/realtime/realtime-events.ts";
import { startRealtimeServer, type RealtimeServer } from "../../integration/openai/realtime/realtime-server.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { APPS, PRELOAD_FILE } from "../../support/paths.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../../support/server/local-service.ts";

let [server, service]: [RealtimeServer, LocalService] = [] as never;
let bare: ApplicationRun;

const run = (program: string, node: string[] = [], env: Record<string, string> = {}): Promise<ApplicationRun> =>
  runProgram({
    cwd: join(APPS, "openai-7"),
    node,
    args: [program],
    env: { REALTIME_PORT: String(server.port), ...env },
  });

beforeAll(async () => {
  [server, service] = await Promise.all([startRealtimeServer(), startLocalService()]);
  server.script = async (peer) => {
    open(peer);
    await peer.next("response.create");
    peer.send(...itemEvents(userMessage("item_1", "Name one ocean.")));
    peer.send(...spoken("resp_1", "item_2", ["Pacific."], [pcm(0.5, 1)]));
  };
  bare = await run("realtime.cjs");
});
afterAll(async () => {
  server.close();
  await service.stop();
});

/** Runs the program under the preload; returns what was recorded of it. */
async function recordedOf(program: string, env: Record<string, string>): Promise<StoredObservation[]> {
  const before = (await service.observations()).length;
  const sending = { ...sendingTo(service.url), SVC_TIMEOUT: "30" };
  const traced = await run(program, ["--import", PRELOAD_FILE], { ...sending, ...env });
  expect(traced).toMatchObject({ stdout: bare.stdout, stderr: "", exitCode: 0 });
  return (await service.observations()).slice(before);
}

it.each([
  ["realtime.mjs", "with content", {}, [true, true]],
  ["realtime.cjs", "without content", { SVC_CAPTURE_CONTENT: "false" }, [undefined, undefined]],
])("%s behaves the same under the preload, and is recorded %s", async (program, _how, env, content) => {
  const [observation, ...more] = await recordedOf(program, env);
  expect(bare.stdout).toContain("Pacific.");
  expect(more).toEqual([]);
  expect(observation).toMatchObject({ name: "realtime_inference gpt-realtime", type: "GENERATION", level: "DEFAULT" });
  expect(observation!.usageDetails).toMatchObject({
    input: 20,
    input_cached_tokens: 40,
    input_cached_audio_tokens: 10,
    output_audio_tokens: 20,
  });
  const { input, output } = observation!;
  expect([input?.includes("Name one ocean."), output?.includes("@@@svcMedia:type=audio/wav|")]).toEqual(content);
});

it("is not recorded where the application takes the instrumentation away", async () => {
  expect(await recordedOf("realtime.cjs", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai-realtime" })).toEqual([]);
});
