// Runs the programs of the README and of docs/ as they stand there, under the preload, against the local service and a stand-in of the
// providers. test/support/pages/block-rules.ts has what they leave to the application, and why some are not run.
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { PROGRAM_BLOCKS, writePrograms } from "../../support/pages/block-programs.ts";
import { ruleOf } from "../../support/pages/block-rules.ts";
import { blockName, codeBlocks, type CodeBlock } from "../../support/pages/pages.ts";
import { startProviderStandIn, type ProviderStandIn } from "../../support/pages/provider-stand-in.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../../support/server/local-service.ts";

const EXECUTED = PROGRAM_BLOCKS.filter((block) => ruleOf(block).notExecuted === undefined);

/** Addresses of the service, of Qdrant and of a Collector on the pages. */
const SERVICE_ADDRESS = /http:\/\/(localhost|127\.0\.0\.1):3000/g;
const QDRANT_ADDRESS = "http://localhost:6333";
const COLLECTOR_ADDRESS = "http://127.0.0.1:4318";

let service: LocalService;
let standIn: ProviderStandIn;
let files: Map<CodeBlock, string>;

beforeAll(async () => {
  [service, standIn] = await Promise.all([startLocalService(), startProviderStandIn()]);
  files = await writePrograms("page-programs", EXECUTED, (program) =>
    program
      .replaceAll(SERVICE_ADDRESS, service.url)
      .replaceAll(QDRANT_ADDRESS, standIn.url)
      .replaceAll(COLLECTOR_ADDRESS, standIn.url),
  );
}, 240_000);
afterAll(() => Promise.all([service.stop(), standIn.close()]));

function run(block: CodeBlock): Promise<ApplicationRun> {
  const file = files.get(block)!;
  const { preload, hasDecorators } = ruleOf(block);
  const loader = hasDecorators ? ["--import", "tsx"] : [];
  const imported = preload === false ? loader : [...loader, "--import", PRELOAD_FILE];
  const exporters = { OTEL_TRACES_EXPORTER: undefined, OTEL_METRICS_EXPORTER: "none", OTEL_LOGS_EXPORTER: "none" };
  return runProgram({
    cwd: dirname(file),
    node: ["--disable-warning=ExperimentalWarning", ...imported],
    args: [file],
    env: { ...sendingTo(service.url), ...standIn.env, ...exporters },
  });
}

describe("works when pasted:", () => {
  it.each(EXECUTED.map((block): [string, CodeBlock] => [blockName(block), block]))("%s", async (_name, block) => {
    const { prints = "", records } = ruleOf(block);
    const fromStartTime = new Date().toISOString();
    const { stdout, stderr, exitCode } = await run(block);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).toContain(prints);
    if (records === undefined) return;
    expect(await service.observations({ fromStartTime })).toContainEqual(expect.objectContaining(records));
  });
});

/** Pages with a program, and a picture of the observation that it becomes. */
const PICTURED = PROGRAM_BLOCKS.flatMap((block): Array<[string, CodeBlock, string]> => {
  const next = codeBlocks(block.page).find(({ number }) => number === block.number + 1);
  const isPicture = block.code.startsWith("// app.js") && next?.language === "text";
  return isPicture ? [[block.page, block, next.code.trimEnd()]] : [];
});

describe("becomes what the page shows:", () => {
  it.each(PICTURED)("%s", async (_page, block, picture) => {
    const fromStartTime = new Date().toISOString();
    await run(block);
    const recorded = await service.observations({ fromStartTime });
    expect(recorded.map(pictureOf)).toEqual([picture]);
  });

  it("the pages of seven providers have such a picture", () => {
    expect(PICTURED).toHaveLength(7);
  });
});

/** Returns an observation as the pages show it. */
function pictureOf(observation: StoredObservation & { totalCost?: number | null }): string {
  const { type, name, input, output, modelParameters, usageDetails, totalCost } = observation;
  const list = (values: Record<string, unknown>): string =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key} ${String(value)}`)
      .join(", ");
  const rows = [
    ["input", input],
    ["output", output],
    ["parameters", list(modelParameters)],
    ["usage", list(inOrder(usageDetails))],
    ["cost", totalCost],
  ].filter(([, value]) => value);
  return [
    `${type.toLowerCase()}  ${name}`,
    ...rows.map(([label, value]) => `  ${`${label}`.padEnd(11)} ${value}`),
  ].join("\n");
}

/** Returns token counts as the pages list them: input and output first, the total last. */
function inOrder({ input, output, total, ...others }: Record<string, number>): Record<string, number | undefined> {
  return { input, output, ...others, total };
}
