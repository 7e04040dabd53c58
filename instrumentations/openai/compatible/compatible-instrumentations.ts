import {
  instrumentationOf,
  pathsOf,
  provider,
  type ClientClass,
  type InstrumentationClass,
  type Provider,
} from "@svc/instrumentation";
import { classNameAt, type ClientPackage } from "../recorded-classes.ts";
import { COMPATIBLE_PLACES, compatibleFiles, moduleOf } from "./compatible-files.ts";
import { CEREBRAS, GROQ, TOGETHER, type CompatiblePackage } from "./compatible-packages.ts";

/** Instrumentation of `groq-sdk`. */
export const GROQ_PROVIDER: Provider = /* @__PURE__ */ compatible("groq", "GroqInstrumentation", GROQ);

/** Instrumentation of `together-ai`. */
export const TOGETHER_PROVIDER: Provider = /* @__PURE__ */ compatible("together", "TogetherInstrumentation", TOGETHER);

/** Instrumentation of `@cerebras/cerebras_cloud_sdk`. */
export const CEREBRAS_PROVIDER: Provider = /* @__PURE__ */ compatible("cerebras", "CerebrasInstrumentation", CEREBRAS);

const Groq: InstrumentationClass = /* @__PURE__ */ instrumentationOf(GROQ_PROVIDER);
const Together: InstrumentationClass = /* @__PURE__ */ instrumentationOf(TOGETHER_PROVIDER);
const Cerebras: InstrumentationClass = /* @__PURE__ */ instrumentationOf(CEREBRAS_PROVIDER);

/** Records every model call of `groq-sdk`, versions 0 and 1, as `OpenAIInstrumentation` records those of `openai`. */
export class GroqInstrumentation extends Groq {}

/** Records every model call of `together-ai`, version 0, as `OpenAIInstrumentation` records those of `openai`. */
export class TogetherInstrumentation extends Together {}

/**
 * Records every model call of `@cerebras/cerebras_cloud_sdk`, version 1, as `OpenAIInstrumentation` records those of `openai`.
 */
export class CerebrasInstrumentation extends Cerebras {}

function compatible(instrumentation: string, className: string, { name, versions, classes }: ClientPackage): Provider {
  return provider({
    name: instrumentation,
    page: "openai.md",
    module: "@svc/openai",
    className,
    packages: [{ name, versions, classes: patchedClasses(name as CompatiblePackage, classes) }],
  });
}

function patchedClasses(name: CompatiblePackage, classes: ClientPackage["classes"]): ClientClass[] {
  const files = compatibleFiles(name);
  return classes
    .filter(({ place }) => COMPATIBLE_PLACES[name].includes(place))
    .map(({ place, places, methods }) => ({
      name: classNameAt(place),
      files: pathsOf(files, moduleOf(place)),
      places,
      // These packages have only the first method of each class.
      methods: Object.fromEntries(Object.entries(methods).slice(0, 1)),
    }));
}
