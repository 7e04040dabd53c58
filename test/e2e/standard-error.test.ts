// Lines of a program on standard error, with the preload and without it: Node's own warnings, and the messages of an OpenTelemetry
// SDK that a package of the application starts.
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { installed } from "../support/application/installation.ts";
import { putPackages } from "../support/application/our-packages.ts";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { PRELOAD_FILE, ROOT } from "../support/paths.ts";

let sink: ExportSink;
/** Folder with the preload among installed packages. */
let packages: string;

beforeAll(async () => {
  [sink, packages] = await Promise.all([startExportSink(), mkdtemp(join(tmpdir(), "svc-standard-error-"))]);
  await putPackages(packages, ["register"]);
  const wrapping = "node_modules/import-in-the-middle";
  await symlink(join(ROOT, wrapping), join(packages, wrapping));
});
afterAll(() => Promise.all([sink.close(), rm(packages, { recursive: true })]));

const PLACES: ReadonlyArray<readonly [what: string, file: () => string]> = [
  ["in node_modules", () => join(packages, "node_modules/@svc/register/dist/index.cjs")],
  ["in another folder", () => PRELOAD_FILE],
];

/** Runs a program without the preload, or with the one in this file. */
async function run(folder: string, program: string, preload?: string, env = {}): Promise<ApplicationRun> {
  return runProgram({
    cwd: await installed(folder),
    node: preload === undefined ? [] : ["--import", preload],
    args: [program],
    env: { ...sendingTo(sink.url), ...env },
  });
}

describe.each([
  ["sdk-of-a-package", "flow.mjs", "an SDK of the 1.x line that starts at its first action"],
  ["sdk-of-a-package", "flow.cjs", "the same in CommonJS"],
  ["sdk-of-a-package", "url.mjs", "a package that requires a deprecated module of Node"],
  ["sdk-of-a-package", "url.cjs", "the same in CommonJS"],
  ["coexistence-otel-2", "silent.mjs", "an SDK of the 2.x line whose exporter fails"],
  ["coexistence-otel-3", "silent.mjs", "an SDK of the 3.x line whose exporter fails"],
])("%s/%s: %s", (folder, program) => {
  let bare: ApplicationRun;

  beforeAll(async () => {
    bare = await run(folder, program);
  }, 180_000);

  it.each(PLACES)("writes the same as without the preload, which is %s", async (_what, file) => {
    expect(bare).toMatchObject({ stdout: "done\n", exitCode: 0 });
    expect(await run(folder, program, file())).toEqual(bare);
  });
});
