import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { enabledInstrumentations } from "../instrumentations/enabled-instrumentations.ts";
import { bundlerOf, loadedPackages, type LoadedPackage } from "./application-packages.ts";
import type { Check } from "./report.ts";

/** Time after which a package that is still loading counts as failed. */
const LOAD_TIMEOUT_MS = 30_000;

const FORMS = {
  import: (specifier: string) => ["--input-type=module", "--eval", `await import(${JSON.stringify(specifier)})`],
  require: (specifier: string) => ["--input-type=commonjs", "--eval", `require(${JSON.stringify(specifier)})`],
} as const;

type Form = keyof typeof FORMS;

interface Loading {
  /** `failed` when the load fails, as in a module format that the package does not support. */
  readonly state: "patched" | "not patched" | "failed";
  /** Warnings of the preload: the package is not as it is tested. */
  readonly warnings: readonly string[];
}

/** Log lines of the preload that warn. */
const WARNING = /\[Svc SDK\] (?:WARN|ERROR) (.+)/g;

/**
 * Loads each package whose calls are recorded, by each of its names, as the application would. Each load runs in its own
 * process.
 */
export async function checkImports(folder: string): Promise<Check[]> {
  const rows = enabledInstrumentations().filter(({ files }) => files !== undefined);
  // What registers a stand-in is recorded in a bundle, too.
  const outside = new Set(
    rows.flatMap(({ registerStandIn, modules }) => (registerStandIn === undefined ? modules : [])),
  );
  const names = rows.flatMap(({ modules }) => modules);
  const entries: Readonly<Record<string, string>> = Object.assign({}, ...rows.map((row) => row.entries));
  return Promise.all(
    loadedPackages(folder, names).map(async (loaded) => {
      const bundler = outside.has(loaded.name) ? bundlerOf(loaded.specifier, folder) : undefined;
      return bundler === undefined ? checkPackage(loaded, entries[loaded.name]) : bundled(loaded, bundler);
    }),
  );
}

function bundled({ specifier, name, version }: LoadedPackage, bundler: string): Check {
  const detail = `${name} ${version} is in devDependencies, which ${bundler} puts into its bundle: its calls are not recorded there. Move it to dependencies.`;
  return { name: specifier, outcome: "warning", detail };
}

async function checkPackage(loaded: LoadedPackage, entry = ""): Promise<Check> {
  const { specifier, name, version } = loaded;
  const forms = Object.keys(FORMS) as Form[];
  const loadings = await Promise.all(forms.map((form) => load(loaded, entry, form)));
  const formsThat = (state: Loading["state"]): string[] =>
    forms.filter((_form, index) => loadings[index]!.state === state);
  const [warning] = loadings.flatMap(({ warnings }) => warnings);
  const missed = formsThat("not patched");
  const patched = formsThat("patched");
  const what = `${name} ${version}`;
  if (warning !== undefined) return { name: specifier, outcome: "warning", detail: warning };
  if (missed.length > 0) {
    const detail = `${what} is not seen by the preload when it is loaded by ${missed.join(" or ")}: its calls are not recorded. Is another loader in NODE_OPTIONS?`;
    return { name: specifier, outcome: "problem", detail };
  }
  if (patched.length === 0) {
    return { name: specifier, outcome: "warning", detail: `${what} could not be loaded from ${loaded.from}.` };
  }
  return { name: specifier, outcome: "ok", detail: `${what}, recorded when loaded by ${patched.join(" and ")}` };
}

async function load({ specifier, from, name }: LoadedPackage, entry: string, form: Form): Promise<Loading> {
  const loaded = specifier.startsWith("#") ? specifier : specifier + entry;
  const args = ["--require", join(__dirname, "import-probe.cjs"), ...FORMS[form](loaded)];
  const child = spawn(process.execPath, args, {
    cwd: from,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    timeout: LOAD_TIMEOUT_MS,
  });
  const [written, said] = [text(child.stdio[3] as Readable), text(child.stderr!)];
  const [status] = (await once(child, "close")) as [number | null];
  const warnings = Array.from((await said).matchAll(WARNING), ([, warning]) => warning!);
  if (status !== 0) return { state: "failed", warnings: [] };
  const isPatched = (JSON.parse((await written) || "[]") as string[]).includes(name);
  return { state: isPatched ? "patched" : "not patched", warnings };
}
