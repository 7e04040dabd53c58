import type { TracerProvider } from "@opentelemetry/api";
import type { Instrumentation } from "@opentelemetry/instrumentation";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { InstrumentationRow } from "./instrumentation-table.ts";
import { loadInstrumentation } from "./instrumentations.ts";
import { isPathOrUrl, moduleName, withoutScheme } from "./module-name.ts";
import type { PackageFile } from "./package-files.ts";
import type { PatchedPackage } from "./patched-files.ts";
import { PatchedModules } from "./patched-modules.ts";

const PACKAGES_FOLDER = "node_modules/";

/**
 * Loads each instrumentation when the application is about to load what it instruments, and knows which ES modules have to
 * be wrapped for those that are loaded.
 */
export class InstrumentationLoader {
  readonly #waiting = new Map<string, InstrumentationRow[]>();
  readonly #loaded = new Map<InstrumentationRow, Instrumentation | undefined>();
  readonly #onLoaded: () => void;
  /** Packages and built-in modules exports of which are replaced. */
  readonly #names = new Set<string>();
  /** What ES modules are imported by, and files of packages, whose exports instrumentations replace. */
  readonly #specifiers = new Set<string>();
  readonly #files = new Set<string>();
  readonly #patterns: RegExp[] = [];
  /** Specifiers that lead to those packages by another name, and the names by which instrumentations know them. */
  readonly #aliases = new Map<string, string>();
  /** The rows that patch what exports hold. */
  readonly #patching: readonly InstrumentationRow[];
  /** The modules in which they do. */
  readonly patched: PatchedModules;
  /** What is to be done before a module is loaded for the first time. */
  readonly #callbacks = new Map<string, () => void>();
  /** The provider of an SDK of the application's own. */
  #provider: TracerProvider | undefined;
  /** Runs what loads an instrumentation; the module hooks keep themselves in order so. */
  around: <T>(load: () => T) => T = (load) => load();
  /** Above 0 while files of our own are being loaded. */
  #busy = 0;

