import type { TracerProvider } from "@opentelemetry/api";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { InstrumentationRow, LoadedInstrumentation } from "./instrumentation-row.ts";
import { MovedFiles } from "./moved-files.ts";
import { loadInstrumentation } from "./enabled-instrumentations.ts";
import { isPathOrUrl, moduleName, withoutScheme } from "../modules/module-name.ts";
import type { PackageFile } from "../modules/package-file.ts";
import type { PatchedPackage } from "../modules/patched-files.ts";
import { PatchedModules } from "../modules/patched-modules.ts";

const PACKAGES_FOLDER = "node_modules/";

/**
 * Loads each instrumentation when the application is about to load a module that it instruments. Knows which ES modules the
 * loaded instrumentations need to have wrapped.
 */
export class InstrumentationLoader {
  readonly #waiting = new Map<string, InstrumentationRow[]>();
  readonly #loaded = new Map<InstrumentationRow, LoadedInstrumentation | undefined>();
  readonly #onLoaded: () => void;
  /** Packages and built-in modules whose exports instrumentations replace. */
  readonly #names = new Set<string>();
  /** Specifiers of ES modules, and files of packages, whose exports instrumentations replace. */
  readonly #specifiers = new Set<string>();
  readonly #files = new Set<string>();
  readonly #patterns: RegExp[] = [];
  /** Other specifiers of those packages, with the names by which the instrumentations know them. */
  readonly #aliases = new Map<string, string>();
  /** Rows of the table that patch exported objects. */
  readonly #patching: readonly InstrumentationRow[];
  /** Modules whose exported objects are patched. */
  readonly patched: PatchedModules;
  readonly #moved: MovedFiles;
  /** Callbacks to run before a module is loaded for the first time. */
  readonly #callbacks = new Map<string, () => void>();
  /** Functions to call with the exports of packages, each time the application requires one by its name. */
  readonly #receivers = new Map<string, (exports: unknown) => void>();
  /** Tracer provider of the application's own SDK. */
  #provider: TracerProvider | undefined;
  /** Runs the loading of an instrumentation. The module hooks replace this function to keep their order. */
  around: <T>(load: () => T) => T = (load) => load();
  /** Above 0 while files of the preload itself are loading. */
  #busy = 0;

  /** `onLoaded` is called after each loaded instrumentation that needs the SDK. */
  constructor(rows: readonly InstrumentationRow[], onLoaded: () => void) {
    this.#onLoaded = onLoaded;
    this.#moved = new MovedFiles(rows);
    this.#patching = rows.filter(({ files }) => files !== undefined);
    this.patched = new PatchedModules(patchedPackages(rows), (file, exports) => this.#patch(file, exports));
    for (const row of rows) {
      if (row.files !== undefined || row.registerStandIn !== undefined) continue;
      for (const module of row.modules) this.#waiting.set(module, [...(this.#waiting.get(module) ?? []), row]);
    }
  }

  /**
   * Loads the instrumentations that need not wait, and subscribes to the channels of those that only a diagnostics channel can
   * trigger.
   */
  start(rows: readonly InstrumentationRow[]): void {
    for (const row of rows) {
      const isWanted = row.variable === undefined || process.env[row.variable] !== undefined;
      if (row.registerStandIn !== undefined) row.registerStandIn(() => this.#integrationOf(row));
      else if (row.channel !== undefined) this.#loadAtFirstMessage(row, row.channel);
      else if (row.modules.length === 0 && isWanted) this.#load(row);
    }
  }

  /**
   * Calls back before the application loads this package for the first time. The package's ES modules at these URLs are
   * wrapped. `receive` is called with the exports of the package, each time it is required.
   */
  before(name: string, files: readonly RegExp[], callback: () => void, receive?: (exports: unknown) => void): void {
    this.#callbacks.set(name, () => {
      this.#patterns.push(...files);
      callback();
      if (receive !== undefined) this.#receivers.set(name, receive);
    });
  }

  /** Called with the exports of a module that was required by this id. */
  onRequired(id: string, exports: unknown): void {
    this.#receivers.get(id)?.(exports);
  }

