// Runs docs/migrate-from-openllmetry.md and docs/migrate-from-openinference.md: applications that keep the packages of these projects and send to
// the local service, and one after the moves.
import { basicAuthorization, LOCAL_KEYS } from "@svc/core/internal";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installed } from "../support/application/installation.ts";
import { PRELOAD, programOutput, sendingTo } from "../support/application/run-application.ts";
import { startHttpServer, type HttpServer } from "../support/http/http-server.ts";
import { APPS, INSTALLATIONS, PRELOAD_FILE } from "../support/paths.ts";
import { startLocalService, type StoredObservation } from "../support/server/local-service.ts";

const PEERS = join(INSTALLATIONS, "peers");

/** File of `@svc/otel`, for a folder that may have an older copy. */
const SVC_OTEL = createRequire(import.meta.url).resolve("@svc/otel");

const ANSWER = "One operation of a trace.";

/** Answers of the providers by path. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/chat/completions": {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "gpt-4.1-mini-2025-04-14",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: ANSWER } }],
    usage: { prompt_tokens: 9, completion_tokens: 6, total_tokens: 15 },
  },
  "/embeddings": {
    object: "list",
    model: "text-embedding-3-small",
    data: [{ object: "embedding", index: 0, embedding: [0.1, 0.2] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
  "/v1/messages": {
    id: "m1",
    type: "message",
    role: "assistant",
    model: "claude-haiku-4-5",
    content: [{ type: "text", text: ANSWER }],
    stop_reason: "end_turn",
    usage: { input_tokens: 9, output_tokens: 6 },
  },
};

interface Start {
  readonly cwd?: string;
  readonly node?: readonly string[];
  /** False without the variables of the page for an exporter of OpenTelemetry. */
  readonly exports?: false;
  readonly env?: Readonly<Record<string, string>>;
}

let provider: HttpServer;

beforeAll(async () => {
  await installed("peers");
  provider = await startHttpServer(({ target }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(ANSWERS[target]));
  });
}, 300_000);
afterAll(() => provider.close());

