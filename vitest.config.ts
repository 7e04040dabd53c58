import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/support/slowest-first.ts";

/** As many files at a time as there are cores: most tests wait for a process of their own. By default vitest leaves one core idle. */
const maxWorkers = availableParallelism();

/** Test files of the groups that `scripts/test.ts` leaves out, as beginnings of their paths below `test/`. */
const leftOut = (process.env["TEST_LEFT_OUT"] ?? "").split(",").filter((path) => path !== "");
const exclude = [...configDefaults.exclude, ...leftOut.map((path) => `test/${path}${path.endsWith("/") ? "**" : "*"}`)];

const project = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude,
    testTimeout,
    hookTimeout: testTimeout,
    maxWorkers,
    // The default of a second is too short for a page on a busy machine.
    expect: { poll: { timeout: testTimeout / 4 } },
  },
});

const e2e = project("e2e", 60_000);

/** Tests of the page of the service: all of them open it in one browser. */
const page = {
  test: {
    ...e2e.test,
    name: "page",
    include: ["test/e2e/page/**/*.test.ts"],
    globalSetup: "test/support/page/browser-setup.ts",
  },
};

/** Apart from the others, one file after the other: they build images and share an engine. */
const containers = {
  test: {
    name: "containers",
    include: ["test/containers/**/*.test.ts"],
    exclude,
    globalSetup: "test/containers/engine-setup.ts",
    testTimeout: 120_000,
    hookTimeout: 480_000,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      project("contract", 10_000),
      project("conformance", 30_000),
      project("integration", 30_000),
      { test: { ...e2e.test, exclude: [...exclude, ...page.test.include] } },
      page,
      project("security", 60_000),
      project("fuzz", 60_000),
      containers,
    ],
  },
});
