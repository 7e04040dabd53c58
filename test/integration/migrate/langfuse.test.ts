// Projects on Langfuse 4 and 5: every name of the real packages, everything that leads to their service, and a program that runs after the move.
import { type Left, migrate, writeChanges } from "@svc/migrate";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import ts from "../../../src/migrate/node_modules/typescript/lib/typescript.js";
import { installed } from "../../support/application/installation.ts";
import { programOutput, runProgram, sendingTo } from "../../support/application/run-application.ts";
import { ROOT } from "../../support/paths.ts";
import { startLocalService } from "../../support/server/local-service.ts";

const PROGRAM = join(ROOT, "src/migrate/dist/cli.mjs");

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "svc-from-langfuse-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const command = (folder: string, ...args: readonly string[]) =>
  runProgram({ cwd: folder, args: [PROGRAM, folder, "--from", "langfuse", ...args] });

const read = (folder: string, file: string): Promise<string> => readFile(join(folder, file), "utf8");

/** Packages that have an equal, and the classes of them whose members a project calls. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  tracing: ["LangfuseSpan", "LangfuseGeneration", "LangfuseEvent"],
  client: ["LangfuseClient", "PromptManager", "DatasetManager", "ScoreManager", "TextPromptClient", "ChatPromptClient"],
  core: ["LangfuseAPIClient", "LangfuseMedia"],
  otel: ["LangfuseSpanProcessor"],
  openai: [],
  langchain: [],
};

/** Members that are no part of what the packages document: parts of their own, and hooks that LangChain calls. */
const INTERNAL = /^(?:logger|_.*|__@.*)$/;

/** Returns a line of code for each name that the packages of a version export, and for each member of their classes and operation. */
async function useOfEverything(installation: string): Promise<string[]> {
  const folder = await installed(installation);
  const file = join(folder, "use.ts");
  const names = Object.keys(PACKAGES);
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const sourceOf = host.getSourceFile.bind(host);
  const text = names.map((name) => `import * as ${name} from "@langfuse/${name}";`).join("\n");
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true) : sourceOf(path, ...rest);
  const program = ts.createProgram({ rootNames: [file], options, host });
  const checker = program.getTypeChecker();
  const imports = program.getSourceFile(file)!.statements as unknown as readonly ts.ImportDeclaration[];
  return names.flatMap((name, index) => {
    const module = checker.getSymbolAtLocation(imports[index]!.moduleSpecifier)!;
    const exported = checker.getExportsOfModule(module);
    const members = PACKAGES[name]!.flatMap((owner) => {
      const symbol = exported.find((each) => each.name === owner)!;
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return pathsOf(checker, checker.getDeclaredTypeOfSymbol(target), owner === "LangfuseAPIClient" ? 3 : 1).map(
        (path) => `{ const it = null! as import("@langfuse/${name}").${owner}; void it.${path}; }`,
      );
    });
    const own = exported.map((each) => `import { ${each.name} as ${name}_${each.name} } from "@langfuse/${name}";`);
    return own.concat(members);
  });
}

/** Returns the public members of a type, and those of its members up to a depth. */
function pathsOf(checker: ts.TypeChecker, type: ts.Type, depth: number): string[] {
  return checker.getPropertiesOfType(type).flatMap((member) => {
    const flags = member.declarations?.map((each) => ts.getCombinedModifierFlags(each)) ?? [];
    const isHidden = flags.some((each) => (each & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0);
    if (isHidden || INTERNAL.test(member.name)) return [];
    const of = checker.getNonNullableType(checker.getTypeOfSymbol(member));
    if (depth === 1 || of.getCallSignatures().length > 0) return [member.name];
    return pathsOf(checker, of, depth - 1).map((path) => `${member.name}.${path}`);
  });
}

/** Returns the lines with errors of the compiler. */
async function errorLines(folder: string, file: string): Promise<Map<number, string>> {
  const options = "--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node".split(" ");
  const run = promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), [...options, file], {
    cwd: folder,
    maxBuffer: 2 ** 26,
  });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return new Map(
    stdout.split("\n").flatMap((line) => {
      const [, number, message] = /^\S+\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
      return number === undefined ? [] : [[Number(number), message!] as const];
    }),
  );
}

