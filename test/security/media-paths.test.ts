import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { MoveTally } from "../../src/server/transfer/move-tally.ts";
import { LocalMedia } from "../../src/server/storage/media/local-media.ts";
import { runCommand } from "../support/server/server-command.ts";
import { folderOfTest } from "../support/temporary-folder.ts";

let folder: string;
let data: string;
let outside: string;
beforeEach(async () => {
  folder = folderOfTest("media-paths");
  [data, outside] = [join(folder, "data"), join(folder, "outside")];
  await mkdir(join(data, "media"), { recursive: true });
  await mkdir(outside);
  await writeFile(join(outside, "kept"), "kept");
});

const CONTENT = Buffer.from("planted");
const EXPECTED = {
  contentType: "text/plain",
  contentLength: CONTENT.length,
  sha256Hash: createHash("sha256").update(CONTENT).digest("base64"),
};

/** Keys that lead out of the folder of media. */
const KEYS = [
  { projectId: "../../outside", id: "kept" },
  { projectId: "project", id: "../../../outside/kept" },
  { projectId: "..", id: "planted" },
  { projectId: "project", id: ".." },
  { projectId: "", id: "planted" },
];

test.each(KEYS)("no content is stored, read or removed for the key %j", async (key) => {
  const media = new LocalMedia(data);
  const refused = /is no name of a project or of a media/;
  if (media.transfer.kind !== "service") throw new Error("The service stores no contents itself.");
  await expect(media.transfer.store(key, Readable.from([CONTENT]), EXPECTED)).rejects.toThrow(refused);
  await expect(media.read(key)).rejects.toThrow(refused);
  await expect(media.remove([key])).rejects.toThrow(refused);
  expect(existsSync(join(outside, "kept"))).toBe(true);
});

test("a project with such a name is not removed", async () => {
  await expect(new LocalMedia(data).removeProject("../../outside")).rejects.toThrow(/is no name of a project/);
  expect(existsSync(join(outside, "kept"))).toBe(true);
});

test("an import with such a key is refused", async () => {
  const tally = new MoveTally();
  const times = { createdAt: 0, updatedAt: 0 };
  const planted = { id: "../../outside", name: "planted", metadata: "{}", retentionDays: null, ...times };
  const project = JSON.stringify(["projects", planted]);
  const row = JSON.stringify(["contents", { projectId: "../../outside", id: "planted", ...EXPECTED }]);
  const part = JSON.stringify(["part", CONTENT.toString("base64")]);
  tally.add("projects", project);
  tally.add("contents", row);
  tally.add("contents", part, false);
  const lines = [
    '["svc-server export",{"format":1,"service":"6.0.0"}]',
    project,
    row,
    part,
    JSON.stringify(["end", tally.totals()]),
  ];
  const file = join(folder, "hostile.jsonl");
  await writeFile(file, lines.join("\n"));
  const { code, stderr } = await runCommand(["import", file, "--data", data]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('"../../outside" is no name of a project')]);
  expect(existsSync(join(outside, "planted"))).toBe(false);
});
