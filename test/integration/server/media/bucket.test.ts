// Media in a bucket: what a person who sets it up sees, and what happens when the bucket does not answer.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { objectKey, parseS3Place } from "../../../../src/server/storage/media/s3/s3-place.ts";
import { installed } from "../../../support/application/installation.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { makeKeys } from "../../../support/server/api-keys.ts";
import { AUTHORIZATION, get, send } from "../../../support/server/otlp-calls.ts";
import { type ServerCommand, addressIn, startCommand } from "../../../support/server/server-command.ts";
import { type S3Server, s3Program, startS3Server } from "../../../support/storage/s3-server.ts";

/** Time for the start, in milliseconds. The first one builds the S3-compatible server. */
const START_TIMEOUT_MS = 600_000;

const directory = mkdtempSync(join(tmpdir(), "svc-bucket-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("the address of a bucket", () => {
  test.each([
    ["s3://bucket", { bucket: "bucket", prefix: "" }],
    ["s3://bucket/", { bucket: "bucket", prefix: "" }],
    ["s3://my.own-bucket/svc/media/", { bucket: "my.own-bucket", prefix: "svc/media/" }],
    ["s3://bucket/with%20blank", { bucket: "bucket", prefix: "with blank/" }],
  ])("%s is read", (text, place) => {
    expect(parseS3Place(text, "SVC_MEDIA_URL")).toEqual(place);
  });

  test.each([
    ["bucket", "an address such as s3://bucket or s3://bucket/prefix is expected"],
    ["https://bucket.example.com/x", "https:// is no storage that this service knows"],
    ["s3://", "cannot be the name of a bucket"],
    ["s3://Bucket_1", '"Bucket_1" cannot be the name of a bucket'],
    ["s3://bucket:9000/x", "without port, query and fragment"],
    ["s3://bucket/x?region=eu", "without port, query and fragment"],
    ["s3://bucket/%zz", "an address such as s3://bucket"],
  ])("%s is refused", (text, problem) => {
    expect(() => parseS3Place(text, "SVC_MEDIA_URL")).toThrow(problem);
  });

  test("with credentials is refused, and the message does not repeat them", () => {
    const read = (): unknown => parseS3Place("s3://user:hidden@bucket", "SVC_MEDIA_URL");
    expect(read).toThrow("remove the credentials");
    expect(read).not.toThrow("hidden");
  });

  test("keeps the contents of projects apart", () => {
    const place = parseS3Place("s3://bucket/svc", "SVC_MEDIA_URL");
    expect(objectKey(place, { projectId: "../one/two", id: "media" })).toBe("svc/..%2Fone%2Ftwo/media");
  });
});

test("without AWS's SDK, the start fails and names the command that installs it", async () => {
  const { finished } = startCommand(["--port", "0", "--memory"], { SVC_MEDIA_URL: "s3://bucket" }, directory);
  const { code, stdout, stderr } = await finished;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner");
});