  /** `onLoaded` is called after each instrumentation that was loaded. */
  constructor(rows: readonly InstrumentationRow[], onLoaded: () => void) {
    this.#onLoaded = onLoaded;
    this.#patching = rows.filter(({ files }) => files !== undefined);
    this.patched = new PatchedModules(patchedPackages(rows), (file, exports) => this.#patch(file, exports));
    for (const row of rows) {
      if (row.files !== undefined) continue;
      for (const module of row.modules) this.#waiting.set(module, [...(this.#waiting.get(module) ?? []), row]);
    }
  }

  /** Loads what need not wait, or can be seen only through a diagnostics channel. */
  start(rows: readonly InstrumentationRow[]): void {
    for (const row of rows) {
      const isWanted = row.variable === undefined || process.env[row.variable] !== undefined;
      if (row.channel !== undefined) this.#loadAtFirstMessage(row, row.channel);
      else if (row.modules.length === 0 && isWanted) this.#load(row);
    }
  }

  /** Calls back before the application loads this package for the first time, whose ES modules at these URLs are wrapped. */
  before(name: string, files: readonly RegExp[], callback: () => void): void {
    this.#callbacks.set(name, () => {
      this.#patterns.push(...files);
      callback();
    });
  }

  /** Makes what records model calls use a provider of the application's, which has its own for everything else. */
  use(provider: TracerProvider): void {
    this.#provider = provider;
    for (const [name, rows] of this.#waiting) this.#waiting.set(name, rows.filter(recordsObservations));
    for (const [row, instrumentation] of this.#loaded) {
      if (recordsObservations(row)) instrumentation?.setTracerProvider(provider);
      else instrumentation?.disable();
    }
  }

  /** The application loads a module by this specifier: a name, a path or a URL. */
  onSpecifier(specifier: string): void {
    if (this.#busy > 0) return;
    const name = moduleName(specifier);
    if (name !== undefined) this.#onName(name);
  }

  /**
   * What the application loads by this specifier has been found at this URL or path. Gives the specifier by which
   * instrumentations know it, which `find` has led to the same place.
   */
  onResolved(specifier: string, location: string, find: (specifier: string) => string): string {
    if (this.#busy > 0) return specifier;
    const name = moduleName(location);
    if (name === undefined) return specifier;
    const given = isPathOrUrl(specifier) ? name : moduleName(specifier);
    if (given === name) return specifier;
    this.#onName(name);
    if (!this.#names.has(name)) return specifier;
    const known = specifier.startsWith("#") ? name : name + specifier.slice(given!.length);
    try {
      if (find(known) !== location) return specifier;
    } catch {
      // Nothing has this name here.
      return specifier;
    }
    this.#aliases.set(specifier, known);
    return known;
  }

  #onName(name: string): void {
    const callback = this.#callbacks.get(name);
    if (callback !== undefined) {
      this.#callbacks.delete(name);
      this.aside(callback);
    }
    const rows = this.#waiting.get(name);
    if (rows === undefined) return;
    this.#waiting.delete(name);
    for (const row of rows) this.#load(row);
  }

  /** Whether an instrumentation may be waiting for what is required by this id in this file. */
  isOfInterest(id: string, filename: string | null): boolean {
    if (typeof id !== "string") return false;
    const name = moduleName(id);
    if (name !== undefined) return this.#names.has(name) || this.isAlias(id);
    const parent = filename === null ? undefined : moduleName(filename);
    return parent !== undefined && this.#names.has(parent);
  }

  /** Whether this specifier is another name for something whose exports are replaced. */
  isAlias(specifier: string): boolean {
    return this.#aliases.has(specifier);
  }

  /** Whether an instrumentation replaces exports of this ES module. */
  isInstrumented(url: string, specifier: string): boolean {
    if (this.#patterns.length > 0 && this.#patterns.some((pattern) => pattern.test(url))) return true;
    if (this.#loaded.size === 0) return false;
    if (this.#specifiers.has(withoutScheme(specifier)) || this.#specifiers.has(url)) return true;
    return this.#files.has(fileOfPackage(url));
  }

  /** Whether this ES module says itself that it has been loaded: what its exports hold is patched, not the exports. */
  isPatchedInPlace(url: string): boolean {
    return this.patched.has(url) || this.#patterns.some((pattern) => pattern.test(url));
  }

  /** Runs what loads files of our own: what they load is not the application's wish. */
  aside<T>(fn: () => T): T {
    this.#busy++;
    try {
      return fn();
    } finally {
      this.#busy--;
    }
  }

  #patch({ package: name, version, path }: PackageFile, exports: unknown): void {
    for (const row of this.#patching.filter(({ modules }) => modules.includes(name))) {
      const instrumentation = this.#load(row) ?? this.#loaded.get(row);
      const definitions = instrumentation === undefined ? [] : definitionsOf(instrumentation);
      for (const file of definitions.flatMap(({ files }) => files)) {
        if (file.name === `${name}/${path}`) file.patch(exports, version);
      }
    }
  }

  #load(row: InstrumentationRow): Instrumentation | undefined {
    if (this.#loaded.has(row) || (this.#provider !== undefined && !recordsObservations(row))) return undefined;
    this.#loaded.set(row, undefined);
    const instrumentation = this.aside(() => this.around(() => loadInstrumentation(row)));
    if (instrumentation === undefined) return undefined;
    this.#loaded.set(row, instrumentation);
    if (this.#provider !== undefined) instrumentation.setTracerProvider(this.#provider);
    if (row.files === undefined) this.#noteReplaced(instrumentation, row);
    this.#onLoaded();
    return instrumentation;
  }

  #noteReplaced(instrumentation: Instrumentation, { modules }: InstrumentationRow): void {
    for (const name of modules) {
      this.#names.add(moduleName(name)!);
      this.#specifiers.add(name);
    }
    for (const { name, files } of definitionsOf(instrumentation)) {
      if (isAbsolute(name)) this.#specifiers.add(pathToFileURL(name).href);
      for (const { name: file } of files) this.#files.add(file.replaceAll("\\", "/"));
    }
  }

  #loadAtFirstMessage(row: InstrumentationRow, channel: string): void {
    const onMessage = (message: unknown): void => {
      unsubscribe(channel, onMessage);
      const instrumentation = this.#load(row);
      // It has subscribed now, too late for this message.
      const receive: unknown = instrumentation && Reflect.get(instrumentation, "onRequestCreated");
      if (typeof receive === "function") Reflect.apply(receive, instrumentation, [message]);
    };
    subscribe(channel, onMessage);
  }
}

/** Path of a file of a package, from the package's name on. */
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
  return rows.flatMap(({ modules, files }) => (files === undefined ? [] : modules.map((name) => ({ name, files }))));
}

function definitionsOf(instrumentation: Instrumentation): readonly Definition[] {
  const { getModuleDefinitions } = instrumentation as { getModuleDefinitions?: () => Definition[] };
  return getModuleDefinitions?.call(instrumentation) ?? [];
}