/** Runs an application to its end with a service of its own. Returns what the service has. */
async function observationsOf(program: string, start: Start): Promise<StoredObservation[]> {
  const { cwd = PEERS, node = [], env = {}, exports } = start;
  const service = await startLocalService();
  const authorization = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey).replace(" ", "%20");
  try {
    await programOutput({
      cwd,
      node,
      args: [program],
      env: {
        OPENAI_API_KEY: "key",
        OPENAI_BASE_URL: provider.url,
        ANTHROPIC_API_KEY: "key",
        ANTHROPIC_BASE_URL: provider.url,
        ...(exports !== false && {
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${service.url}/api/public/otel/v1/traces`,
          OTEL_EXPORTER_OTLP_TRACES_HEADERS: `Authorization=${authorization}`,
        }),
        ...sendingTo(service.url),
        ...env,
      },
    });
    return await service.observations({ limit: "100" });
  } finally {
    await service.stop();
  }
}

const named = (all: readonly StoredObservation[], name: string): StoredObservation =>
  all.find((each) => each.name === name)!;
const typesOf = (all: readonly StoredObservation[]): Record<string, string> =>
  Object.fromEntries(all.map(({ name, type }) => [name, type]));
const namesOf = (all: readonly StoredObservation[]): string[] => all.map(({ name }) => name).toSorted();

const KINDS = {
  AGENT: "AGENT",
  TOOL: "TOOL",
  CHAIN: "CHAIN",
  RETRIEVER: "RETRIEVER",
  EMBEDDING: "EMBEDDING",
  GUARDRAIL: "GUARDRAIL",
  EVALUATOR: "EVALUATOR",
  RERANKER: "RETRIEVER",
  PROMPT: "SPAN",
};
const CALLS = { "OpenAI Chat Completions": "GENERATION", "OpenAI Embeddings": "EMBEDDING" };

describe("an application that keeps OpenInference", () => {
  const program = "kept-openinference.cjs";

  it("gets the types, content, model, usage, session, user and tags that the page names", async () => {
    const all = await observationsOf(program, {});
    expect(typesOf(all)).toEqual({ ...KINDS, ...CALLS });
    expect(named(all, "OpenAI Chat Completions")).toMatchObject({
      parentObservationId: named(all, "CHAIN").id,
      providedModelName: "gpt-4.1-mini-2025-04-14",
      modelParameters: { temperature: 0 },
      usageDetails: { input: 9, output: 6, total: 15 },
      input: expect.stringContaining("What is a span?") as string,
      output: expect.stringContaining(ANSWER) as string,
      sessionId: "s1",
      userId: "ann",
      tags: ["a", "b"],
      metadata: expect.objectContaining({ "attributes.llm.system": "openai" }) as object,
    });
    expect(named(all, "AGENT")).toMatchObject({ input: "What is a span?", output: ANSWER });
    expect(named(all, "OpenAI Embeddings").providedModelName).toBe("text-embedding-3-small");
  });

  it("sends nothing of it through the default filter of SvcSpanProcessor, and all of it through that of the page", async () => {
    const [byDefault, kept] = await Promise.all([
      observationsOf(program, { env: { SVC_OTEL } }),
      observationsOf(program, { env: { SVC_OTEL, KEEPS: "true" } }),
    ]);
    expect(byDefault).toEqual([]);
    expect(typesOf(kept)).toEqual({ ...KINDS, ...CALLS });
  });

  it("records each call twice with the preload beside it, and counts it once", async () => {
    const all = await observationsOf(program, { node: ["--import", PRELOAD_FILE] });
    const calls = all.filter(({ type }) => type === "GENERATION");
    expect(namesOf(calls)).toEqual(["OpenAI Chat Completions"]);
    expect(named(all, "chat gpt-4.1-mini")).toMatchObject({
      type: "SPAN",
      usageDetails: {},
      metadata: expect.objectContaining({ "svc_counted_in.observations": [calls[0]!.id] }) as object,
    });
  });
});

describe("an application that keeps OpenLLMetry", () => {
  const program = "kept-openllmetry.cjs";
  const call = "chat claude-haiku-4-5";

  it("gets the types, content, model, usage and user that the page names", async () => {
    const all = await observationsOf(program, {});
    const { [call]: generation, ...steps } = typesOf(all);
    expect(generation).toBe("GENERATION");
    expect(steps).toEqual({
      "answer.workflow": "SPAN",
      "prepare.task": "SPAN",
      "helper.agent": "AGENT",
      "lookup.tool": "TOOL",
    });
    expect(named(all, call)).toMatchObject({
      parentObservationId: named(all, "lookup.tool").id,
      providedModelName: "claude-haiku-4-5",
      usageDetails: { input: 9, output: 6 },
      input: expect.stringContaining("What is a span?") as string,
      output: expect.stringContaining(ANSWER) as string,
    });
    expect(named(all, "answer.workflow")).toMatchObject({
      input: JSON.stringify({ args: ["in"], kwargs: {} }),
      output: JSON.stringify(ANSWER),
      userId: "ann",
    });
  });

  it("sends only calls of models through the default filter of SvcSpanProcessor, and all of it through that of the page", async () => {
    const [byDefault, kept] = await Promise.all([
      observationsOf(program, { env: { SVC_OTEL } }),
      observationsOf(program, { env: { SVC_OTEL, KEEPS: "true" } }),
    ]);
    expect(namesOf(byDefault)).toEqual([call]);
    expect(namesOf(kept)).toEqual([call, "answer.workflow", "helper.agent", "lookup.tool", "prepare.task"].toSorted());
  });
});

describe("an application after the moves", () => {
  const program = "moved-from-peers.mjs";
  const start = { cwd: join(APPS, "openai-7"), node: PRELOAD, exports: false } as const;

  it("records the same steps with the names here, and the call of the model without code", async () => {
    const all = await observationsOf(program, start);
    expect(typesOf(all)).toEqual({
      workflow: "CHAIN",
      task: "SPAN",
      agent: "AGENT",
      tool: "TOOL",
      "chat gpt-4.1-mini": "GENERATION",
      "observed chain": "CHAIN",
      "observed agent": "AGENT",
      "observed tool": "TOOL",
      "observed retriever": "RETRIEVER",
      "observed guardrail": "GUARDRAIL",
    });
    const fields = { userId: "ann", sessionId: "s1", tags: ["a", "b"] };
    expect(named(all, "chat gpt-4.1-mini")).toMatchObject({ parentObservationId: named(all, "tool").id, ...fields });
    expect(named(all, "workflow")).toMatchObject(fields);
  });

  it("sends spans of HTTP, too, where the variables of the exporter stay, but for the requests of model calls", async () => {
    const all = await observationsOf(program, { cwd: start.cwd, node: PRELOAD });
    expect(namesOf(all)).toContain("GET");
    expect(namesOf(all)).not.toContain("POST");
  });

  it("records a suppressed call not at all, and no content with SVC_CAPTURE_CONTENT=false", async () => {
    const all = await observationsOf(program, { ...start, env: { SVC_CAPTURE_CONTENT: "false" } });
    const calls = all.filter(({ type }) => type === "GENERATION");
    expect(calls).toMatchObject([{ input: null, output: null }]);
  });
});
