import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The part of Yarn's Plug'n'Play that is used: https://yarnpkg.com/advanced/pnpapi */
interface PnpApi {
  setup?: () => void;
  resolveToUnqualified: (request: string, issuer: string) => string | null;
}

const PNP_FILE = ".pnp.cjs";

/**
 * The folder of a package that an application in this folder would load where Yarn installs without `node_modules`; undefined
 * without it. Files in it, which may lie in an archive, can be read from then on.
 */
export function findWithPnp(name: string, folder: string): string | undefined {
  const pnp = pnpOf(folder);
  try {
    return pnp?.resolveToUnqualified(name, join(folder, "/")) ?? undefined;
  } catch {
    // The application does not depend on it.
    return undefined;
  }
}

function pnpOf(folder: string): PnpApi | undefined {
  for (let from = folder; ; from = dirname(from)) {
    const file = join(from, PNP_FILE);
    if (existsSync(file)) {
      const pnp = createRequire(file)(file) as PnpApi;
      // Started by Yarn, it is set up already.
      if (process.versions["pnp"] === undefined) pnp.setup?.();
      return pnp;
    }
    if (from === dirname(from)) return undefined;
  }
}
