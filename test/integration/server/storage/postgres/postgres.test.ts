// Documents in PostgreSQL: what a person who sets it up sees, what observations in SQLite are joined with, and what happens when
// the database does not answer.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningServer } from "@svc/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { installed } from "../../../../support/application/installation.ts";
import { freePort } from "../../../../support/http/free-port.ts";
import { type Call, callsOf } from "../../../../support/server/api-calls.ts";
import { makeKeys } from "../../../../support/server/api-keys.ts";
import { observations, send } from "../../../../support/server/otlp-calls.ts";
import { promptCallsOf } from "../../../../support/server/prompt-calls.ts";
import { type ServerCommand, addressIn, startCommand } from "../../../../support/server/server-command.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../../../../support/storage/postgres-server.ts";

/** Time for the start, in milliseconds. The first one installs `pg`. */
const START_TIMEOUT_MS = 120_000;

const directory = mkdtempSync(join(tmpdir(), "svc-documents-"));
afterAll(() => rmSync(directory, { recursive: true }));

const refused = async (url: string, cwd: string): Promise<string> => {
  const { finished } = startCommand(["--port", "0", "--memory"], { SVC_DOCUMENTS_URL: url }, cwd);
  const { code, stdout, stderr } = await finished;
  expect([code, stdout]).toEqual([1, ""]);
  return stderr;
};

test("without the package pg, the start fails and names the command that installs it", async () => {
  expect(await refused("postgres://user@localhost/name", directory)).toContain("npm install pg\n");
});

