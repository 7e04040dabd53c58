import { isFields, logger, type Fields } from "@svc/core/internal";
import {
  instrumentationOf,
  ownData,
  provider,
  safeRecorder,
  whileUsed,
  type Around,
  type InstrumentationClass,
  type Patches,
  type Provider,
} from "@svc/instrumentation";
import { EXPORTER_NAME, SvcMastraExporter } from "./svc-mastra-exporter.ts";
import { MASTRA_FILES } from "./patching/patched-files.ts";

const NAME = "@mastra/observability";

const record = safeRecorder({ name: NAME }, "a run");

/** Bus of an instance of Mastra's observability, which gives its spans to exporters. */
interface EventBus {
  getExporters(): readonly unknown[];
  registerExporter(exporter: object): void;
}

const exporter = new SvcMastraExporter();
const exporting = new WeakSet<object>();

/** Adds the exporter to an instance before its first span. An instance whose application has added one keeps that one. */
const startSpan: Around = (original, self, args) => {
  record(() => addExporter(self));
  return Reflect.apply(original, self, args);
};

/** Adds the exporter only to the bus: the list of exporters in the configuration is the application's own array. */
function addExporter(instance: unknown): void {
  if (!isFields(instance) || exporting.has(instance)) return;
  exporting.add(instance);
  const { getObservabilityBus } = instance;
  const bus: unknown =
    typeof getObservabilityBus === "function" ? Reflect.apply(getObservabilityBus, instance, []) : undefined;
  if (!isEventBus(bus)) return;
  if (!bus.getExporters().some((found) => ownData(found, "name") === EXPORTER_NAME)) bus.registerExporter(exporter);
}

function isEventBus(value: unknown): value is EventBus {
  return isFields(value) && typeof value.getExporters === "function" && typeof value.registerExporter === "function";
}

/** Makes the observation of a span the active one while Mastra runs a function in it. */
const executeInContext: Around = (original, self, args) => {
  const [fn, ...others] = args;
  const id = ownData(self, "id");
  if (typeof fn !== "function") return Reflect.apply(original, self, args);
  const inside = (...given: unknown[]): unknown =>
    exporter.executeInContext(id, () => Reflect.apply(fn, undefined, given));
  return Reflect.apply(original, self, [inside, ...others]);
};

const METHODS: readonly (readonly [className: string, methods: Readonly<Record<string, Around>>])[] = [
  ["BaseObservabilityInstance", { startSpan }],
  ["BaseSpan", { executeInContext, executeInContextSync: executeInContext }],
];

const mastra: Provider = /* @__PURE__ */ provider({
  name: "mastra",
  kind: "framework",
  title: "Mastra",
  className: "MastraInstrumentation",
  applications: "installations/mastra*",
  packages: [
    {
      name: NAME,
      recorded: "runs",
      // Versions without an event bus, before 1.3, are left alone.
      versions: { first: 1, last: 1 },
      exports: [{ files: MASTRA_FILES, patch }],
      recordedCalls: {
        calls: ["Agent.generate", "Agent.stream", "Run.start", "Run.stream"],
        observations: ["agent", "chain", "span", "tool", "generation `chat`", "embedding", "retriever", "evaluator"],
      },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [mastra];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(mastra);

/**
 * Records every run of Mastra whose `Observability` is configured: adds an exporter to it. The application's own exporters stay as
 * they are. Register it before `@mastra/observability` is loaded. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `mastra` out.
 */
export class MastraInstrumentation extends Instrumentation {}

function patch(exports: unknown, patches: Patches, version = "of an unknown version"): readonly string[] {
  if (!isFields(exports)) return ["exports"];
  const instance = prototypeOf(exports, "BaseObservabilityInstance");
  if (instance !== undefined && !("getObservabilityBus" in instance)) {
    noteOlder(version);
    return [];
  }
  return METHODS.flatMap(([className, methods]) => {
    const prototype = prototypeOf(exports, className);
    if (prototype === undefined) return [`class ${className}`];
    return Object.entries(methods)
      .filter(([method, around]) => !patches.add(prototype, method, whileUsed(around)))
      .map(([method]) => `${className}.${method}`);
  });
}

function prototypeOf(exports: Fields, className: string): Fields | undefined {
  const prototype = ownData(exports[className], "prototype");
  return isFields(prototype) ? prototype : undefined;
}

const older = new Set<string>();

/** Logs once that a version is left alone. */
function noteOlder(version: string): void {
  if (older.has(version)) return;
  older.add(version);
  logger.warn(
    `${NAME} ${version} is older than the preload records: its runs are not recorded. Use version 1.17; see docs/mastra.md.`,
  );
}
