import { defineConfig, type UserConfig } from "tsdown";

/** What every package shares: ES2022 for Node 22 and later, one file per entry, types made file by file without a type check. */
const shared = {
  platform: "node",
  target: "es2022",
  dts: { oxc: true },
  sourcemap: false,
  logLevel: "warn",
  clean: false,
} satisfies UserConfig;

/** An SDK package: ES module and CommonJS, with types for both. */
const sdk = (cwd: string, entry: Record<string, string> = { index: "index.ts" }): UserConfig => ({
  ...shared,
  cwd,
  entry,
  format: ["esm", "cjs"],
});

/** A program: ES module only. */
const program = (cwd: string, entry: string[]): UserConfig => ({ ...shared, cwd, entry, format: ["esm"] });

export default defineConfig([
  sdk("src/core"),
  // Built apart, so that whoever loads only @svc/core, such as the preload, loads nothing of it.
  sdk("src/core", { api: "api/index.ts" }),
  sdk("src/tracing"),
  sdk("src/otel"),
  sdk("src/client"),
  sdk("src/browser"),
  sdk("instrumentations/openai"),
  sdk("instrumentations/langchain"),
  sdk("register"),
  program("src/server", ["index.ts", "cli.ts", "writer.ts"]),
]);