  /**
   * Makes the instrumentations of model calls use a provider of the application's, and disables all others. The application
   * instruments everything else itself.
   */
  use(provider: TracerProvider): void {
    this.#provider = provider;
    for (const [name, rows] of this.#waiting) this.#waiting.set(name, rows.filter(recordsObservations));
    for (const [row, instrumentation] of this.#loaded) {
      if (recordsObservations(row)) instrumentation?.setTracerProvider?.(provider);
      else instrumentation?.disable();
    }
  }

  /** Called when the application loads a module by this specifier: a name, a path or a URL. */
  onSpecifier(specifier: string): void {
    if (this.#busy > 0) return;
    const name = moduleName(specifier);
    if (name !== undefined) this.#onName(name);
  }

  /**
   * Called when a specifier of the application has resolved to this URL or path. Returns the specifier by which
   * instrumentations know the module: one that `find` resolves to the same place.
   */
  onResolved(specifier: string, location: string, find: (specifier: string) => string): string {
    if (this.#busy > 0) return specifier;
    const name = moduleName(location);
    if (name === undefined) return specifier;
    if (this.#moved.has(name)) this.asPreload(() => this.#moved.look(name, location));
    const given = isPathOrUrl(specifier) ? name : moduleName(specifier);
    if (given === name) return specifier;
    this.#onName(name);
    if (!this.#names.has(name)) return specifier;
    const known = specifier.startsWith("#") ? name : name + specifier.slice(given!.length);
    try {
      if (find(known) !== location) return specifier;
    } catch {
      // No package has this name here.
      return specifier;
    }
    this.#aliases.set(specifier, known);
    return known;
  }

  #onName(name: string): void {
    const callback = this.#callbacks.get(name);
    if (callback !== undefined) {
      this.#callbacks.delete(name);
      this.asPreload(callback);
    }
    const rows = this.#waiting.get(name);
    if (rows === undefined) return;
    this.#waiting.delete(name);
    for (const row of rows) this.#load(row);
  }

  /** Returns true when an instrumentation may be waiting for the module that this file requires by this id. */
  isOfInterest(id: string, filename: string | null): boolean {
    if (typeof id !== "string") return false;
    const name = moduleName(id);
    if (name !== undefined) return this.#names.has(name) || this.isAlias(id);
    const parent = filename === null ? undefined : moduleName(filename);
    return parent !== undefined && this.#names.has(parent);
  }

  /** Returns true when this specifier is another name of a module whose exports are replaced. */
  isAlias(specifier: string): boolean {
    return this.#aliases.has(specifier);
  }

  /** Returns true when an instrumentation replaces exports of this ES module. */
  isInstrumented(url: string, specifier: string): boolean {
    if (this.#patterns.length > 0 && this.#patterns.some((pattern) => pattern.test(url))) return true;
    if (this.#loaded.size === 0) return false;
    if (this.#specifiers.has(withoutScheme(specifier)) || this.#specifiers.has(url)) return true;
    return this.#files.has(fileOfPackage(url));
  }

  /**
   * Returns true when this ES module reports itself that it has been loaded: its exported objects are patched, and its exports
   * stay.
   */
  isPatchedInPlace(url: string): boolean {
    return this.patched.has(url) || this.#patterns.some((pattern) => pattern.test(url));
  }

  /** Runs a function that loads files of the preload, so that modules it loads do not count as loaded by the application. */
  asPreload<T>(fn: () => T): T {
    this.#busy++;
    try {
      return fn();
    } finally {
      this.#busy--;
    }
  }

  #patch({ package: name, version, path }: PackageFile, exports: unknown): void {
    // Several rows can patch files of one package, and each is loaded for its own files only.
    for (const row of this.#patching.filter(({ modules, files }) => modules.includes(name) && files?.includes(path))) {
      const instrumentation = this.#load(row) ?? this.#loaded.get(row);
      const definitions = instrumentation === undefined ? [] : definitionsOf(instrumentation);
      for (const file of definitions.flatMap(({ files }) => files)) {
        if (file.name === `${name}/${path}`) file.patch(exports, version);
      }
    }
  }

  #load(row: InstrumentationRow): LoadedInstrumentation | undefined {
    if (this.#loaded.has(row) || (this.#provider !== undefined && !recordsObservations(row))) return undefined;
    this.#loaded.set(row, undefined);
    const instrumentation = this.asPreload(() => this.around(() => loadInstrumentation(row)));
    if (instrumentation === undefined) return undefined;
    this.#loaded.set(row, instrumentation);
    if (this.#provider !== undefined) instrumentation.setTracerProvider?.(this.#provider);
    if (row.keepsExports) return instrumentation;
    if (row.files === undefined && row.registerStandIn === undefined) this.#noteReplaced(instrumentation, row);
    this.#onLoaded();
    return instrumentation;
  }

  #noteReplaced(instrumentation: LoadedInstrumentation, { modules }: InstrumentationRow): void {
    for (const name of modules) {
      this.#names.add(moduleName(name)!);
      this.#specifiers.add(name);
    }
    for (const { name, files } of definitionsOf(instrumentation)) {
      if (isAbsolute(name)) this.#specifiers.add(pathToFileURL(name).href);
      for (const { name: file } of files) this.#files.add(file.replaceAll("\\", "/"));
    }
  }

  #integrationOf(row: InstrumentationRow): object | undefined {
    const integration: unknown = Reflect.get(this.#load(row) ?? this.#loaded.get(row) ?? {}, "telemetry");
    return typeof integration === "object" && integration !== null ? integration : undefined;
  }

  #loadAtFirstMessage(row: InstrumentationRow, channel: string): void {
    const onMessage = (message: unknown): void => {
      unsubscribe(channel, onMessage);
      const instrumentation = this.#load(row);
      // The instrumentation has subscribed only now, too late for this message.
      const receive: unknown = instrumentation && Reflect.get(instrumentation, "onRequestCreated");
      if (typeof receive === "function") Reflect.apply(receive, instrumentation, [message]);
    };
    subscribe(channel, onMessage);
  }
}

/** Returns the path of a package's file, beginning with the package's name. */
function fileOfPackage(url: string): string {
  const start = url.lastIndexOf(PACKAGES_FOLDER);
  const end = url.search(/[?#]/);
  return start === -1 ? "" : url.slice(start + PACKAGES_FOLDER.length, end === -1 ? undefined : end);
}

function recordsObservations({ purpose }: InstrumentationRow): boolean {
  return purpose === "observations";
}

interface Definition {
  readonly name: string;
  readonly files: ReadonlyArray<{ readonly name: string; patch(exports: unknown, version?: string): unknown }>;
}

function patchedPackages(rows: readonly InstrumentationRow[]): PatchedPackage[] {
  return rows.flatMap(({ name: instrumentation, modules, files, functions }) =>
    files === undefined ? [] : modules.map((name) => ({ name, instrumentation, files, functions })),
  );
}

function definitionsOf(instrumentation: LoadedInstrumentation): readonly Definition[] {
  const { getModuleDefinitions } = instrumentation as { getModuleDefinitions?: () => Definition[] };
  return getModuleDefinitions?.call(instrumentation) ?? [];
}