describe.each([
  ["langfuse-4", "4.6.1"],
  ["langfuse-5", "5.11.1"],
])("every name and member of %s", (installation, version) => {
  it("is there after the move, or listed in its line", { timeout: 180_000 }, async () => {
    const lines = await useOfEverything(installation);
    expect(lines.length).toBeGreaterThan(400);
    const folder = await project({
      "package.json": `{ "type": "module", "dependencies": { "@langfuse/client": "${version}" } }\n`,
      "use.ts": `${lines.join("\n")}\n`,
    });
    const { changes, left } = migrate(folder, { from: "langfuse" });
    writeChanges(folder, changes);
    const after = (await read(folder, "use.ts")).split("\n");
    const listed = new Set(left.filter(({ file }) => file === "use.ts").map(({ line }) => line));
    const errors = [...(await errorLines(folder, "use.ts"))].map(([line, message]) => [line, after[line - 1], message]);
    expect(errors.filter(([line]) => !listed.has(line as number))).toEqual([]);
    // A listed use is an error, but for operations whose results have changed.
    const wrong = new Set(errors.map(([line]) => line));
    const working = [...listed].filter((line) => !wrong.has(line)).map((line) => after[line - 1]!);
    expect(working.filter((line) => !/\.(?:observations\.getMany|metrics\.metrics);/.test(line))).toEqual([]);
  });
});

const SETTINGS: Readonly<Record<string, string>> = {
  "package.json":
    '{"type":"module","dependencies":{"@langfuse/client":"^5.11.1","@langfuse/tracing":"catalog:","langfuse":"3.38.0"}}',
  "pnpm-workspace.yaml": 'catalog:\n  "@langfuse/tracing": ^5.11.1\n',
  ".env":
    'LANGFUSE_PUBLIC_KEY=pk-lf-1234\nLANGFUSE_SECRET_KEY="sk-lf-5678"\nLANGFUSE_HOST=https://cloud.langfuse.com\nLANGFUSE_PROMPT_CACHE=1\nOPENAI_API_KEY=sk-of-openai\n',
  ".env.production":
    "LANGFUSE_BASE_URL=https://traces.example.com\nLANGFUSE_HOST=https://traces.example.com\nLANGFUSE_SECRET_KEY=of-a-self-hosted-one\n",
  ".github/workflows/ci.yml":
    "jobs:\n  test:\n    env:\n      LANGFUSE_SECRET_KEY: ${{ secrets.LANGFUSE_SECRET_KEY }}\n      LANGFUSE_BASE_URL: https://us.cloud.langfuse.com\n",
  "k8s/app.yaml":
    'env:\n  - name: LANGFUSE_BASE_URL\n    value: "https://traces.example.com"\n  - name: LANGFUSE_SECRET_KEY\n    valueFrom: { secretKeyRef: { name: app } }\n    key: LANGFUSE_SECRET_KEY\n',
  Dockerfile:
    "FROM node:24\n# https://langfuse.com/docs\nENV LANGFUSE_BASEURL=https://reader:hidden@langfuse.example.com\n",
  "compose.yaml":
    "services:\n  app:\n    environment:\n      LANGFUSE_PUBLIC_KEY: ${LANGFUSE_PUBLIC_KEY}\n  server:\n    image: docker.io/langfuse/langfuse:3\n    environment:\n      LANGFUSE_INIT_PROJECT_SECRET_KEY: sk-lf-init\n      LANGFUSE_S3_EVENT_UPLOAD_BUCKET: b\n",
  "a.ts": [
    'import { LangfuseClient } from "@langfuse/client";',
    "export const client = new LangfuseClient({",
    '  baseUrl: process.env.LANGFUSE_BASE_URL ?? "https://traces.example.com",',
    '  publicKey: "of-a-self-hosted-one",',
    "  secretKey: process.env.LANGFUSE_SECRET_KEY || `sk-lf-9999`,",
    "});",
    'export const docs = "https://langfuse.com/docs";',
    "export const { LANGFUSE_HOST, LANGFUSE_OTHER } = process.env;",
    "export const url = (id: string) => `https://cloud.langfuse.com/trace/${id}`;",
    "",
  ].join("\n"),
};

