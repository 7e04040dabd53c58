import { defineConfig } from "vitest/config";

const project = (name: string, testTimeout: number) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout, hookTimeout: testTimeout },
});

export default defineConfig({
  test: {
    projects: [
      project("contract", 10_000),
      project("conformance", 30_000),
      project("integration", 30_000),
      project("e2e", 60_000),
    ],
  },
});
