import assert from "node:assert/strict";
import { chmod, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LOCAL_KEYS } from "@svc/core/internal";
import { record } from "../../support/application/numbered-recording.ts";
import { runProgram } from "../../support/application/run-application.ts";
import type { Fault, Form, Mutation, Subject, Trial } from "../fault.ts";
import { contentOf, numbers, until, withSpool, type SpoolSetting } from "./spool-folder.ts";

const KEEPS_NOTHING: Mutation = {
  says: "spans are kept only in memory",
  find: "put(this.#open??=this.#create())",
  put: "(this.#open??=this.#create(),true)",
};

const TAKES_NOTHING: Mutation = {
  says: "no process takes over the files of one that has ended",
  find: "(()=>isOwnerAlive(folder,other)))continue",
  put: "(()=>true))continue",
};

const KILLS = { short: 4, full: 20 } as const satisfies Record<Form, number>;
const PER_KILL = 501;

/** Kills a process that records again and again, while the service is down and while it is up. */
async function kills({ form, node }: Trial, { env, answer, arrived, files }: SpoolSetting): Promise<string> {
  const processEnv = { ...env, SVC_FLUSH_INTERVAL: "0.2" };
  const unsure = new Set<number>();
  let ended = 0;
  for (let kill = 0; kill < KILLS[form]; kill++) {
    answer(kill % 2 === 0 ? 503 : 200);
    const child = record(processEnv, ended, undefined, undefined, { node });
    await child.reaches(ended + PER_KILL + Math.floor(Math.random() * 7));
    await child.kill();
    // The process may have recorded the next one, too, and not said so.
    unsure.add(child.next);
    ended = child.next + 1;
  }
  answer(200);
  const last = record(processEnv, ended, ended + 1, undefined, { node });
  await last.reaches(ended + 1);
  await until(async () => (await files()).length <= 1);
  assert.equal(await last.end(), "");
  const stored = new Set(arrived());
  const expected = numbers(0, ended + 1).filter((number) => !unsure.has(number));
  const lost = expected.filter((number) => !stored.has(number));
  assert.deepEqual(lost, []);
  return `0 of ${expected.length.toLocaleString("en-US")} lost in ${KILLS[form]} kills`;
}

/** Has a process crash with spans in the spool, and another one deliver them. */
async function crash(
  { node }: Trial,
  { env, sink, arrived }: SpoolSetting,
  how: string,
  more: Record<string, string>,
): Promise<string> {
  await record({ ...env, ...more }, 0, 50, how, { node }).ended();
  assert.deepEqual(arrived(), [], "spans arrived before the crash: the row measures nothing");
  const next = record(env, 50, 51, undefined, { node });
  await Promise.all([next.reaches(51), sink.requests(1)]);
  assert.equal(await next.end(), "");
  assert.deepEqual(arrived(), numbers(0, 51));
  return "0 of 51 lost";
}

/** Has no file of a process grow beyond some kilobytes, as a disk that is full. */
async function fullDisk({ node }: Trial, { env, answer, arrived }: SpoolSetting): Promise<string> {
  answer(503);
  const through = ["prlimit", "--fsize=20000"];
  const child = record(env, 0, 300, undefined, { node, through });
  await child.reaches(300);
  answer(200);
  const stderr = await child.end();
  assert.match(stderr, /waits? only in memory, the spool .* does not take them: EFBIG/);
  assert.deepEqual(arrived(), numbers(0, 300), stderr);
  return "0 of 300 lost, and a line names the folder and the error";
}

/** Keeps more spans than the files may have bytes. */
async function limit({ node }: Trial, { env, answer, arrived, files }: SpoolSetting): Promise<string> {
  const most = 20_000;
  answer(503);
  const child = record({ ...env, SVC_SPOOL_MAX_SIZE_BYTES: String(most) }, 0, 300, undefined, { node });
  await child.reaches(300);
  const sizes = await Promise.all((await files()).map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 0 && bytes <= most, `the files have ${bytes} bytes`);
  answer(200);
  const stderr = await child.end();
  assert.match(
    stderr,
    /waits? only in memory, the spool .*: its files have 20000 bytes; raise SVC_SPOOL_MAX_SIZE_BYTES/,
  );
  assert.deepEqual(arrived(), numbers(0, 300), stderr);
  return `0 of 300 lost; ${bytes.toLocaleString("en-US")} bytes on disk, and a line says how many wait only in memory`;
}