describe("what leads to the service of Langfuse", () => {
  it("is renamed where it is a name, and listed where it is a value, without a secret", async () => {
    const folder = await project(SETTINGS);
    const shown = await command(folder);
    const written = await command(folder, "--write");
    for (const text of [shown.stdout, written.stdout]) {
      expect(text).not.toMatch(/1234|5678|9999|sk-of-openai|sk-lf-init|hidden@|SECRET_KEY=of-a-self/);
    }
    const places = Array.from(
      written.stdout.matchAll(/^(\S+:\d+) {2}.*\n {4}use (.{0,22})/gm),
      ([, at, use]) => `${at} ${use}`,
    );
    const [ADDRESS, KEYS, STORED, NONE] = [
      "the address of your se",
      "the keys of your servi",
      "a value of this name w",
      "a setting of docs/conf",
    ];
    expect(places).toEqual([
      `.env:1 ${KEYS}`,
      `.env:2 ${KEYS}`,
      `.env:3 ${ADDRESS}`,
      `.env:4 ${NONE}`,
      `.env.production:1 ${ADDRESS}`,
      ".env.production:2 SVC_BASE_URL, which is",
      `.env.production:3 ${KEYS}`,
      `.github/workflows/ci.yml:4 ${STORED}`,
      `.github/workflows/ci.yml:5 ${ADDRESS}`,
      `Dockerfile:3 ${ADDRESS}`,
      `a.ts:3 ${ADDRESS}`,
      `a.ts:4 ${KEYS}`,
      `a.ts:5 ${KEYS}`,
      `a.ts:8 ${NONE}`,
      `a.ts:9 ${ADDRESS}`,
      "compose.yaml:6 the service of @svc/se",
      `k8s/app.yaml:2 ${ADDRESS}`,
      `k8s/app.yaml:6 ${STORED}`,
      "package.json:1 the preload, or @svc/t",
      'pnpm-workspace.yaml:2 "@svc/tracing": ^6.0.0',
    ]);
    expect(written).toMatchObject({ exitCode: 1, stderr: "8 files changed. 20 places are left for you.\n" });
    expect(await read(folder, "package.json")).toContain('"@svc/client":"^6.0.0","@svc/tracing":"^6.0.0","langfuse"');
    expect(await read(folder, ".env")).toContain("SVC_BASE_URL=https://cloud.langfuse.com\nLANGFUSE_PROMPT_CACHE=1\n");
    expect(await read(folder, ".github/workflows/ci.yml")).toContain("SVC_SECRET_KEY: ${{ secrets.SVC_SECRET_KEY }}");
    expect(await read(folder, "k8s/app.yaml")).not.toContain("LANGFUSE_");
    expect(await read(folder, "compose.yaml")).toMatch(/SVC_PUBLIC_KEY: \$\{SVC_PUBLIC_KEY\}[^]*LANGFUSE_INIT_PROJECT/);
    expect(await read(folder, "a.ts")).toContain("{ SVC_BASE_URL: LANGFUSE_HOST, LANGFUSE_OTHER }");
    const again = await command(folder, "--write");
    expect(again.exitCode).toBe(1);
    expect(again.stdout).not.toContain("changed ");
    expect(again.stdout).toContain(".env:3  SVC_BASE_URL=https://cloud.langfuse.com\n");
  });

  it("is not in a project that is moved: the exit code is 0", async () => {
    const folder = await project({
      "package.json": '{ "dependencies": { "@svc/client": "^6.0.0" } }\n',
      ".env": "SVC_BASE_URL=http://127.0.0.1:3000\nSVC_PUBLIC_KEY=pk-svc-local\nSVC_SECRET_KEY=sk-svc-local\n",
      "a.js": 'import { SvcClient } from "@svc/client";\nexport const client = new SvcClient();\n',
    });
    expect(await command(folder)).toMatchObject({ exitCode: 0, stdout: "", stderr: "Nothing to change.\n" });
  });
});

