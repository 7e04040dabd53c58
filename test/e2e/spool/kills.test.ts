// Kills a process that records observations again and again, with the service up or down, and counts what arrived. CI kills it a
// few times; `npm run test:kills` kills it 20 times, over 10,000 observations.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { freePort } from "../../support/http/free-port.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";
import { sendingTo } from "../../support/application/run-application.ts";
import { record } from "../../support/application/numbered-recording.ts";
import { storedNames } from "./stored-names.ts";

const KILLS = Number(process.env["TEST_KILLS"] ?? 4);
const PER_KILL = 501;

let folder: string;
let service: LocalService | undefined;
let start: () => Promise<LocalService>;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-spool-"));
  const port = await freePort();
  start = () => startLocalService({ port, data: join(folder, "data") });
  env = { ...sendingTo(`http://127.0.0.1:${port}`), SVC_SPOOL_DIR: join(folder, "spool") };
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true });
});

it(
  `loses no observation that has ended in ${KILLS} kills`,
  async () => {
    let ended = 0;
    const unsure = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const isUp = kill % 2 === 1;
      if (isUp) service ??= await start();
      else service = await service?.stop().then(() => undefined);
      const child = record(env, ended);
      await child.reaches(ended + PER_KILL + Math.floor(Math.random() * 7));
      await child.kill();
      // The process may have recorded the next one, too, and not said so.
      unsure.add(String(child.next));
      ended = child.next + 1;
    }
    service ??= await start();
    const last = record(env, ended, ended + 1);
    await vi.waitFor(async () => expect((await spanFiles()).length).toBeLessThanOrEqual(1), {
      timeout: 60_000,
      interval: 50,
    });
    expect(await last.end()).toBe("");
    const names = await storedNames(service.url);
    const expected = Array.from({ length: ended + 1 }, (_, number) => String(number)).filter(
      (name) => !unsure.has(name),
    );
    const stored = new Set(names);
    const lost = expected.filter((name) => !stored.has(name));
    console.log(
      `${KILLS} kills, ${expected.length} observations ended, ${lost.length} lost, ${names.length - stored.size} twice`,
    );
    expect(expected.length).toBeGreaterThan(KILLS * PER_KILL);
    expect(lost).toEqual([]);
    expect(names).toHaveLength(stored.size);
    expect(await spanFiles()).toEqual([]);
  },
  60_000 + KILLS * 15_000,
);

async function spanFiles(): Promise<string[]> {
  return (await readdir(env["SVC_SPOOL_DIR"]!)).filter((name) => name.endsWith(".spans1"));
}
