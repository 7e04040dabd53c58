import {
  InstrumentationBase,
  InstrumentationNodeModuleFile,
  type InstrumentationConfig,
  type InstrumentationModuleDefinition,
} from "@opentelemetry/instrumentation";
import { logger, SVC_SDK_VERSION } from "@svc/core/internal";
import { patchClass, PATCHED_CLASSES, type PatchedClass } from "./patched-classes.ts";
import { pathsOf } from "./patched-files.ts";

/** Class of one loaded copy of the package. */
interface LoadedClass {
  readonly row: PatchedClass;
  readonly exports: unknown;
  /** Functions that undo the current patches; empty when the class is not patched. */
  undo: (() => void)[];
}

/**
 * Records every run of LangChain 1.x and LangGraph 1.x as an observation at its place in the trace, without a change to the
 * application. Patches only `@langchain/core`, through which all runs are reported. Register it before `@langchain/core` is
 * loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isLangChainFile` limits the hooks to a few files.
 */
export class LangChainInstrumentation extends InstrumentationBase {
  // Initialised in init(): the base class calls init() before this class's own initialisers, and they would undo it.
  declare private loaded: LoadedClass[];

  constructor(config: InstrumentationConfig = {}) {
    super("@svc/langchain", SVC_SDK_VERSION, config);
  }

  protected override init(): InstrumentationModuleDefinition {
    this.loaded ??= [];
    const files = PATCHED_CLASSES.flatMap((row) => pathsOf(row.module).map((path) => this.fileDefinition(row, path)));
    // Every version matches, so that a version outside the supported range causes a warning and is not skipped silently.
    return { name: "@langchain/core", supportedVersions: ["*"], includePrerelease: true, files };
  }

  override enable(): void {
    super.enable();
    for (const loaded of this.loaded)
      if (loaded.undo.length === 0) ({ undo: loaded.undo } = patchClass(loaded.row, loaded.exports));
  }

  override disable(): void {
    super.disable();
    // The base class remembers one copy of a file; `loaded` holds every loaded copy.
    for (const loaded of this.loaded) for (const undo of loaded.undo.splice(0)) undo();
  }

  private fileDefinition(row: PatchedClass, path: string): InstrumentationNodeModuleFile {
    return new InstrumentationNodeModuleFile(
      path,
      ["*"],
      (exports: unknown, version?: string) => {
        try {
          this.patch(row, exports, version);
        } catch (error) {
          logger.errorOnce(`Could not patch ${path}; its runs may not be recorded`, error);
        }
        return exports;
      },
      () => undefined,
    );
  }

  private patch(row: PatchedClass, exports: unknown, version = ""): void {
    if (!isSupported(version)) return;
    const { undo, missing } = patchClass(row, exports);
    for (const name of missing) {
      logger.warnOnce(`@langchain/core ${version} has no ${name} where it is expected: its runs may not be recorded`);
    }
    if (undo.length > 0) this.loaded.push({ row, exports, undo });
  }
}

/**
 * Returns false with a warning for older versions, which report their runs in other ways. Newer versions are tried, with a
 * warning.
 */
function isSupported(version: string): boolean {
  const major = Number.parseInt(version, 10);
  if (Number.isNaN(major) || major === 1) return true;
  const isOlder = major < 1;
  logger.warnOnce(
    `@langchain/core ${version} is outside the supported versions (1.x): its runs are ` +
      (isOlder ? "not recorded; use version 1" : "recorded as far as it still works the same way"),
  );
  return !isOlder;
}
