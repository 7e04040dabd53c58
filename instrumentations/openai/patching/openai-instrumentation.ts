import {
  InstrumentationBase,
  InstrumentationNodeModuleFile,
  type InstrumentationConfig,
  type InstrumentationModuleDefinition,
} from "@opentelemetry/instrumentation";
import { isFields, isInstrumentationEnabled, logger, SVC_SDK_VERSION, type Fields } from "@svc/core/internal";
import type { Operation } from "../call/operation.ts";
import { recordEveryCall } from "../call/recorded-method.ts";
import { PATCHED_CLASSES, type PatchedClass } from "./patched-classes.ts";
import { warnIfUntested } from "./tested-versions.ts";

/** Class of one loaded copy of the package. */
interface LoadedClass {
  readonly prototype: object;
  readonly methods: Readonly<Record<string, Operation>>;
  /** Functions that undo the current patches, one per patched method. */
  readonly undo: (() => void)[];
}

/**
 * Records every model call of the `openai` package, versions 4 to 7, as an observation. The application needs no change and can
 * see none. Register it before `openai` is loaded. For ES modules, register the hooks of `import-in-the-middle` too;
 * `isOpenAIFile` limits the hooks to a few files. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `openai` out.
 */
export class OpenAIInstrumentation extends InstrumentationBase {
  // Initialised in init(): the base class calls init() before this class's own initialisers, and they would undo it.
  declare private classes: Map<object, LoadedClass>;

  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", SVC_SDK_VERSION, config);
  }

  protected override init(): InstrumentationModuleDefinition {
    this.classes ??= new Map();
    const files = PATCHED_CLASSES.flatMap((row) =>
      row.files.flatMap((file) => ["js", "mjs"].map((ending) => this.fileDefinition(row, `openai/${file}.${ending}`))),
    );
    // Every version matches, so that a version outside the tested range is patched with a warning and not missed silently.
    return { name: "openai", supportedVersions: ["*"], includePrerelease: true, files };
  }

  override enable(): void {
    if (!isInstrumentationEnabled("openai")) return;
    super.enable();
    for (const loaded of this.classes.values()) patchAll(loaded);
  }

  override disable(): void {
    super.disable();
    // The base class remembers one copy of a file; `classes` holds every loaded copy.
    for (const loaded of this.classes.values()) undoAll(loaded);
  }

  private fileDefinition(row: PatchedClass, path: string): InstrumentationNodeModuleFile {
    return new InstrumentationNodeModuleFile(
      path,
      ["*"],
      (exports: unknown, version?: string) => {
        try {
          this.patchClass(row, exports, version);
        } catch (error) {
          logger.errorOnce(`Could not patch ${path}; its calls are not recorded`, error);
        }
        return exports;
      },
      () => undefined,
    );
  }

  private patchClass(row: PatchedClass, exports: unknown, version: string | undefined): void {
    warnIfUntested(version);
    const found = isFields(exports) ? exports[row.name] : undefined;
    const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
    if (!isFields(prototype)) {
      logger.warnOnce(
        `openai ${version ?? ""} has no class ${row.name} where it is expected: its calls are not recorded`,
      );
      return;
    }
    let loaded = this.classes.get(prototype);
    if (loaded === undefined) {
      warnIfMissing(row, prototype, version);
      const methods = { ...row.methods, ...row.newerMethods };
      this.classes.set(prototype, (loaded = { prototype, methods, undo: [] }));
    }
    patchAll(loaded);
  }
}

function patchAll({ prototype, methods, undo }: LoadedClass): void {
  if (undo.length > 0) return;
  for (const [name, operation] of Object.entries(methods)) {
    const undoOne = recordEveryCall(prototype, name, operation);
    if (undoOne) undo.push(undoOne);
  }
}

function undoAll({ undo }: LoadedClass): void {
  for (const undoOne of undo.splice(0)) undoOne();
}

function warnIfMissing(row: PatchedClass, prototype: Fields, version: string | undefined): void {
  for (const name of Object.keys(row.methods)) {
    if (typeof prototype[name] === "function") continue;
    logger.warnOnce(`openai ${version ?? ""} has no ${row.name}.${name}: its calls are not recorded`);
  }
}
