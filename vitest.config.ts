import { defineConfig } from "vitest/config";

const project = (name: string, testTimeout: number) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout, hookTimeout: testTimeout },
});

/** Apart from the others, one file after the other: they build images and share an engine. */
const containers = {
  test: {
    name: "containers",
    include: ["test/containers/**/*.test.ts"],
    globalSetup: "test/containers/engine-setup.ts",
    testTimeout: 120_000,
    hookTimeout: 480_000,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
};

export default defineConfig({
  test: {
    projects: [
      project("contract", 10_000),
      project("conformance", 30_000),
      project("integration", 30_000),
      project("e2e", 60_000),
      containers,
    ],
  },
});