/** Forms in which code takes `LangfuseClient` out of its package, and what they become. */
const FORMS: ReadonlyArray<readonly [before: string, after: string]> = [
  ["(await import(PKG)).LangfuseClient", "(await import(PKG)).SvcClient"],
  ["(await import(PKG))['LangfuseClient']", "(await import(PKG))['SvcClient']"],
  [
    "import(PKG).then(({ LangfuseClient }) => new LangfuseClient())",
    "import(PKG).then(({ SvcClient }) => new SvcClient())",
  ],
  ["import(PKG).then((m) => m.LangfuseClient)", "import(PKG).then((m) => m.SvcClient)"],
  ["require(PKG).LangfuseClient", "require(PKG).SvcClient"],
  ["vi.mock(PKG, () => ({ LangfuseClient }))", "vi.mock(PKG, () => ({ SvcClient: LangfuseClient }))"],
  [
    "vi.mock(import(PKG), async (original) => { return { ...(await original()), LangfuseClient: 1 }; })",
    "vi.mock(import(PKG), async (original) => { return { ...(await original()), SvcClient: 1 }; })",
  ],
  [
    "jest.mock(PKG, () => ({ ...jest.requireActual(PKG), LangfuseClient: jest.fn() }))",
    "jest.mock(PKG, () => ({ ...jest.requireActual(PKG), SvcClient: jest.fn() }))",
  ],
  ["mock.module(PKG, { namedExports: { LangfuseClient: 1 } })", "mock.module(PKG, { namedExports: { SvcClient: 1 } })"],
  ["class { LangfuseClient = 1 }", "class { LangfuseClient = 1 }"],
];

it("renames what code takes out of a package, in every form", async () => {
  const line = (code: string, scope: string): string =>
    `export const it = ${code.replaceAll("PKG", `"@${scope}/client"`)};\n`;
  const files = FORMS.map(([before], index) => [`form-${index}.mjs`, line(before, "langfuse")]);
  const folder = await project(Object.fromEntries(files) as Record<string, string>);
  const { changes, left } = migrate(folder, { from: "langfuse" });
  expect(left).toEqual([]);
  writeChanges(folder, changes);
  const texts = await Promise.all(FORMS.map((_form, index) => read(folder, `form-${index}.mjs`)));
  expect(texts).toEqual(FORMS.map(([before, after]) => line(after, before === after ? "langfuse" : "svc")));
});

const LISTED: ReadonlyArray<readonly [what: string, file: string, code: string, listed: readonly string[]]> = [
  [
    "a member of this that a constructor gets",
    "a.js",
    'import "@langfuse/client";\nclass A { constructor(c) { this.c = c; } load(n) { return this.c.getPrompt(n); } }\n',
    ["2 prompt.get(...), if this.c is an SvcClient"],
  ],
  [
    "a member of this that is made of another library",
    "a.js",
    'import "@langfuse/client";\nclass A { constructor() { this.c = new Mcp(); } load(n) { return this.c.getPrompt(n); } }\n',
    [],
  ],
  [
    "an interface that is merged with one of theirs",
    "a.ts",
    'declare module "@langfuse/core" {\n  interface LangfuseTraceAttributes { mine: string }\n}\nexport {};\n',
    ["2 SvcSpanAttributes"],
  ],
  [
    "a file inside of a package",
    "a.ts",
    'import { x } from "@langfuse/client/dist/x";\nexport { x };\n',
    ["1 the preload, or @svc/tracing: docs/migrate-from-langfuse.md"],
  ],
  [
    "a mock of a removed function",
    "a.test.ts",
    'vi.mock("@langfuse/tracing", () => ({ setActiveTraceIO: vi.fn(), extra: 1 }));\n',
    ["1 updateActiveObservation(...)"],
  ],
];

describe("code that is listed", () => {
  let left: readonly Left[];
  beforeAll(async () => {
    const files = LISTED.map(([, file, code], index) => [`${index}/${file}`, code]);
    const folder = await project(Object.fromEntries(files) as Record<string, string>);
    ({ left } = migrate(folder, { from: "langfuse" }));
  }, 60_000);

  it.each(LISTED.map(([what, , , listed], index) => [what, index, listed] as const))(
    "has %s",
    (_what, index, listed) => {
      const own = left.filter(({ file }) => file.startsWith(`${index}/`));
      expect(own.map(({ line, replacement }) => `${line} ${replacement}`)).toEqual(listed);
    },
  );
});

/** Program of Langfuse 4 with every way to set user and session of a trace. */
const OF_4 = `import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { LangfuseSpanProcessor } from "@langfuse/otel";
import {
  observe,
  startActiveObservation,
  startObservation,
  updateActiveTrace,
} from "@langfuse/tracing";

const processor = new LangfuseSpanProcessor();
new NodeTracerProvider({ spanProcessors: [processor] }).register();

const active = await startActiveObservation("active", async (span) => {
  span.update({ input: "in" });
  updateActiveTrace({ userId: "ann", sessionId: "s1", tags: ["a", "b"] });
  startObservation("inside").end();
  return "out";
});
startActiveObservation("own", (span) => {
  span.updateTrace({ userId: "bob" });
  startObservation("inside of own").end();
});
const observed = observe(
  async (userId) => {
    updateActiveTrace({ userId });
    await Promise.resolve();
    startObservation("inside of observed").end();
    return userId;
  },
  { name: "observed" },
);
console.log(active, await observed("cid"));
await processor.forceFlush();
`;

