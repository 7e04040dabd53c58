import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  answerJson,
  startRecordingService,
  type ReceivedRequest,
  type RecordingService,
} from "../../support/api-service.ts";

const DOCS = join(import.meta.dirname, "../../../docs");

/** The examples of a page that are whole programs; the vitest one runs in vitest-helper.test.ts. */
function programsOf(page: string): string[] {
  const blocks = readFileSync(join(DOCS, page), "utf8").matchAll(/```js\n(.*?)```/gs);
  return [...blocks]
    .map(([, code]) => code!)
    .filter((code) => code.startsWith("import") && !code.includes("experimentTest"));
}

let service: RecordingService;

/** As much of the service as the examples need. */
beforeAll(async () => {
  const prompts = new Map<string, object>();
  const items: object[] = [];
  const routes: ReadonlyArray<readonly [route: RegExp, answer: (request: ReceivedRequest, name: string) => unknown]> = [
    [/^POST .*\/scores$/, () => ({ message: "Accepted" })],
    [/^GET .*\/projects$/, () => ({ data: [{ id: "p-1", name: "p" }] })],
    [
      /^GET .*\/v2\/observations$/,
      () => ({ data: [{ id: "o-1", traceId: "t-1", input: "in", output: "out" }], meta: {} }),
    ],
    [
      /^POST .*\/v2\/prompts$/,
      ({ body }) => {
        const prompt = { version: 1, config: {}, tags: [], ...(body as { name: string }) };
        prompts.set(prompt.name, prompt);
        return prompt;
      },
    ],
    [/^GET .*\/v2\/prompts\/(.*)$/, (_request, name) => prompts.get(name)],
    [/^POST .*\/v2\/datasets$/, ({ body }) => ({ id: "d-1", ...(body as object) })],
    [/^GET .*\/v2\/datasets\/(.*)$/, (_request, name) => ({ id: "d-1", name })],
    [
      /^POST .*\/dataset-items$/,
      ({ body }) => items[items.push({ id: "i-1", datasetId: "d-1", mediaReferences: [], ...(body as object) }) - 1],
    ],
    [/^GET .*\/dataset-items$/, () => ({ data: items, meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 } })],
  ];
  service = await startRecordingService((response, _nth, request) => {
    for (const [route, answer] of routes) {
      const match = route.exec(`${request.method} ${request.path}`);
      if (match !== null) return answerJson(response, 200, answer(request, match[1] ?? ""));
    }
    return void response.writeHead(200).end();
  });
});

afterAll(() => service.close());

async function run(program: string): Promise<{ stdout: string; stderr: string; exitCode: number | null }> {
  const args = ["--import", "@svc/register", "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { ...process.env, SVC_BASE_URL: service.url, SVC_PUBLIC_KEY: "pk", SVC_SECRET_KEY: "sk" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, exitCode: child.exitCode };
}

describe.each<[page: string, printed: string[]]>([
  ["scores.md", ["{ delivered: 3, rejected: 0, lost: 0, waiting: 0 }", "itemsEvaluated: 1"]],
  ["prompts.md", ["Greet Ada in French.", "We are open today."]],
  ["experiments.md", ["average  exact     0.500", "/project/p-1/experiments/results?baseline="]],
])("the examples of docs/%s work when pasted", (page, printed) => {
  it.each(programsOf(page).map((program, n): [number, string, string] => [n + 1, program, printed[n]!]))(
    "%i",
    async (_n, program, line) => {
      const { stdout, stderr, exitCode } = await run(program);
      expect(stderr).toBe("");
      expect(stdout).toContain(line);
      expect(exitCode).toBe(0);
    },
  );
});
