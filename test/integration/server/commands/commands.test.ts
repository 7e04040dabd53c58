import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { basicAuthorization } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../support/server/server-command.ts";
import { SPAN_ID, TRACE_ID, get, observations, postJson, send } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

let directory: string;
beforeEach(() => {
  directory = folderOfTest("commands");
});

const ALL_FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";

/** Returns all that the API returns of the observations, except when they were stored. */
async function everything(server: RunningServer): Promise<unknown[]> {
  const { data } = await observations(server, { fields: ALL_FIELDS, limit: "1000" });
  return data.map(({ createdAt: _created, updatedAt: _updated, ...rest }) => rest);
}

async function fill(server: RunningServer): Promise<void> {
  await send(server, {
    resource: { "service.name": "shop", "service.version": "1.2", "process.pid": 7 },
    scope: { name: "svc-sdk", version: "6.0.0" },
    spans: [
      {
        name: "answer",
        attributes: {
          [svc.OBSERVATION_TYPE]: "generation",
          [svc.OBSERVATION_LEVEL]: "WARNING",
          [svc.OBSERVATION_STATUS_MESSAGE]: "slow",
          [svc.OBSERVATION_MODEL]: "gpt-4o",
          [svc.OBSERVATION_MODEL_PARAMETERS]: '{"temperature":0.5}',
          [svc.OBSERVATION_USAGE_DETAILS]: '{"input":10,"output":20}',
          [svc.OBSERVATION_INPUT]: '[{"role":"user","content":"naïve 🦊 \\"quoted\\""}]',
          [svc.OBSERVATION_OUTPUT]: '{"role":"assistant","tool_calls":[{"function":{"name":"look"}}]}',
          [svc.OBSERVATION_COMPLETION_START_TIME]: "2026-11-01T10:00:00.500Z",
          [svc.OBSERVATION_PROMPT_NAME]: "greet",
          [svc.OBSERVATION_PROMPT_VERSION]: 2,
          [`${svc.OBSERVATION_METADATA}.text`]: '"123"',
          [`${svc.OBSERVATION_METADATA}.deep`]: '{"a":{"b":[1,"x"]},"none":null}',
          [`${svc.TRACE_METADATA}.scope`]: '"mine"',
          [svc.TRACE_TAGS]: ["a", "b"],
          [svc.TRACE_NAME]: "checkout",
          [svc.TRACE_PUBLIC]: true,
          [svc.TRACE_USER_ID]: "u",
          [svc.TRACE_SESSION_ID]: "s",
          [svc.ENVIRONMENT]: "staging",
          [svc.RELEASE]: "r",
        },
      },
      { spanId: "1".repeat(16), parentSpanId: "f".repeat(16), attributes: { [svc.IS_APP_ROOT]: true } },
    ],
  });
  await send(server, {
    scope: { name: "opentelemetry.instrumentation.openai", version: "0.4" },
    resource: { "service.name": "other" },
    spans: [
      {
        spanId: "2".repeat(16),
        parentSpanId: SPAN_ID,
        status: { code: 2, message: "boom" },
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.request.model": "unknown-model",
          "gen_ai.usage.input_tokens": 3,
          "gen_ai.usage.cost": 0.25,
          "gen_ai.tool.definitions": '[{"type":"function","name":"look"}]',
          "http.status_code": 500,
          [svc.EXPERIMENT_ID]: "e-1",
          [svc.EXPERIMENT_NAME]: "run",
          [svc.EXPERIMENT_ITEM_ID]: "i",
          [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: "2".repeat(16),
          [svc.EXPERIMENT_ITEM_VERSION]: "2026-10-01T00:00:00.000Z",
        },
      },
    ],
  });
}

