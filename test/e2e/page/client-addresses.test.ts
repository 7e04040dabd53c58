import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SvcClient } from "@svc/client";
import { LOCAL_KEYS } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { capitalsOutput } from "../../support/application/capitals-experiment.ts";
import { programOutput } from "../../support/application/run-application.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { ROOT } from "../../support/paths.ts";
import { observations } from "../../support/server/otlp-calls.ts";

const SVC = join(dirname(createRequire(import.meta.url).resolve("@svc/register")), "svc.cjs");

const open = pageVisits();
let server: RunningServer;
let printed: string[];
let traceId: string;

const addressesIn = (output: string): string[] => output.match(/http:\/\/[^\s)]+/g) ?? [];

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  printed = addressesIn(await capitalsOutput(server.url, "the run"));
  traceId = String((await observations(server)).data[0]?.["traceId"]);
}, 60_000);
afterAll(() => server.close());

const client = (): SvcClient => new SvcClient({ ...LOCAL_KEYS, baseUrl: server.url });
const experimentId = (): string => new URL(printed[0] ?? "").searchParams.get("baseline") ?? "";

/** Returns the one address that a command of `svc` prints. */
const svc = async (...args: string[]): Promise<string> => {
  const output = await programOutput({ cwd: ROOT, args: [SVC, ...args], env: { SVC_BASE_URL: server.url } });
  const [address = "", ...others] = addressesIn(output);
  expect(others).toEqual([]);
  return address;
};

it("an experiment prints no address but those of the table below", () => {
  // `experimentUrl`, `datasetRunUrl`, and the one in the report.
  expect(printed).toEqual(Array<string>(3).fill(printed[0]!));
});

// Every address that the client, the commands and the service give or print.
it.each<[name: string, address: () => Promise<string> | string, heading: string]>([
  ["result.experimentUrl", () => printed[0]!, "the run"],
  ["result.datasetRunUrl", () => printed[1]!, "the run"],
  ["result.format()", () => printed[2]!, "the run"],
  ["client.getExperimentUrl", () => client().getExperimentUrl(experimentId()), "the run"],
  ["client.getTraceUrl", () => client().getTraceUrl(traceId), "experiment-item-run"],
  ["svc open", () => svc("open", "--print"), "Traces"],
  ["svc open ID", () => svc("open", "--print", traceId), "experiment-item-run"],
  ["svc trace ID", () => svc("trace", traceId), "experiment-item-run"],
  ["the address of the service", () => server.url, "Traces"],
  ["the address of a project", () => `${server.url}/project/${server.projectId}`, "Traces"],
])("%s opens its view", async (_name, address, heading) => {
  const visited = await open(await address());
  await visited.page.getByRole("heading", { level: 1, name: heading }).waitFor();
  expect(visited.problems).toEqual([]);
});
