import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Part of Yarn's Plug'n'Play API that is used: https://yarnpkg.com/advanced/pnpapi */
interface PnpApi {
  setup?: () => void;
  resolveToUnqualified: (request: string, issuer: string) => string | null;
}

const PNP_FILE = ".pnp.cjs";

/**
 * Returns the folder of a package that an application in this folder would load through Yarn Plug'n'Play; undefined without
 * Plug'n'Play. Files in that folder, which may be in an archive, are readable from then on.
 */
export function findWithPnp(name: string, folder: string): string | undefined {
  const pnp = pnpOf(folder);
  try {
    return pnp?.resolveToUnqualified(name, join(folder, "/")) ?? undefined;
  } catch {
    // The application does not depend on this package.
    return undefined;
  }
}

function pnpOf(folder: string): PnpApi | undefined {
  for (let from = folder; ; from = dirname(from)) {
    const file = join(from, PNP_FILE);
    if (existsSync(file)) {
      const pnp = createRequire(file)(file) as PnpApi;
      // In a process that Yarn started, Plug'n'Play is set up already.
      if (process.versions["pnp"] === undefined) pnp.setup?.();
      return pnp;
    }
    if (from === dirname(from)) return undefined;
  }
}