describe("a program of Langfuse 4", () => {
  it("runs after the move, with user, session and tags on the same observations and those inside", async () => {
    const sdk = OF_4.replace('"@opentelemetry/sdk-trace-node"', '"@opentelemetry/sdk-trace"')
      .replace("import { NodeTracerProvider }", "import { TracerProvider }")
      .replace(
        "new NodeTracerProvider({ spanProcessors: [processor] }).register();",
        'const { trace, context } = await import("@opentelemetry/api");\nconst { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");\ncontext.setGlobalContextManager(new AsyncLocalStorageContextManager());\ntrace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));',
      );
    const folder = await project({
      "package.json": '{ "type": "module", "dependencies": { "@langfuse/tracing": "4.6.1" } }\n',
      "app.js": sdk,
    });
    expect(await command(folder, "--write")).toMatchObject({ exitCode: 0 });
    expect(await read(folder, "app.js")).toContain("  startObservation,\n  propagateAttributes,\n}");
    const service = await startLocalService();
    try {
      const output = await programOutput({ cwd: folder, args: ["app.js"], env: sendingTo(service.url) });
      expect(output).toBe("out cid\n");
      const stored = await service.observations({ fields: "core,basic,trace_context" });
      const shown = stored.map(({ name, userId, sessionId, tags }) => [name, userId, sessionId, tags]);
      expect(new Map(shown.map((row) => [row[0], row.slice(1)]))).toEqual(
        new Map<unknown, unknown>([
          ["active", ["ann", "s1", ["a", "b"]]],
          ["inside", ["ann", "s1", ["a", "b"]]],
          ["own", ["bob", null, []]],
          ["inside of own", ["bob", null, []]],
          ["observed", ["cid", null, []]],
          ["inside of observed", ["cid", null, []]],
        ]),
      );
    } finally {
      await service.stop();
    }
  });

  const KEPT: ReadonlyArray<readonly [what: string, code: string]> = [
    ["metadata, which has a limit", "startActiveObservation('a', () => { updateActiveTrace({ metadata: {} }); f(); })"],
    [
      "input, which belongs to the root",
      "startActiveObservation('a', () => { updateActiveTrace({ input: 1 }); f(); })",
    ],
    ["fields of a variable", "startActiveObservation('a', () => { updateActiveTrace(fields); f(); })"],
    ["a call with nothing after it", "startActiveObservation('a', () => { f(); updateActiveTrace({ userId }); })"],
    ["a call under a condition", "startActiveObservation('a', () => { if (f()) updateActiveTrace({ userId }); f(); })"],
    ["a function that anybody calls", "function g() { updateActiveTrace({ userId }); f(); }"],
    ["a generator", "observe(function* () { updateActiveTrace({ userId }); yield f(); })"],
    ["the trace of another observation", "startActiveObservation('a', () => { other.updateTrace({ userId }); f(); })"],
    ["a function declared after it", "observe(() => { updateActiveTrace({ userId }); function h() {} f(h); })"],
    ["a function that is given away", "export const give = { updateActiveTrace };"],
  ];

  it("has listed, and not wrapped, what is another thing in propagateAttributes", async () => {
    const start =
      'import { observe, startActiveObservation, startObservation, updateActiveTrace } from "@langfuse/tracing";';
    const files = KEPT.map(([what, code]) => [
      `${what}.mjs`,
      `${start}\nconst other = startObservation("other");\n${code}\n`,
    ]);
    const folder = await project(Object.fromEntries(files) as Record<string, string>);
    const { changes, left } = migrate(folder, { from: "langfuse" });
    const listed = left.filter(({ line, replacement }) => line === 3 && replacement.startsWith("propagateAttributes("));
    expect(listed.map(({ file }) => file)).toEqual(KEPT.map(([what]) => `${what}.mjs`).toSorted());
    expect(changes.filter(({ after }) => after.includes("return propagateAttributes"))).toEqual([]);
  });
});
