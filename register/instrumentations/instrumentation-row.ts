import type { Instrumentation, InstrumentationConfig } from "@opentelemetry/instrumentation";

/**
 * Purpose of an instrumentation, which decides when it is loaded. `observations` (records model calls) and `context` (carries
 * the trace from one process to the next and makes one request one trace): whenever the application loads a module that they
 * instrument. `spans`, `logs` and `metrics`: when that signal also goes to a destination of the application's own. `request`:
 * only by name.
 */
export type Purpose = "observations" | "context" | "spans" | "logs" | "metrics" | "request";

/** Instrumentation that the preload includes. */
export interface InstrumentationRow {
  /** Name in `OTEL_NODE_ENABLED_INSTRUMENTATIONS` and `OTEL_NODE_DISABLED_INSTRUMENTATIONS`. */
  readonly name: string;
  readonly purpose: Purpose;
  /** Packages and built-in modules to instrument. The first of them that the application loads triggers the instrumentation. */
  readonly modules: readonly string[];
  /**
   * Files of the packages in `modules` whose exported objects are patched, as the instrumentation's definitions name them,
   * without the package. When absent, the instrumentation replaces exports of `modules` and of files of its own choice.
   */
  readonly files?: readonly string[];
  /** Functions in the scope of `files` that are replaced. The files then hand over these functions instead of their exports. */
  readonly functions?: readonly string[];
  /** Subpaths that applications import, by package, where the main file of a package leads to none of `files`. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Diagnostics channel of a module whose loading cannot be seen. The first message loads the instrumentation. */
  readonly channel?: string;
  /** Environment variable that tells that there is something to instrument; read when the process starts. */
  readonly variable?: string;
  /**
   * Registers a stand-in with a library that lets itself be observed. Its first event calls `load`, which returns the object that
   * takes the place of the stand-in; undefined when loading failed.
   */
  readonly registerStandIn?: (load: () => object | undefined) => void;
  /** True when the instrumentation replaces no exports of `modules`, and works without the SDK until a span is started. */
  readonly keepsExports?: true;
  /** Takes the place of the row where no exporter of the application's receives spans and metrics, and this Node is able to. */
  readonly unseen?: Pick<InstrumentationRow, "className" | "load" | "keepsExports">;
  /** Settings that the constructor of the instrumentation gets. */
  readonly config?: InstrumentationConfig;
  /** Name of the class that the module of `load` exports. */
  readonly className: string;
  /** Loads the module, a separate file in the built package. */
  readonly load: () => Readonly<Record<string, InstrumentationClass>>;
}

export type InstrumentationClass = new (config?: InstrumentationConfig) => LoadedInstrumentation;

/** Instrumentation, as far as the preload deals with it. */
export type LoadedInstrumentation = Pick<Instrumentation, "disable"> &
  Partial<Pick<Instrumentation, "setTracerProvider">>;
