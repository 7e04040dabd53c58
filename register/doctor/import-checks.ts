import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { enabledInstrumentations } from "../instrumentations.ts";
import { loadedPackages, type LoadedPackage } from "./application-packages.ts";
import type { Check } from "./report.ts";

/** Milliseconds after which a package that is still being loaded counts as one that cannot be. */
const PATIENCE_MS = 30_000;

/** What is loaded of packages whose main file leads to none of the patched ones. */
const ENTRIES: Readonly<Record<string, string>> = { "@langchain/core": "/callbacks/manager" };

const FORMS = {
  import: (specifier: string) => ["--input-type=module", "--eval", `await import(${JSON.stringify(specifier)})`],
  require: (specifier: string) => ["--input-type=commonjs", "--eval", `require(${JSON.stringify(specifier)})`],
} as const;

type Form = keyof typeof FORMS;

/** How the loading of a package went; `failed` where it is not made to be loaded in this form. */
type Loading = "patched" | "not patched" | "failed";

/** Loads each package whose calls are recorded, by each of its names, as the application would, in processes of their own. */
export async function checkImports(folder: string): Promise<Check[]> {
  const names = enabledInstrumentations().flatMap(({ files, modules }) => (files === undefined ? [] : modules));
  return Promise.all(loadedPackages(folder, names).map(checkPackage));
}

async function checkPackage(loaded: LoadedPackage): Promise<Check> {
  const { specifier, name, version } = loaded;
  const forms = Object.keys(FORMS) as Form[];
  const loadings = await Promise.all(forms.map((form) => load(loaded, form)));
  const formsThat = (loading: Loading): string[] => forms.filter((_form, index) => loadings[index] === loading);
  const missed = formsThat("not patched");
  const patched = formsThat("patched");
  const what = `${name} ${version}`;
  if (missed.length > 0) {
    const detail = `${what} is not seen by the preload when it is loaded by ${missed.join(" or ")}: its calls are not recorded. Is another loader in NODE_OPTIONS?`;
    return { name: specifier, outcome: "problem", detail };
  }
  if (patched.length === 0) {
    return { name: specifier, outcome: "warning", detail: `${what} could not be loaded from ${loaded.from}.` };
  }
  return { name: specifier, outcome: "ok", detail: `${what}, recorded when loaded by ${patched.join(" and ")}` };
}

async function load({ specifier, from, name }: LoadedPackage, form: Form): Promise<Loading> {
  const entry = specifier.startsWith("#") ? "" : (ENTRIES[name] ?? "");
  const args = ["--require", join(__dirname, "doctor/import-probe.cjs"), ...FORMS[form](specifier + entry)];
  const child = spawn(process.execPath, args, {
    cwd: from,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    timeout: PATIENCE_MS,
  });
  const written = text(child.stdio[3] as Readable);
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) return "failed";
  return (JSON.parse((await written) || "[]") as string[]).includes(name) ? "patched" : "not patched";
}
