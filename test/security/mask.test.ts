// Texts that a mask removes reach no place: not the first request or a repeated one, not the halves of one that was too large, not uploads of media,
// not files of the spool, and not the log at its lowest level. The test fails when a span is logged, written or queued before its mask, and when
// the media in a text is uploaded before it.
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runProgram, sendingTo } from "../support/application/run-application.ts";
import { startWholeService, type WholeService } from "../support/http/whole-service.ts";

const SECRET = `planted-${randomBytes(12).toString("hex")}`;
/** Part of the media in base64 that every repetition of the secret has, wherever it begins. */
const IN_BASE64 = [0, 1, 2].map((offset) =>
  Buffer.from(SECRET)
    .subarray(offset, offset + 24)
    .toString("base64"),
);

let service: WholeService;
let bodies: Buffer[];
let folder: string;

beforeEach(async () => {
  [service, folder] = await Promise.all([startWholeService(), mkdtemp(join(tmpdir(), "svc-mask-"))]);
  bodies = [];
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Answers of the service to its first requests. Afterwards it accepts. */
type Answers = ReadonlyArray<(response: ServerResponse) => void>;

const refusing =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end();

const ANSWERS: Readonly<Record<string, Answers>> = {
  "a service that accepts": [],
  "a service that asks for a retry": [refusing(503, { "retry-after": "0" }), refusing(429, { "retry-after": "0" })],
  "a service that finds a request too large": [refusing(413), refusing(413)],
  "a service that breaks a connection": [(response) => response.destroy()],
  "a service that refuses": [refusing(400)],
};

/** Returns the names of the files with spans in the spool; others are locks. */
async function spoolFiles(): Promise<string[]> {
  const names = await readdir(join(folder, "spool")).catch(() => []);
  return names.filter((name) => name.endsWith(".spans1"));
}

async function leaks(answers: Answers, ending: string, env: Record<string, string> = {}): Promise<string[]> {
  const left = [...answers];
  service.intercept = (_request, response, body) => {
    bodies.push(body);
    const answer = left.shift();
    answer?.(response);
    return answer !== undefined;
  };
  const { stdout, stderr, exitCode } = await runProgram({
    cwd: import.meta.dirname,
    args: [join(import.meta.dirname, "masking-child.ts"), ending],
    env: { ...sendingTo(service.url), SVC_LOG_LEVEL: "DEBUG", PLANTED: SECRET, ...env },
  });
  expect(exitCode).toBe(ending === "exit" ? 3 : 0);
  const spooled = await spoolFiles();
  const places: Record<string, string | Buffer> = { stdout, stderr };
  for (const [place, body] of bodies.entries()) places[`request ${place}`] = body;
  for (const name of spooled) places[`file ${name}`] = await readFile(join(folder, "spool", name));
  // The log shows spans at this level, so that there is something to find.
  expect(stderr).toContain("hidden");
  return Object.entries(places)
    .filter(([, content]) => [SECRET, ...IN_BASE64].some((text) => content.includes(text)))
    .map(([place]) => place);
}

const ENDINGS = Object.keys(ANSWERS).flatMap((what) => ["shutdown", "worker"].map((ending) => [what, ending] as const));

it.each(ENDINGS)("%s, at the end by %s: nothing that the mask removed leaves", async (what, ending) => {
  const answers = ANSWERS[what]!;
  expect(await leaks(answers, ending)).toEqual([]);
  expect(bodies.length).toBeGreaterThanOrEqual(Math.max(1, answers.length));
});

it.each(["shutdown", "exit"])("the spool keeps nothing that the mask removed, at the end by %s", async (ending) => {
  const down = Array.from({ length: 1_000 }, () => refusing(503, { "retry-after": "0" }));
  const env = { SVC_SPOOL_DIR: join(folder, "spool"), SVC_SHUTDOWN_TIMEOUT: "0.5" };
  expect(await leaks(down, ending, env)).toEqual([]);
  expect((await spoolFiles()).length).toBeGreaterThan(0);
});
