import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ROOT } from "../support/paths.ts";

/**
 * Tests that `npm test` leaves out: they take minutes, or need more than Node. `npm run test:full` runs all groups. `.ci/run` runs the groups
 * whose inputs have changed since they last passed (`group-inputs.ts`, `passed-groups.ts`).
 */
export interface TestGroup {
  readonly name: string;
  /** Why `npm test` leaves the group out. */
  readonly because: string;
  /** Files and folders whose change makes CI run the group, beside its tests. `*` stands for part of a name. */
  readonly inputs: readonly string[];
  /** Test files, as beginnings of their paths below `test/`. */
  readonly tests: readonly string[];
  /** True for the group of the storage engines: tests that run on SQLite in `npm test` run on every engine. */
  readonly onEveryEngine?: boolean;
  /** Commands beside the test files, which end with 0 when they pass. */
  readonly commands?: ReadonlyArray<readonly [program: string, ...args: string[]]>;
}

const VERSIONS = "installs packages of providers and frameworks, and starts a process for each row";

/** Group of one instrumentation. The hooks that all of them share are tested in `npm test`, by openai, anthropic, langchain and ai-sdk. */
function instrumentation(name: string, ...tests: readonly string[]): TestGroup {
  return { name, because: VERSIONS, inputs: [`instrumentations/${name}`], tests };
}

/** Instrumentations with a row of their own: some of their tests belong to `npm test`, or have other names. */
const WITH_ROWS: ReadonlySet<string> = new Set(["ai-sdk", "anthropic", "langchain", "mcp", "openai", "retrieval"]);

/** Returns a group for each other instrumentation, with the tests that have its name. */
function ofFolders(): TestGroup[] {
  const folders = globSync("instrumentations/*/provider.ts", { cwd: ROOT }).map((file) => basename(dirname(file)));
  return folders
    .filter((name) => !WITH_ROWS.has(name))
    .toSorted()
    .map((name) =>
      instrumentation(
        name,
        ...[`e2e/providers/${name}`, `e2e/frameworks/${name}`, `integration/${name}/`].filter(
          (path) => globSync([`test/${path}*.test.ts`, `test/${path}**/*.test.ts`], { cwd: ROOT }).length > 0,
        ),
      ),
    );
}