describe("svc-server export and import", () => {
  test("import reads what export wrote, unchanged", async () => {
    const data = join(directory, "first");
    const first = await startServer({ port: 0, dataDirectory: data });
    await fill(first);
    const before = await everything(first);
    // The service keeps running: the command reads beside it.
    const exported = await runCommand(["export", "--data", data]);
    expect([exported.code, exported.stderr]).toEqual([0, "svc-server: wrote 3 observations of project svc-local\n"]);
    await first.close();

    const copy = join(directory, "second");
    const imported = await runCommand(["import", "--data", copy], exported.stdout);
    expect(imported).toMatchObject({ code: 0, stderr: "svc-server: stored 1 lines in project svc-local\n" });
    const second = await startServer({ port: 0, dataDirectory: copy });
    expect(await everything(second)).toEqual(before);
    const items = await get(second, "/api/public/experiment-items?fromStartTime=2020-01-01T00:00:00Z");
    expect(await items.json()).toMatchObject({
      data: [{ experimentId: "e-1", experimentItemVersion: "2026-10-01T00:00:00.000Z" }],
    });
    await second.close();
    expect((await runCommand(["export", "--data", copy])).stdout).toBe(exported.stdout);
  });

  test("each line of an export is a valid HTTP request body", async () => {
    const data = join(directory, "first");
    const first = await startServer({ port: 0, dataDirectory: data });
    await fill(first);
    const before = await everything(first);
    const { stdout } = await runCommand(["export", "--data", data]);
    await first.close();
    const second = await startServer({ port: 0, memory: true });
    for (const line of stdout.trim().split("\n")) expect((await postJson(second, line)).status).toBe(200);
    expect(await everything(second)).toEqual(before);
    await second.close();
  });

  test("an invalid line ends the import with its number, and the lines before it are stored", async () => {
    const span = { traceId: TRACE_ID, spanId: SPAN_ID, name: "kept" };
    const good = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const file = join(directory, "lines.jsonl");
    await writeFile(file, `${good}\n\n{"resourceSpans":[{"scopeSpans":[{"spans":[{}]}]}]}\n`);
    const { code, stderr } = await runCommand(["import", "--data", directory, file]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/lines\.jsonl, line 3: 1 span is refused: the traceId is not 32 hexadecimal digits/),
    ]);
    const server = await startServer({ port: 0, dataDirectory: directory });
    expect((await observations(server)).data.map(({ name }) => name)).toEqual(["kept"]);
    await server.close();
  });

  test("reports a missing file", async () => {
    const { code, stderr } = await runCommand(["import", "--data", directory, join(directory, "none.jsonl")]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("none.jsonl")]);
  });
});

const DAY = 24 * 60 * 60 * 1_000;

describe("limits", () => {
  async function storeDays(server: RunningServer, days: number[]): Promise<void> {
    const spans = days.map((day, index) => {
      const start = Date.now() - day * DAY;
      return { spanId: (index + 1).toString(16).padStart(16, "0"), name: `${day} days ago`, start, end: start };
    });
    await send(server, { spans });
  }

  test("svc-server prune deletes old data and prints how much", async () => {
    const server = await startServer({ port: 0, dataDirectory: directory, keepDays: 0 });
    await storeDays(server, [1, 20, 40, 50]);
    const { code, stdout } = await runCommand(["prune", "--data", directory]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^removed 2 observations that were too old \(--keep-days 30\)\n\d+ bytes of data are left\n$/,
      ),
    ]);
    expect((await observations(server)).data.map(({ name }) => name)).toEqual(["1 days ago", "20 days ago"]);
    expect((await runCommand(["prune", "--data", directory, "--keep-days", "7"])).stdout).toMatch(/^removed 1 /);
    expect((await runCommand(["prune", "--data", directory])).stdout).toMatch(/^no data is over the limits\n/);
    await server.close();
  });

  test("a service deletes data older than 30 days when it starts, and logs it", async () => {
    const first = await startServer({ port: 0, dataDirectory: directory, keepDays: 0 });
    await storeDays(first, [29, 31]);
    await first.close();
    let said: (line: string) => void = () => undefined;
    const line = new Promise<string>((resolve) => (said = resolve));
    const second = await startServer({ port: 0, dataDirectory: directory, log: (text) => said(text) });
    expect(await line).toBe("removed 1 observations that were too old (--keep-days 30)");
    expect((await observations(second)).data.map(({ name }) => name)).toEqual(["29 days ago"]);
    await second.close();
  });

  test("deletes the oldest data above the size limit, and shrinks the file", async () => {
    const server = await startServer({ port: 0, dataDirectory: directory });
    for (let batch = 0; batch < 6; batch += 1) {
      const spans = Array.from({ length: 1_000 }, (_, i) => ({
        spanId: (batch * 1_000 + i + 1).toString(16).padStart(16, "0"),
        name: `batch ${batch}`,
        attributes: { [svc.OBSERVATION_INPUT]: `${i} ${"text ".repeat(200)}` },
      }));
      await send(server, { spans });
    }
    await server.close();
    const file = join(directory, "observations.sqlite");
    const before = (await stat(file)).size;
    const { stdout } = await runCommand(["prune", "--data", directory, "--max-size", "5MB"]);
    expect(stdout).toMatch(/^removed the \d+ oldest observations to stay below 5MB \(--max-size 5MB\)\n/);
    expect((await stat(file)).size).toBeLessThan(Math.min(before, 5 * 1024 * 1024));
    const again = await startServer({ port: 0, dataDirectory: directory });
    const { data } = await observations(again, { limit: "1000" });
    const left = new Set(data.map(({ name }) => name));
    expect([left.has("batch 5"), left.has("batch 0")]).toEqual([true, false]);
    const filter = JSON.stringify([{ type: "string", column: "input", operator: "matches", value: "999 text" }]);
    const found = new Set((await observations(again, { filter })).data.map(({ name }) => name));
    expect([found.has("batch 5"), found.has("batch 0")]).toEqual([true, false]);
    await again.close();
  });
});