/** Leaves two batches behind, one of which the service refuses for good. */
async function poison({ node }: Trial, { env, answer, arrived, files, sink }: SpoolSetting): Promise<string> {
  answer(503);
  for (const first of [0, 10]) {
    const killed = record(env, first, first + 5, undefined, { node });
    await killed.reaches(first + 5);
    await killed.kill();
  }
  sink.exports.length = 0;
  sink.answer = (response, nth) => {
    const isPoison = sink.exports[nth - 1]!.spans.some(({ name }) => name === "3");
    response.writeHead(isPoison ? 400 : 200).end("bad span");
  };
  const next = record(env, 20, 21, undefined, { node });
  await next.reaches(21);
  await until(async () => (await files()).length <= 1);
  const stderr = await next.end();
  assert.match(stderr, /5 spans may not have arrived: .* refused with status 400: bad span/);
  assert.deepEqual(arrived(), [...numbers(0, 5), ...numbers(10, 15), 20]);
  assert.deepEqual(await files(), []);
  return "5 of 11 refused, which are counted and said; 6 of 6 others arrived; no file is left";
}

/** Cuts one file off, and changes a byte of another one. */
async function damage({ node }: Trial, { env, answer, arrived, files, sink }: SpoolSetting): Promise<string> {
  answer(503);
  for (const first of [0, 10]) {
    const child = record(env, first, first + 5, undefined, { node });
    await child.reaches(first + 5);
    await child.kill();
  }
  const [cut, changed] = await files();
  await truncate(cut!, (await stat(cut!)).size - 5);
  const content = await readFile(changed!);
  content[content.indexOf("question ")]! ^= 1;
  await writeFile(changed!, content);
  answer(200);
  sink.exports.length = 0;
  const next = record(env, 20, 21, undefined, { node });
  await Promise.all([next.reaches(21), sink.requests(2)]);
  const stderr = await next.end();
  const lost = 11 - arrived().length;
  assert.equal(lost, 2, `${lost} lost`);
  // The last line has the sum.
  const said = [...stderr.matchAll(/(\d+) spans? may not have arrived: their records in .* are damaged or cut off/g)];
  assert.equal(said.at(-1)?.[1], String(lost), stderr);
  return `${lost} of 11 lost, which are counted and said`;
}

/** Starts processes on the folder of one that lives, and of one that was killed. */
async function shared({ node }: Trial, { env, answer, arrived, files, sink }: SpoolSetting): Promise<string> {
  answer(503);
  const killed = record({ ...env, SVC_FLUSH_AT: "5" }, 0, 100, undefined, { node });
  const living = record(env, 1_000, 1_100, undefined, { node });
  await Promise.all([killed.reaches(100), living.reaches(1_100)]);
  await killed.kill();
  answer(200);
  sink.exports.length = 0;
  const processes = [200, 300, 400, 500].map((first) => record(env, first, first + 1, undefined, { node }));
  await Promise.all(processes.map((each, index) => each.reaches(201 + 100 * index)));
  await until(async () => (await files()).length <= 5);
  assert.equal(sink.spans.length, 100, "the spans of the killed process arrived otherwise than once");
  assert.deepEqual(await Promise.all([...processes, living].map((each) => each.end())), ["", "", "", "", ""]);
  const expected = [...numbers(0, 100), 200, 300, 400, 500, ...numbers(1_000, 1_100)];
  assert.deepEqual(arrived(), expected);
  assert.equal(sink.spans.length, expected.length, "spans arrived twice");
  return `${expected.length} of ${expected.length} arrived once`;
}

/** Looks at the modes of the folder and its files, and at what else refuses to be a spool. */
async function modes({ node }: Trial, { env, folder, files }: SpoolSetting): Promise<string> {
  // Modes are given by the spool, not by the user's mask.
  const child = record(env, 0, 5, undefined, { node, through: ["sh", "-c", 'umask 000 && exec "$@"', "sh"] });
  await child.reaches(5);
  const found = await Promise.all(
    [folder, ...(await files())].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)),
  );
  assert.deepEqual(found, ["700", "600"]);
  await child.end();
  await chmod(folder, 0o755);
  const other = record(env, 5, 6, undefined, { node });
  await other.reaches(6);
  assert.match(await other.end(), /has the mode 0755, so other users can get at it/);
  return "modes 0700 and 0600; a folder of mode 0755 is refused, and a line says what to do";
}

