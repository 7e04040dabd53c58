import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ASKED, Form } from "../support/application/asking-application.ts";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { PRELOAD_FILE, ROOT } from "../support/paths.ts";

let form: Form;
let own: ExportSink;
let folder: string;

beforeAll(async () => {
  [form, own] = await Promise.all([Form.start(), startExportSink(0, ["/v1/traces", "/v1/metrics", "/v1/logs"])]);
  // A tool that copies only the files an application seems to need leaves out a file of import-in-the-middle.
  folder = await mkdtemp(join(tmpdir(), "svc-copied-"));
  const source = dirname(dirname(PRELOAD_FILE));
  await cp(join(source, "dist"), join(folder, "dist"), { recursive: true });
  await cp(join(source, "package.json"), join(folder, "package.json"));
  for (const name of ["import-in-the-middle", "module-details-from-path"])
    await cp(join(ROOT, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  await rm(join(folder, "node_modules/import-in-the-middle/hook.mjs"));
});
afterAll(() => Promise.all([form.stop(), own.close(), rm(folder, { recursive: true })]));

it("names each package that cannot be recorded where it is imported, and what to do", async () => {
  const run = await form.run(["--import", join(folder, "dist/index.cjs")], ["serve.mjs"], {
    OTEL_NODE_ENABLED_INSTRUMENTATIONS: "openai,http,express",
    // The spans of requests are for an exporter of the application's; without one, node:http is not hooked.
    OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
  });
  expect(run).toMatchObject({ ...ASKED, stderr: expect.any(String) });
  const lines = run.stderr.split("\n").filter((line) => line !== "");
  expect(lines).toEqual([
    expect.stringMatching(
      /\[Svc SDK\] WARN express \d+\.\d+\.\d+ \(index\.js\) is not recorded where it is imported: the preload could not load import-in-the-middle \(Cannot find module 'import-in-the-middle\/hook\.mjs'\)\. Install @svc\/register with its dependencies, outside of bundles, and start with node --import @svc\/register\.$/,
    ),
    expect.stringMatching(/\[Svc SDK\] WARN node:http of Node \d+\.\d+\.\d+ is not recorded where it is imported: /),
  ]);
  // The client is patched where it is, without a wrapper.
  expect(await form.generations()).toHaveLength(2);
});
