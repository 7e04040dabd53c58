import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { runProgram, sendingTo } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { observationLines } from "../../support/server/observation-lines.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const FORMS = ["main.mjs", "main.cjs"];
/** Programs by the version of the SDK: 1 is one package, 2 is one for clients and one for servers. */
const RUNS = testedVersions(
  ["1.13", "1", "2.0", "2"].flatMap((version) => FORMS.map((main) => [version, main] as const)),
  [
    ["1", "main.mjs"],
    ["2", "main.cjs"],
  ],
);

/** Messages of the SDK that differ from one major version to the next. */
interface Messages {
  readonly prefix: (code: number) => string;
  readonly closed: string;
}

const MESSAGES: Readonly<Record<string, Messages>> = {
  "1": { prefix: (code) => `MCP error ${code}: `, closed: "MCP error -32000: Connection closed" },
  "2": { prefix: () => "", closed: "Connection closed" },
};

const CANCELLED = "WARNING The request was cancelled before its answer";
const ABORTED = "WARNING The application aborted the request";
const DISK = "ERROR The disk is full";

/** Returns the lines of a call whose client and server both record it: one tool, and the server's half below it. */
const tool = (name: string, end = "", atServer = end): string[] => [
  line(`tool ${name}`, end),
  `  ${line(`span tools/call ${name}`, atServer)}`,
];
const both = (name: string, end = ""): string[] => [line(`span ${name}`, end), `  ${line(`span ${name}`, end)}`];
const line = (what: string, end: string): string => (end === "" ? what : `${what} ${end}`);
const deeper = (lines: readonly string[], depth: number): string[] => lines.map((text) => "  ".repeat(depth) + text);
const many = (): string[] => Array.from({ length: 20 }, () => tool("add")).flat();

const SAMPLED = [...tool("summarise"), ...deeper(both("sampling/createMessage"), 2)];

/** Observations of the calls of `test/installations/mcp.mjs` by a transport that can do everything, in their order. */
function whole({ prefix }: Messages, [invalid, invalidAtServer]: readonly string[]): string[] {
  return [
    ...tool("add"),
    ...tool("add"),
    ...tool("picture"),
    ...both("prompts/get greet"),
    ...both("resources/read"),
    ...tool("count"),
    ...SAMPLED,
    ...tool("remove"),
    ...deeper(both("elicitation/create"), 2),
    ...tool("fail", DISK),
    ...tool("add", `ERROR ${invalid}`, `ERROR ${invalidAtServer}`),
    line("span prompts/get no such prompt", `ERROR ${prefix(-32602).repeat(2)}Prompt no such prompt not found`),
    `  ${line("span prompts/get no such prompt", `ERROR ${prefix(-32602)}Prompt no such prompt not found`)}`,
    ...tool("slow", `ERROR ${prefix(-32001)}Request timed out`, CANCELLED),
    ...tool("slow", ABORTED, CANCELLED),
    ...many(),
  ];
}

const some = (isAskedBack: boolean): string[] => [
  ...tool("add"),
  ...tool("picture"),
  ...both("prompts/get greet"),
  ...(isAskedBack ? SAMPLED : []),
  ...tool("fail", DISK),
  ...many(),
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const [version] of RUNS) await installed(`mcp-${version}`);
}, 240_000);
afterAll(() => service.stop());

const isFailed = ({ level }: StoredObservation): boolean => level === "ERROR";

describe.each(RUNS)("MCP %s, %s", (version, main) => {
  let recorded: StoredObservation[] = [];
  const named = (name: string) => recorded.filter((each) => each.name === name);
  beforeAll(async () => {
    recorded = await program.play(`mcp-${version}`, main);
  }, 120_000);

  test("records each request once at each side, as one tree, by every transport", () => {
    const messages = MESSAGES[version[0]!]!;
    const invalid = ["add", "tools/call add"].map((name) => named(name).find(isFailed)!.statusMessage!);
    expect(invalid).toEqual(Array(2).fill(expect.stringMatching(/Invalid arguments for tool add/)));
    const stdioOnly = [`tool die ERROR ${messages.closed}`];
    expect(observationLines(recorded)).toEqual([
      ...whole(messages, invalid),
      ...whole(messages, invalid),
      ...stdioOnly,
      ...some(false),
      ...whole(messages, invalid),
      ...some(true),
    ]);
  });

  test("gives each of 20 concurrent requests its own answer and its own half at the server", () => {
    const calls = named("add").filter(({ input }) => String(input).endsWith('"b":100}'));
    expect(calls).toHaveLength(20 * 5);
    for (const { id, input, output } of calls) {
      const { a, b } = JSON.parse(String(input)) as { a: number; b: number };
      expect(output).toBe(String(a + b));
      expect(recorded.find((each) => each.parentObservationId === id)).toMatchObject({ input, output });
    }
  });

  test("records what was said, with the media cut out", () => {
    const texts = JSON.stringify(recorded.map(({ input, output }) => [input, output]));
    expect(texts).not.toContain("iVBORw0KGgo");
    expect(named("picture")[0]!.output).toMatch(/"data":"@@@svcMedia:type=image\/png/);
    expect(named("resources/read")[0]).toMatchObject({ input: '{"uri":"note://1"}' });
    expect(named("resources/read")[0]!.output).toMatch(/Buy milk.*"blob":"@@@svcMedia:type=image\/png/);
    expect(named("sampling/createMessage")[0]!.input).toContain("Summarise tides");
    expect(named("elicitation/create")[0]!.metadata).toMatchObject({ action: "accept" });
    expect(named("slow").map(({ metadata }) => metadata["outcome"])).toContain("aborted");
    expect(named("count")[0]!.metadata).toMatchObject({ progress: 2 });
  });
});

describe("a server on stdio", () => {
  const env = { TRANSPORT: "stdio" };

  test("speaks the protocol alone on its standard output, whatever is logged", async () => {
    const cwd = await installed("mcp-1");
    const settings = { ...sendingTo(service.url), ...env, SVC_DEBUG: "true" };
    const [bare, traced] = await Promise.all([
      runProgram({ cwd, args: ["main.mjs"], env }),
      runProgram({ cwd, args: ["main.mjs"], env: { ...settings, NODE_OPTIONS: `--import ${PRELOAD_FILE}` } }),
    ]);
    expect(bare).toMatchObject({ stderr: "", exitCode: 0 });
    expect(traced).toMatchObject({ stdout: bare.stdout, exitCode: 0 });
    // One start line of the client, and one of the server.
    expect(
      traced.stderr.match(/ INFO Tracing to \S+\. Records openai, .* each when the application loads it\./g),
    ).toHaveLength(2);
  });

  test("leaves the client's half complete where it runs without the preload", async () => {
    const recorded = await program.play("mcp-1", "main.mjs", {}, { ...env, SERVER_ALONE: "1" });
    const lines = observationLines(recorded);
    expect(lines.slice(0, 5)).toEqual([
      "tool add",
      "tool add",
      "tool picture",
      "span prompts/get greet",
      "span resources/read",
    ]);
    // A request that such a server sends back belongs to the call that waits for it.
    expect(lines.slice(6, 10)).toEqual([
      "tool summarise",
      "  span sampling/createMessage",
      "tool remove",
      "  span elicitation/create",
    ]);
    expect(lines.join("\n")).not.toContain("tools/call");
  });
});

testSwitches({
  program: () => program,
  installation: "mcp-2",
  calls: 311,
  said: /secret|Hello|Buy milk|note:|disk|tides|Sure|not found/,
  instrumentation: "mcp",
});
