// Above the limit of the size, data of the project with the most bytes goes first: no project removes what another has stored.
import { createHash, randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { startServer } from "@svc/server";
import { expect, test } from "vitest";
import { databaseFileOf } from "../../../../src/server/storage/data-directory.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { projectKeys } from "../../../support/server/api-keys.ts";
import { AUTHORIZATION, post, protobufExport } from "../../../support/server/otlp-calls.ts";
import { runCommand } from "../../../support/server/server-command.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

const MB = 1024 * 1024;
const TRACE = "a".repeat(32);
const NO_TRACE = "b".repeat(32);

/** Sender of one project. */
class Sender {
  readonly #server: { readonly url: string };
  readonly #authorization: string;

  constructor(server: { readonly url: string }, authorization: string) {
    this.#server = server;
    this.#authorization = authorization;
  }

  /** Stores spans of a trace, of about a kilobyte each. */
  async spans(count: number, traceId: string = TRACE): Promise<void> {
    const attributes = { [svc.OBSERVATION_INPUT]: "some text ".repeat(100) };
    const spans = Array.from({ length: count }, () => ({
      traceId,
      spanId: randomBytes(8).toString("hex"),
      attributes,
    }));
    const sent = await post(this.#server, protobufExport({ spans }), { authorization: this.#authorization });
    if (sent.status !== 200) throw new Error(`the spans were answered with ${sent.status}`);
  }

  /** Uploads media of a trace. */
  async media(bytes: number, traceId: string): Promise<void> {
    const content = randomBytes(bytes);
    const sha256Hash = createHash("sha256").update(content).digest("base64");
    const announced = { contentType: "image/png", contentLength: bytes, sha256Hash, traceId, field: "input" };
    const { body } = await callsOf(() => this.#server, this.#authorization)("POST", "/media", announced);
    const put = { method: "PUT", headers: { "content-type": "image/png" }, body: content };
    const { status } = await fetch(String(body["uploadUrl"]), put);
    if (status !== 200) throw new Error(`the media were answered with ${status}`);
  }
}

const SMALL = { observations: 70, media: 1 };

test.each([
  {
    what: "spans",
    send: async (large: Sender) => {
      for (let n = 0; n < 8; n += 1) await large.spans(1_000);
    },
    left: { observations: expect.toSatisfy((count: number) => count > 1_000 && count < 5_000), media: 0 },
  },
  {
    what: "media of a trace that never arrived",
    send: async (large: Sender) => {
      await large.media(6 * MB, NO_TRACE);
      await large.spans(1_000);
    },
    left: { observations: 1_000, media: 0 },
  },
  {
    what: "media of its first trace",
    send: async (large: Sender) => {
      await large.spans(1, NO_TRACE);
      await large.media(6 * MB, NO_TRACE);
      await large.spans(1_000);
    },
    left: { observations: 1_000, media: 0 },
  },
  {
    what: "spans, and media of a trace that never arrived",
    send: async (large: Sender) => {
      await large.media(MB, NO_TRACE);
      for (let n = 0; n < 8; n += 1) await large.spans(1_000);
    },
    left: { observations: expect.toSatisfy((count: number) => count > 100 && count < 3_000), media: 1 },
  },
])("a project that overflows with $what loses only its own data", async ({ send, left }) => {
  const directory = folderOfTest("overflow");
  const options = { port: 0, dataDirectory: directory, keepDays: 0, maxBytes: 0, openToThisMachine: true };
  const server = await startServer(options);
  const small = new Sender(server, AUTHORIZATION);
  await small.spans(SMALL.observations);
  await small.media(10_000, TRACE);
  await send(new Sender(server, await projectKeys(directory, "large")));
  await server.close();
  await runCommand(["prune", "--data", directory, "--keep-days", "0", "--max-size", "5MB"]);
  const database = new DatabaseSync(databaseFileOf(directory), { readOnly: true });
  const counts = database.prepare(`SELECT iif(id = 'svc-local', 'small', 'large') AS project,
    (SELECT count(*) FROM observations WHERE projectId = projects.id) AS observations,
    (SELECT count(*) FROM media WHERE projectId = projects.id) AS media FROM projects ORDER BY project`);
  const found = counts.all();
  database.close();
  expect(found).toEqual([
    { project: "large", ...left },
    { project: "small", ...SMALL },
  ]);
});
