import {
  InstrumentationBase,
  InstrumentationNodeModuleFile,
  type InstrumentationConfig,
  type InstrumentationModuleDefinition,
} from "@opentelemetry/instrumentation";
import { isInstrumentationEnabled, logger, SVC_SDK_VERSION } from "@svc/core/internal";
import { Patches } from "./patch.ts";
import { replaceableExports } from "./replaceable-exports.ts";
import { isPatchedVersion, rangeOf, type TestedVersions } from "./tested-versions.ts";

/** Export of a package that is patched, and the files that may export it. */
export interface PatchedExport {
  /** Paths of the files, relative to the package. */
  readonly files: readonly string[];
  /** True when one of the files is the main file of the package, which OpenTelemetry's hooks know by the package's name. */
  readonly isMain?: true;
  /** True when the exports themselves are replaced, and not only objects that they are. */
  readonly isReplaced?: true;
  /** Patches the export of a loaded file of this version. Returns the names that are missing in the file. */
  readonly patch: (exports: unknown, patches: Patches, version?: string) => readonly string[];
}

/** Package that an instrumentation patches. */
export interface PatchedPackage {
  readonly name: string;
  /** Name of the instrumentation in the environment's lists of instrumentations. */
  readonly instrumentation: string;
  /** Word for what is recorded, such as `calls`. */
  readonly recorded: string;
  readonly versions: TestedVersions;
  readonly exports: readonly PatchedExport[];
}

/** Loaded file of the package: one of any number of copies. */
interface LoadedFile {
  readonly package: PatchedPackage;
  readonly row: PatchedExport;
  readonly exports: unknown;
  readonly version: string | undefined;
}

/**
 * Base of the instrumentations: patches exports of exactly the named files, in every loaded copy of the package. Every version
 * matches, so that an untested version is patched with a warning and not missed silently. Does nothing, whoever enables it,
 * where the environment's lists of instrumentations leave it out. Never throws.
 */
export abstract class PackageInstrumentation extends InstrumentationBase {
  // Initialised in init(): the base class calls init() before this class's own initialisers, and they would undo it.
  declare private loaded: LoadedFile[];
  declare private patches: Patches;

  /** Takes the name of the package that records, which becomes the instrumentation scope. */
  constructor(scope: string, config: InstrumentationConfig) {
    super(scope, SVC_SDK_VERSION, config);
  }

  /** Packages to patch. Defined on the prototype, because the constructor of the base class needs them. */
  protected get patchedPackages(): readonly PatchedPackage[] {
    return [];
  }

  protected override init(): InstrumentationModuleDefinition[] {
    this.loaded ??= [];
    this.patches ??= new Patches();
    return this.patchedPackages.map((found) => this.packageDefinition(found));
  }

  override enable(): void {
    if (!this.patchedPackages.every(({ instrumentation }) => isInstrumentationEnabled(instrumentation))) return;
    super.enable();
    for (const file of this.loaded) this.patchFile(file);
  }

  override disable(): void {
    super.disable();
    // The base class remembers one copy of a file; these patches are those of every loaded copy.
    this.patches.undo();
  }

  /** Returns the versions of a package that the instrumentation is tested with, as a text; undefined for another package. */
  testedVersionsOf(name: string): string | undefined {
    const found = this.patchedPackages.find((each) => each.name === name);
    return found && rangeOf(found.versions);
  }

  private packageDefinition(found: PatchedPackage): InstrumentationModuleDefinition {
    const { name, exports } = found;
    const files = exports.flatMap((row) => row.files.map((file) => this.fileDefinition(found, row, `${name}/${file}`)));
    const main = exports.filter(({ isMain }) => isMain);
    const patch = (loaded: unknown, version?: string): unknown => {
      const given = main.some(({ isReplaced }) => isReplaced) ? replaceableExports(loaded) : loaded;
      for (const row of main) this.onLoaded({ package: found, row, exports: given, version }, name);
      return given;
    };
    return { name, supportedVersions: ["*"], includePrerelease: true, files, ...(main.length > 0 && { patch }) };
  }

  private fileDefinition(found: PatchedPackage, row: PatchedExport, path: string): InstrumentationNodeModuleFile {
    return new InstrumentationNodeModuleFile(
      path,
      ["*"],
      (loaded: unknown, version?: string) => {
        const exports = row.isReplaced === true ? replaceableExports(loaded) : loaded;
        this.onLoaded({ package: found, row, exports, version }, path);
        return exports;
      },
      () => undefined,
    );
  }

  private onLoaded(file: LoadedFile, path: string): void {
    const { name, recorded, versions } = file.package;
    try {
      if (!isPatchedVersion(name, file.version, versions, recorded)) return;
      const isKnown = this.loaded.some(({ row, exports }) => row === file.row && exports === file.exports);
      if (!isKnown) this.loaded.push(file);
      this.patchFile(file);
    } catch (error) {
      logger.errorOnce(
        `${path} of version ${file.version ?? "unknown"} could not be patched: its ${recorded} are not recorded. ` +
          "Use a version that docs/preload.md lists.",
        error,
      );
    }
  }

  private patchFile({ package: { name, recorded, versions }, row, exports, version }: LoadedFile): void {
    for (const missing of row.patch(exports, this.patches, version)) {
      logger.warnOnce(
        `${name} ${version ?? ""} has no ${missing} where it is expected: its ${recorded} are not recorded. ` +
          `Tested are versions ${rangeOf(versions)}.`,
      );
    }
  }
}
