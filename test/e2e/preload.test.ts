import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { conversation } from "../support/openai/conversation.ts";
import { startLocalService, type LocalService } from "../support/server/local-service.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";

let standIn: OpenAIStandIn;

beforeAll(async () => {
  standIn = await OpenAIStandIn.start();
});
afterAll(() => standIn.stop());

const recordings = conversation();

function converse(major: number, format: "esm" | "cjs", node: readonly string[], env: Record<string, string> = {}) {
  const calls = recordings.map(({ call, response }) => ({
    baseURL: standIn.perform(response).url,
    params: call.params,
  }));
  const program = format === "esm" ? "main.mjs" : "main.cjs";
  return runApplication({
    app: `openai-${major}`,
    node: ["--no-warnings", ...node],
    args: [program, join(import.meta.dirname, "../apps/converse.mjs"), "converse", String(major)],
    env: { ...env, CALLS: JSON.stringify(calls) },
  });
}

const versions = [4, 5, 6, 7].flatMap((major) => (["esm", "cjs"] as const).map((format) => [major, format] as const));

describe.each(versions)("openai %i, %s, under node --import @svc/register", (major, format) => {
  let service: LocalService;
  let bare: ApplicationRun;
  let traced: ApplicationRun;

  beforeAll(async () => {
    service = await startLocalService();
    bare = await converse(major, format, []);
    traced = await converse(major, format, PRELOAD, sendingTo(service.url));
  });
  afterAll(() => service.stop());

  it("answers, writes and ends as without the preload", () => {
    expect(JSON.parse(bare.stdout)).toHaveLength(recordings.length);
    expect(traced).toEqual(bare);
  });

  it("stores each call as a generation", async () => {
    const stored = await service.observations();
    const expected = recordings.map(({ call, expected: facts }) => ({
      type: "GENERATION",
      name: `chat ${facts.requestModel}`,
      level: "DEFAULT",
      providedModelName: facts.model,
      messages: call.params["messages"],
      text: facts.outputText,
      tools: facts.toolCalls,
      usage: [facts.usage!["input"], facts.usage!["output"], facts.usage!["total"]],
      isTimed: call.params["stream"] === true,
    }));
    expect(
      stored.map((observation) => {
        const input = JSON.parse(observation.input!) as { messages?: unknown };
        const output = JSON.parse(observation.output!) as { content?: unknown; tool_calls?: ToolCall[] };
        const { usageDetails: usage } = observation;
        return {
          type: observation.type,
          name: observation.name,
          level: observation.level,
          providedModelName: observation.providedModelName,
          messages: input.messages,
          text: output.content,
          tools: output.tool_calls?.map(({ id, function: { name, arguments: args } }) => ({
            id,
            name,
            arguments: args,
          })),
          usage: [usage["input"], usage["output"], usage["total"]],
          isTimed: observation.completionStartTime !== null,
        };
      }),
    ).toEqual(expected);
  });
});

interface ToolCall {
  id: string;
  function: { name: string; arguments: string };
}

describe("a process that was started with TRACEPARENT", () => {
  it("puts its observations below that span", async () => {
    const service = await startLocalService();
    const [traceId, parentId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
    await converse(7, "esm", PRELOAD, { ...sendingTo(service.url), TRACEPARENT: `00-${traceId}-${parentId}-01` });
    const stored = await service.observations({ traceId });
    expect(stored.map(({ parentObservationId }) => parentObservationId)).toEqual([parentId, parentId, parentId]);
    await service.stop();
  });
});