describe("svc-server keys", () => {
  async function makeKeys(...parameters: string[]): Promise<[publicKey: string, secretKey: string]> {
    const { code, stdout, stderr } = await runCommand(["keys", "--data", directory, ...parameters]);
    const note =
      "svc-server: the local project now needs a key pair on this machine, too, unless its service is started with ";
    expect([code, stderr]).toEqual([0, `${note}--open-to-this-machine\n`]);
    const [, publicKey = "", secretKey = ""] =
      /^SVC_PUBLIC_KEY=(pk-svc-\S{36})\nSVC_SECRET_KEY=(sk-svc-\S{48})\n$/.exec(stdout) ?? [];
    return [publicKey, secretKey];
  }

  test("create a separate project", async () => {
    const server = await startServer({ port: 0, dataDirectory: directory, openToThisMachine: true });
    const keys = await makeKeys("--project", "Shop");
    const authorization = basicAuthorization(...keys);
    await send(server, { spans: [{ name: "local" }] });

    const projects = await get(server, "/api/public/projects", { authorization });
    expect(await projects.json()).toMatchObject({ data: [{ name: "Shop", metadata: {} }] });
    const list = await get(server, "/api/public/v2/observations", { authorization });
    expect(await list.json()).toEqual({ data: [], meta: {} });
    await server.close();

    const again = await makeKeys("--project", "Shop");
    const reopened = await startServer({ port: 0, dataDirectory: directory });
    const ids = [keys, again].map(async (pair) => {
      const answer = await get(reopened, "/api/public/projects", { authorization: basicAuthorization(...pair) });
      return ((await answer.json()) as { data: Array<{ id: string }> }).data[0]?.id;
    });
    const [first, second] = await Promise.all(ids);
    expect([first, first === second]).toEqual([expect.any(String), true]);
    await reopened.close();
  });

  test("are stored without the secret key", async () => {
    const [publicKey, secretKey] = await makeKeys();
    const { stdout } = await runCommand(["keys", "--data", directory]);
    expect(stdout).not.toContain(secretKey);
    const files = await Promise.all(
      (await readdir(directory)).map(async (file) => readFile(join(directory, file), "latin1")),
    );
    expect(files.join("")).toContain(publicKey);
    expect(files.join("")).not.toContain(secretKey);
  });

  test("of the organization give no access to a project", async () => {
    const server = await startServer({ port: 0, dataDirectory: directory });
    const authorization = basicAuthorization(...(await makeKeys("--organization")));
    const answer = await get(server, "/api/public/projects", { authorization });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { message: "Project ID not found for API token. Are you using an organization key?" },
    ]);
    await server.close();
  });
});
