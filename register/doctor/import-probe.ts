// Preloaded in a process that loads one package as the application does. Writes to file descriptor 3 which files of the package
// were patched.
import { writeSync } from "node:fs";
import { InstrumentationLoader } from "../instrumentations/instrumentation-loader.ts";
import { enabledInstrumentations } from "../instrumentations/enabled-instrumentations.ts";
import { hookModules } from "../hooks/module-hooks.ts";

const rows = enabledInstrumentations().filter(({ files }) => files !== undefined);
const loader = new InstrumentationLoader(rows, () => {});
hookModules(loader, rows);
process.once("exit", () => {
  const patched = loader.patched.packages.filter(({ name }) => loader.patched.hasPatched(name)).map(({ name }) => name);
  writeSync(3, JSON.stringify(patched));
});