/** Keeps spans with secrets in the spool, under a mask. */
async function masked({ builds }: Trial, { env, answer, files }: SpoolSetting): Promise<string> {
  answer(503);
  const { stderr, exitCode } = await runProgram({
    cwd: import.meta.dirname,
    args: [join(import.meta.dirname, "masked-child.ts"), builds.otel],
    env: { ...env, SVC_SHUTDOWN_TIMEOUT: "0.2" },
  });
  assert.equal(exitCode, 0, stderr);
  const content = await contentOf(await files());
  assert.match(content, /card \[card\]/);
  const secrets = ["4111-1111", LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey, "planted-token"];
  const leaked = secrets.filter((secret) => content.includes(secret) || stderr.includes(secret));
  assert.deepEqual(leaked, []);
  return `${content.length.toLocaleString("en-US")} bytes on disk hold none of ${secrets.length} secrets`;
}

const row = (
  fault: string,
  outcome: string,
  failsWhen: Mutation,
  measure: (trial: Trial, setting: SpoolSetting) => Promise<string>,
): Fault => ({
  fault,
  outcome,
  failsWhen,
  measure: (trial) => withSpool((setting) => measure(trial, setting)),
});

/** Spans that wait are kept on disk (`SVC_SPOOL_DIR`). */
export const spool: Subject = {
  title: "Spool",
  faults: [
    row(
      "`kill -9` while observations are recorded, again and again, with the service up and down",
      "Nothing that has ended is lost: the next process delivers it",
      KEEPS_NOTHING,
      kills,
    ),
    row(
      "The application runs out of memory",
      "Nothing that has ended is lost: the next process delivers it",
      KEEPS_NOTHING,
      (trial, setting) => crash(trial, setting, "out of memory", { NODE_OPTIONS: "--max-old-space-size=40" }),
    ),
    row(
      "The application calls `process.abort()`, with spans in the spool",
      "Nothing that has ended is lost: the next process delivers it",
      TAKES_NOTHING,
      (trial, setting) => crash(trial, setting, "abort", {}),
    ),
    row(
      "The disk of the spool is full",
      "The application goes on; spans wait in memory and are delivered",
      {
        says: "an error of the disk reaches the application",
        find: "this.#pausedUntil=performance.now()+PAUSE_AFTER_FAILURE_MS",
        put: "throw error",
      },
      fullDisk,
    ),
    row(
      "More spans wait than the files may have bytes (`SVC_SPOOL_MAX_SIZE_BYTES`)",
      "The files stay below the limit; other spans wait in memory and are delivered",
      {
        says: "the files have no limit",
        find: "this.#ownBytes+this.#otherBytes+bytes<=maxBytes",
        put: "maxBytes>0",
      },
      limit,
    ),
    row(
      "The service refuses a batch that a process has left behind",
      "The batch is counted, said and removed; the others are delivered",
      {
        says: "a batch that is refused stays on disk",
        find: "batch.file?.settle(true);const{losses,address}",
        put: "batch.file?.settle(false);const{losses,address}",
      },
      poison,
    ),
    row(
      "Files of the spool are damaged: one is cut off, another has a wrong byte",
      "What can be read is delivered; the rest is counted and said",
      {
        says: "damaged records are not counted",
        find: "this.#losses.add(damaged,",
        put: "this.#losses.add(0,",
      },
      damage,
    ),
    row(
      "Six processes use one folder, and one of them was killed",
      "Each span arrives once",
      {
        says: "a process takes over the files of one that lives",
        find: "(()=>isOwnerAlive(folder,other)))continue",
        put: "(()=>false))continue",
      },
      shared,
    ),
    row(
      "Other users of the machine look at the spool",
      "Folder and files are the owner's alone, whatever the `umask`",
      {
        says: "a folder that others can read is used",
        find: "if((mode&OTHERS)!==0)",
        put: "if(false)",
      },
      modes,
    ),
    row(
      "Spans hold secrets, and the application has a mask",
      "Nothing reaches the disk before the mask; keys and headers never do",
      {
        says: "spans are not masked",
        of: "otel",
        find: "? sendable : this.#masker.maskedCopyOf(sendable)",
        put: "? sendable : sendable",
      },
      masked,
    ),
  ],
};