export const TEST_GROUPS: readonly TestGroup[] = [
  {
    name: "engines",
    because: "starts ClickHouse, PostgreSQL or an S3 server",
    inputs: [
      "src/server/engines",
      "src/server/query",
      "src/server/resources",
      "src/server/storage",
      "src/server/transfer",
      "test/support/storage",
    ],
    tests: [
      "integration/server/storage/clickhouse/",
      "integration/server/storage/postgres/",
      "integration/server/media/bucket",
      "e2e/scale/",
    ],
    onEveryEngine: true,
  },
  {
    name: "containers",
    because: "builds images and runs them",
    inputs: ["docker"],
    tests: ["containers/"],
  },
  {
    name: "reverse proxies",
    because: "runs nginx and Caddy in front of the service, and a pod in a network of its own",
    inputs: [
      "src/server/api/credentials.ts",
      "src/server/api/local-access.ts",
      "src/server/http",
      "src/server/mcp",
      "src/server/pages",
      "src/server/sign-in",
      "docker",
      "docs/local-service.md",
      "docs/sign-in.md",
    ],
    tests: ["e2e/reverse-proxies/"],
  },
  {
    name: "page",
    because: "opens every view in Chromium, in both themes and two widths",
    inputs: ["src/server/ui", "src/server/pages", "test/support/page"],
    tests: ["e2e/page/"],
  },
  {
    name: "site",
    because: "builds the site of the documents and opens it in Chromium",
    inputs: ["docs/*.md", "docs/.vitepress", "scripts/site.ts", "scripts/docs"],
    tests: ["e2e/pages/site"],
  },
  {
    name: "code of the pages",
    because: "compiles and runs every program of the README and of docs/",
    inputs: [
      "*.md",
      "docs/*.md",
      "src/*/index.ts",
      "instrumentations/*/index.ts",
      "register/index.ts",
      "test/support/pages",
    ],
    tests: ["conformance/pages/code-blocks", "e2e/pages/page-programs"],
  },
  {
    name: "runtimes",
    because: "runs the contract in Bun, Deno, workerd, the edge runtime and Chromium",
    inputs: ["src/core/platform", "src/otel/platform", "src/otel/encoding", "src/client/platform", "src/browser"],
    tests: ["e2e/runtimes/", "e2e/browser/"],
  },
  {
    name: "published",
    because: "packs every package, installs and bundles it in each form",
    inputs: [
      "package.json",
      "src/*/package.json",
      "instrumentations/*/package.json",
      "register/package.json",
      "src/*/index.ts",
      "instrumentations/*/index.ts",
      "register/index.ts",
      "tsdown.config.ts",
      "scripts/packages",
    ],
    tests: ["e2e/published", "e2e/forms/installed", "e2e/release", "integration/platforms/bundles"],
    commands: [["npm", "run", "test:types"]],
  },
  {
    name: "frameworks for the web",
    because: "builds and starts Next.js and the examples, with their packages",
    inputs: ["examples", "register/sdk"],
    tests: ["e2e/examples", "e2e/next"],
  },
  {
    name: "init",
    because: "sets projects up with npm",
    inputs: ["src/create", "src/migrate", "register/doctor"],
    tests: ["e2e/init", "e2e/doctor", "e2e/migrate-from-peers"],
  },
  {
    name: "content",
    because: VERSIONS,
    inputs: [
      "instrumentations",
      "src/core/names/descriptive-names.ts",
      "src/core/values/content-filter.ts",
      "src/otel/content-free-span.ts",
      "src/tracing/recorded-span",
    ],
    tests: ["e2e/content/other-packages"],
  },
  ...ofFolders(),
  {
    name: "observed clients",
    because: VERSIONS,
    inputs: ["instrumentations", "test/providers"],
    tests: ["integration/providers/"],
  },
  instrumentation("ai-sdk", "e2e/frameworks/ai-sdk"),
  instrumentation("langchain", "e2e/frameworks/langchain", "integration/langchain/runs"),
  instrumentation("mcp", "e2e/frameworks/mcp"),
  instrumentation(
    "openai",
    "e2e/providers/openai-compatible",
    "e2e/providers/openrouter",
    "e2e/providers/realtime",
    "integration/openai/observe-openai/",
    "integration/openai/realtime/",
  ),
  {
    name: "strands",
    because: VERSIONS,
    inputs: ["register/instrumentations/strands.ts", "src/otel/enclosing-calls.ts"],
    tests: ["e2e/frameworks/strands"],
  },
  instrumentation("retrieval", "e2e/frameworks/vector-stores", "e2e/frameworks/retrieval", "integration/retrieval/"),
  {
    name: "usage of packages",
    because: "installs the oldest and newest version of each package, and makes calls with each answer",
    inputs: [
      "instrumentations",
      "src/core/values/usage-*.ts",
      "src/server/ingest/mapping/usage",
      "src/server/ingest/prices",
      "src/otel/gen-ai",
      "src/tracing/recorded-span",
      "test/e2e/usage-doors",
      "test/support/gen-ai",
      "test/support/usage",
    ],
    tests: ["e2e/usage-doors/", "e2e/conventions/"],
  },
  {
    name: "start line",
    because: "installs each framework and starts a process in it",
    inputs: ["register/start-line.ts", "register/instrumentations"],
    tests: ["e2e/frameworks/start-line"],
  },
  {
    name: "other tracers",
    because: "installs Sentry, Datadog's tracer and OpenTelemetry's lines",
    inputs: ["register/other-sdks", "register/api-slot"],
    tests: ["e2e/coexistence/", "e2e/pm2"],
  },
  {
    name: "kills",
    because: "ends processes over and over",
    inputs: ["src/otel/exit", "src/otel/spool", "src/otel/threads", "register/exit"],
    tests: ["e2e/endings/exit-table", "e2e/spool/"],
  },
  {
    name: "faults",
    because: "waits for outages; CI runs two rows of each subject",
    inputs: ["test/faults"],
    tests: [],
    commands: [["npm", "run", "test:faults", "--", "--short"]],
  },
  {
    name: "benchmarks",
    because: "runs a little of each benchmark, with the packages of rivals",
    inputs: ["bench"],
    tests: [],
    commands: [["node", "bench/run.ts", "--smoke", "all"]],
  },
  {
    name: "advisories",
    because: "asks the registry about every package that is shipped",
    inputs: ["package-lock.json", "scripts/advisories"],
    tests: ["security/advisories"],
    commands: [["npm", "run", "advisories"]],
  },
];

/** Returns true when a group has a test file. `path` is relative to the repository. */
export function hasTest({ tests }: TestGroup, path: string): boolean {
  return tests.some((beginning) => path.startsWith(`test/${beginning}`));
}
