import {
  instrumentationOf,
  provider,
  type ClientClass,
  type InstrumentationClass,
  type Provider,
} from "@svc/instrumentation";
import { OPENAI_PACKAGE } from "../openai-package.ts";
import { filesOf } from "./patched-files.ts";
import { classNameAt } from "../recorded-classes.ts";

/** Instrumentation of `openai`, but for its clients of sockets. */
export const openai: Provider = /* @__PURE__ */ provider({
  name: "openai",
  title: "OpenAI",
  className: "OpenAIInstrumentation",
  applications: "apps/openai-*",
  packages: [{ name: "openai", versions: OPENAI_PACKAGE.versions, classes: /* @__PURE__ */ patchedClasses() }],
});

function patchedClasses(): ClientClass[] {
  const classes = OPENAI_PACKAGE.classes.map((row) =>
    Object.assign({ name: classNameAt(row.place), files: filesOf(row.place) }, row),
  );
  return classes.filter(({ files }) => files.length > 0);
}

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(openai);

/**
 * Records every model call of the `openai` package, versions 4 to 7, as an observation. The application needs no change and can
 * see none. Register it before `openai` is loaded. For ES modules, register the hooks of `import-in-the-middle` too;
 * `isOpenAIFile` limits the hooks to a few files. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `openai` out.
 */
export class OpenAIInstrumentation extends Instrumentation {}
