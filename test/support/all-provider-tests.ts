import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./paths.ts";
import type { ProviderTests } from "./provider-tests.ts";

const NAMES = globSync("instrumentations/*/provider.ts", { cwd: ROOT })
  .map((file) => basename(join(file, "..")))
  .filter((name) => globSync(`test/providers/${name}.ts`, { cwd: ROOT }).length > 0)
  .toSorted();

/** What tests need of the instrumentations that have a file in test/providers, by their folders. */
export const PROVIDER_TESTS: ReadonlyMap<string, ProviderTests> = new Map(
  await Promise.all(
    NAMES.map(async (name) => {
      const { TESTS } = (await import(`../providers/${name}.ts`)) as { TESTS: ProviderTests };
      return [name, TESTS] as const;
    }),
  ),
);