describe("a service with a bucket", () => {
  let missing = "";
  let program: string;
  let cwd: string;
  let bucket: S3Server;
  let service: ServerCommand;
  let url: string;

  const start = (env: NodeJS.ProcessEnv, parameters = ["--data", join(directory, "data")]): ServerCommand =>
    startCommand(["--port", "0", "--open-to-this-machine", ...parameters], { ...bucket.env, ...env }, cwd);

  beforeAll(async () => {
    const built = await s3Program();
    if ("missing" in built) {
      ({ missing } = built);
      console.warn(`skipped: ${missing}`);
      return;
    }
    ({ program } = built);
    [cwd, bucket] = await Promise.all([installed("s3"), startS3Server(program)]);
    service = start({});
    url = addressIn(await service.ready);
  }, START_TIMEOUT_MS);
  beforeEach(({ skip }) => skip(missing !== "", missing));
  afterAll(async () => {
    service?.child.kill();
    await service?.finished;
    await bucket?.close();
  });

  const call = callsOf(() => ({ url }));
  const idOf = (bytes: Buffer): string => hashOf(bytes).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
  const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64");

  /** Uploads a content, as a client does, up to its confirmation. Returns its id. */
  async function upload(bytes: Buffer, traceId: string, authorization?: string): Promise<string> {
    const announced = { contentType: "image/png", contentLength: bytes.length, sha256Hash: hashOf(bytes) };
    const { body } = await call("POST", "/media", { ...announced, traceId, field: "input" }, authorization);
    const headers = { "content-type": "image/png", "x-amz-checksum-sha256": hashOf(bytes) };
    const { status } = await fetch(String(body["uploadUrl"]), { method: "PUT", headers, body: new Uint8Array(bytes) });
    expect(status).toBe(200);
    return idOf(bytes);
  }

  const confirm = async (id: string, authorization?: string): Promise<number> => {
    const upload = { uploadedAt: "2026-01-02T03:04:05.000Z", uploadHttpStatus: 200 };
    return (await call("PATCH", `/media/${id}`, upload, authorization)).status;
  };

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ["a bucket that does not exist", { SVC_MEDIA_URL: "s3://nothing-here" }, "there is no bucket nothing-here"],
    ["no region", { AWS_REGION: "", AWS_CONFIG_FILE: "/nothing" }, "Set AWS_REGION"],
    [
      "no credentials",
      {
        AWS_ACCESS_KEY_ID: "",
        AWS_CONFIG_FILE: "/nothing",
        AWS_SHARED_CREDENTIALS_FILE: "/nothing",
        AWS_EC2_METADATA_DISABLED: "true",
      },
      "AWS_ACCESS_KEY_ID",
    ],
  ])("does not start with %s, and says what to do", async (_what, env, said) => {
    const { code, stderr } = await start(env, ["--memory"]).finished;
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr).not.toContain("secret-of-tests");
  });

  test("starts with wrong credentials, and says that the bucket could not be checked", async () => {
    const other = start({ AWS_SECRET_ACCESS_KEY: "another-secret" }, ["--memory"]);
    const lines = await other.ready;
    other.child.kill();
    await other.finished;
    expect(lines.join("\n")).toContain("the bucket media-of-tests for media could not be checked");
    expect(lines.join("\n")).not.toContain("another-secret");
  });

  test("keeps nothing of a content on its own disk, and lets its page load the bucket's", async () => {
    const id = await upload(randomBytes(100), "trace");
    expect(await confirm(id)).toBe(200);
    const { body } = await call("GET", "/projects");
    expect(bucket.has(`${body.data[0]?.id}/${id}`)).toBe(true);
    const address = new URL(String((await call("GET", `/media/${id}`)).body["url"]));
    expect(address.origin).toBe(bucket.url);
    const page = await fetch(`${url}/project/${body.data[0]?.id}/traces`, {
      headers: { authorization: AUTHORIZATION },
    });
    expect(page.headers.get("content-security-policy")).toContain(`img-src 'self' data: ${bucket.url};`);
    expect(page.headers.get("content-security-policy")).toContain("connect-src 'self';");
  });

  test("removes the contents of a project with the project, and no others", async () => {
    const keys = async (...parameters: string[]): Promise<string> => makeKeys(join(directory, "data"), parameters);
    const [organization, ofProject] = [await keys("--organization"), await keys("--project", "leaving")];
    const [stays, goes] = [randomBytes(100), randomBytes(100)];
    await confirm(await upload(stays, "trace"));
    await confirm(await upload(goes, "trace", ofProject), ofProject);
    const projects = await Promise.all([call("GET", "/projects"), call("GET", "/projects", undefined, ofProject)]);
    const [local = "", leaving = ""] = projects.map(({ body }) => body.data[0]?.id);
    expect(bucket.has(`${leaving}/${idOf(goes)}`)).toBe(true);
    expect((await call("DELETE", `/projects/${leaving}`, undefined, organization)).status).toBe(202);
    expect([bucket.has(`${leaving}/${idOf(goes)}`), bucket.has(`${local}/${idOf(stays)}`)]).toEqual([false, true]);
  });

  test("while the bucket does not answer, refuses confirmations with 503, removes traces, and takes spans", async () => {
    const server = { url } as Parameters<typeof send>[0];
    const traceId = "7".repeat(32);
    await send(server, { spans: [{ traceId }] });
    const [known, late] = [await upload(randomBytes(100), traceId), await upload(randomBytes(100), "late")];
    await confirm(known);
    await bucket.close();
    expect(await confirm(late)).toBe(503);
    expect((await call("DELETE", `/traces/${traceId}`)).status).toBe(200);
    expect((await call("GET", `/media/${known}`)).status).toBe(404);
    await send(server, { spans: [{ traceId: "8".repeat(32) }] });
    expect((await get(server, "/api/public/health")).status).toBe(200);
    service.child.kill();
    const { stdout } = await service.finished;
    expect(stdout).toContain("1 content of media could not be removed: the bucket media-of-tests of media");
    bucket = await startS3Server(program);
  });
});