describe("a service with PostgreSQL", () => {
  let missing = "";
  let cwd: string;
  let postgres: PostgresServer;
  let env: { SVC_DOCUMENTS_URL: string };

  beforeAll(async () => {
    const found = await postgresPrograms();
    if ("missing" in found) {
      ({ missing } = found);
      console.warn(`skipped: ${missing}`);
      return;
    }
    [cwd, postgres] = await Promise.all([installed("postgres"), startPostgres(found.programs)]);
    env = { SVC_DOCUMENTS_URL: postgres.url };
  }, START_TIMEOUT_MS);
  beforeEach(({ skip }) => skip(missing !== "", missing));
  afterAll(async () => postgres?.close());

  /** Service in a process of its own, with its own directory. */
  interface Process {
    url: string;
    call: Call;
    data: string;
    command: ServerCommand;
    /** Address for helpers that only need one. */
    server: RunningServer;
    stop(): Promise<string>;
  }

  const start = async (
    data: string,
    environment: NodeJS.ProcessEnv = env,
    parameters: readonly string[] = ["--open-to-this-machine"],
  ): Promise<Process> => {
    const command = startCommand(["--port", "0", "--data", join(directory, data), ...parameters], environment, cwd);
    const url = addressIn(await command.ready);
    return {
      url,
      call: callsOf(() => ({ url })),
      data: join(directory, data),
      command,
      server: { url } as RunningServer,
      async stop() {
        command.child.kill();
        const { stdout, stderr } = await command.finished;
        return stdout + stderr;
      },
    };
  };

  describe("does not start, and shows no password,", () => {
    test.each([
      ["at an address of something else", async () => "mysql://user:hidden@localhost/name", "cannot be read"],
      ["at an address that cannot be read", async () => "postgres://user:hidden@host:port/name", "cannot be read"],
      [
        "without a server",
        async () => `postgres://user:hidden@127.0.0.1:${await freePort()}/name`,
        "See that the server runs and can be reached",
      ],
      [
        "with a wrong password",
        async () => `postgres://svc:hidden@127.0.0.1:${postgres.port}/postgres`,
        "Correct the user and the password",
      ],
      ["without the database", async () => postgres.url.replace(/postgres$/, "nowhere"), "Create the database"],
    ])("%s", async (_what, address, advice) => {
      const said = await refused(await address(), cwd);
      expect(said).toContain("SVC_DOCUMENTS_URL");
      expect(said).toContain(advice);
      for (const password of ["hidden", postgres.password]) expect(said).not.toContain(password);
    });
  });

  test("starts several times at once on an empty database, which gets its tables once", async () => {
    const processes = await Promise.all(["a", "b", "c"].map(async (data) => start(data)));
    expect(postgres.query("SELECT count(*), max(version) FROM svc.schema_version")).toMatch(/^1\|[1-9]/);
    expect(postgres.query("SELECT id FROM svc.projects")).toBe("svc-local");
    await Promise.all(processes.map(async ({ stop }) => stop()));
  });

  test("refuses tables that a newer version has changed, and leaves them as they are", async () => {
    const version = postgres.query("UPDATE svc.schema_version SET version = version + 1 RETURNING version");
    const said = await refused(env.SVC_DOCUMENTS_URL, cwd);
    expect(said).toContain("a newer version of this service changed the tables");
    expect(postgres.query("SELECT version FROM svc.schema_version")).toBe(version);
    postgres.query("UPDATE svc.schema_version SET version = version - 1");
  });

  describe("that runs", () => {
    let service: Process;
    const call: Call = async (...request) => service.call(...request);
    const prompts = promptCallsOf(call);

    beforeAll(async () => {
      if (missing === "") service = await start("running");
    });
    afterAll(async () => service?.stop());

    test("keeps documents in PostgreSQL, and no secret key", async () => {
      await prompts.create("stored", "text", { labels: ["production"] });
      expect(postgres.query("SELECT prompt FROM svc.prompt_versions WHERE name = 'stored'")).toBe('"text"');
      const keys = await makeKeys(service.data, ["--project", "keyed"], { cwd, env });
      expect((await call("GET", "/projects", undefined, keys)).body.data).toMatchObject([{ name: "keyed" }]);
      const secret =
        Buffer.from(keys.split(" ")[1] ?? "", "base64")
          .toString()
          .split(":")[1] ?? "";
      expect(postgres.query("SELECT count(*) FROM svc.api_keys WHERE \"secretHash\" <> ''")).toBe("1");
      expect(postgres.query("SELECT * FROM svc.api_keys")).not.toContain(secret);
    });

    test("lists in the order of bytes, not in that of the database", async () => {
      for (const name of ["order/b", "order/ä", "order/B", "order/a"]) await prompts.create(name);
      const { body } = await call("GET", "/v2/prompts?limit=100");
      const names = body.data.map((row) => String(row["name"])).filter((name) => name.startsWith("order/"));
      expect(names).toEqual(["order/B", "order/a", "order/b", "order/ä"]);
      expect((await prompts.read("ORDER/a")).status).toBe(404);
    });

    test("takes texts that PostgreSQL cannot hold as U+FFFD, and a label twice", async () => {
      await prompts.create("odd", "a\0b", { labels: ["l", "l"], commitMessage: "c\uD800d" });
      const { body } = await prompts.read("odd", "?version=1");
      expect([body["prompt"], body["commitMessage"], body["labels"]]).toEqual(["a\0b", "c\uFFFDd", ["l", "latest"]]);
      const found = await call("GET", `/v2/prompts?tag=${encodeURIComponent("x\0y")}`);
      expect(found.body.data).toEqual([]);
    });

    test("refuses a name that is too long for an index, and says so", async () => {
      const { status, body } = await call("POST", "/v2/datasets", { name: randomBytes(6_000).toString("hex") });
      expect([status, body.message]).toEqual([400, expect.stringContaining("too long")]);
    });

    test("gives spans the prices of its models at once, and the ids of prompts", async () => {
      const model = { modelName: "own", matchPattern: "^own$", unit: "TOKENS", inputPrice: 2, outputPrice: 3 };
      const { body } = await call("POST", "/models", model);
      const { body: prompt } = await prompts.create("used", "text", { labels: ["production"] });
      const attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "own",
        "gen_ai.usage.input_tokens": 5,
        "svc.observation.prompt.name": "used",
        "svc.observation.prompt.version": 1,
      };
      await send(service.server, { spans: [{ traceId: "1".repeat(32), attributes }] });
      const { data } = await observations(service.server, {
        traceId: "1".repeat(32),
        fields: "core,model,usage,prompt",
      });
      expect(data).toMatchObject([{ internalModelId: body.id, totalCost: 10, promptId: prompt.id }]);
    });

    test("finds observations by their comments, and removes these and media with the trace", async () => {
      const [traceId, spanId] = ["2".repeat(32), "2".repeat(16)];
      await send(service.server, { spans: [{ traceId, spanId }] });
      const comment = {
        projectId: "svc-local",
        objectType: "OBSERVATION",
        objectId: spanId,
        content: "worth a look",
      };
      expect((await call("POST", "/comments", comment)).status).toBe(200);
      const filter = JSON.stringify([
        { type: "string", column: "commentContent", operator: "contains", value: "worth" },
      ]);
      const found = async (): Promise<unknown[]> =>
        (await observations(service.server, { filter })).data.map(({ id }) => id);
      expect(await found()).toEqual([spanId]);
      const sha256Hash = createHash("sha256").update("x").digest("base64");
      const content = { contentType: "text/plain", contentLength: 1, sha256Hash, traceId, field: "input" };
      await call("POST", "/media", content);
      expect(postgres.query("SELECT count(*) FROM svc.media")).toBe("1");
      await call("DELETE", `/traces/${traceId}`);
      expect(await found()).toEqual([]);
      const left =
        "SELECT (SELECT count(*) FROM svc.comments), (SELECT count(*) FROM svc.media), (SELECT count(*) FROM svc.media_places)";
      expect(postgres.query(left)).toBe("0|0|0");
    });

    test("makes, changes and deletes projects", async () => {
      const organization = await makeKeys(service.data, ["--organization"], { cwd, env });
      const { body } = await call("POST", "/projects", { name: "short", retention: 3 }, organization);
      expect(body["retentionDays"]).toBe(3);
      const copied = postgres.query(`SELECT "retentionDays" FROM svc.projects WHERE id = '${body.id}'`);
      expect(copied).toBe("3");
      expect((await call("DELETE", `/projects/${body.id}`, undefined, organization)).status).toBe(202);
      expect(postgres.query(`SELECT count(*) FROM svc.projects WHERE id = '${body.id}'`)).toBe("0");
    });

    test("answers 503 while the database is away, stores spans with the local keys, and goes on by itself", async () => {
      await postgres.kill();
      expect((await prompts.read("stored")).status).toBe(503);
      expect((await prompts.create("stored")).status).toBe(503);
      await send(service.server, { spans: [{ traceId: "3".repeat(32) }] });
      await postgres.restart();
      expect((await prompts.read("stored")).status).toBe(200);
      expect((await prompts.create("stored", "again")).status).toBe(201);
    });
  });

  test("observations over the retention are removed with their media", async () => {
    const first = await start("retained");
    const [traceId, old] = ["4".repeat(32), Date.now() - 40 * 24 * 3_600_000];
    await send(first.server, { spans: [{ traceId, start: old, end: old }] });
    const sha256Hash = createHash("sha256").update("old").digest("base64");
    const content = { contentType: "text/plain", contentLength: 3, sha256Hash, traceId, field: "input" };
    await first.call("POST", "/media", content);
    const media = `SELECT count(*) FROM svc.media WHERE "sha256Hash" = '${sha256Hash}'`;
    expect(postgres.query(media)).toBe("1");
    await first.stop();
    const second = await start("retained");
    await vi.waitFor(() => expect(postgres.query(media)).toBe("0"), { timeout: 20_000 });
    expect((await observations(second.server, { traceId })).data).toEqual([]);
    await second.stop();
  });

  test("a database of an earlier release gets the media counted that its texts refer to", async () => {
    const first = await start("counted");
    const traceId = "5".repeat(32);
    await send(first.server, { spans: [{ traceId }] });
    const sha256Hash = createHash("sha256").update("held").digest("base64");
    const content = { contentType: "text/plain", contentLength: 4, sha256Hash, traceId, field: "input" };
    const { body } = await first.call("POST", "/media", content);
    const reference = `@@@svcMedia:type=text/plain|id=${String(body["mediaId"])}|source=bytes@@@`;
    await first.call("POST", "/v2/prompts", { name: "counted", prompt: `Like ${reference}` });
    await first.stop();
    postgres.query(`DROP FUNCTION svc.hold_media CASCADE;
      DROP VIEW svc.media_in_dataset_items, svc.media_in_datasets, svc.media_in_prompt_versions, svc.media_in_comments,
        svc.media_in_documents;
      DROP TABLE svc.media_holders;
      DROP FUNCTION svc.number_prompt_version, svc.close_local_project CASCADE;
      DROP TABLE svc.prompt_numbers;
      UPDATE svc.schema_version SET version = 1`);
    const second = await start("counted");
    expect((await second.call("DELETE", `/traces/${traceId}`)).status).toBe(200);
    expect(postgres.query(`SELECT count(*) FROM svc.media WHERE "sha256Hash" = '${sha256Hash}'`)).toBe("1");
    await second.stop();
  });

  test("a key pair closes the local project for ever, also in a database of an earlier release", async () => {
    const status = async (service: Process): Promise<number> => (await service.call("GET", "/projects")).status;
    const closed = async (): Promise<Process> => start("closed", env, []);
    const noKeys = "DELETE FROM svc.api_keys; DELETE FROM svc.documents WHERE kind IN ('closing', 'user')";
    postgres.query(noKeys);
    const open = await closed();
    expect(await status(open)).toBe(200);
    await makeKeys(open.data, ["--project", "closing"], { cwd, env });
    expect(await status(open)).toBe(403);
    await open.stop();

    postgres.query("DELETE FROM svc.api_keys");
    const again = await closed();
    expect(await status(again)).toBe(403);
    await makeKeys(again.data, ["--organization"], { cwd, env });
    await again.stop();

    postgres.query(`DELETE FROM svc.documents WHERE kind = 'closing';
      DROP FUNCTION svc.close_local_project CASCADE;
      UPDATE svc.schema_version SET version = 5`);
    const migrated = await closed();
    expect(await status(migrated)).toBe(403);
    await migrated.stop();
  });

  test("two processes number the versions of a prompt without gaps, and see what the other changes", async () => {
    const [one, two] = await Promise.all([start("one"), start("two")]);
    const both = [one, two].map(({ call }) => promptCallsOf(call));
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => both[index % 2]?.create("shared", `text ${index}`)),
    );
    const { body } = await one.call("GET", "/v2/prompts?name=shared");
    expect(body.data[0]?.["versions"]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await both[1]?.labelsOf("shared")).toContain("20: latest");

    const { body: model } = await one.call("POST", "/models", {
      modelName: "followed",
      matchPattern: "^followed$",
      unit: "TOKENS",
      inputPrice: 1,
    });
    await vi.waitFor(async () => {
      const response = await fetch(`${two.url}/project/svc-local/api/local/models/match?name=followed`);
      expect(await response.json()).toEqual({ modelId: model.id });
    });
    await Promise.all([one.stop(), two.stop()]);
  });

  test("leaves the documents in the SQLite file as they are", async () => {
    const before = await start("moved", {});
    await promptCallsOf(before.call).create("of the file", "text", { labels: ["production"] });
    await before.call("POST", "/models", { modelName: "m", matchPattern: "m", unit: "TOKENS", inputPrice: 1 });
    await before.stop();
    const elsewhere = await start("moved");
    expect((await promptCallsOf(elsewhere.call).read("of the file")).status).toBe(404);
    await elsewhere.stop();
    const after = await start("moved", {});
    expect((await promptCallsOf(after.call).read("of the file")).status).toBe(200);
    expect((await after.call("GET", "/models?limit=1")).body.data).toMatchObject([{ modelName: "m" }]);
    await after.stop();
  });
});
