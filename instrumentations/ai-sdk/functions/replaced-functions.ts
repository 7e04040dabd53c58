import { fieldsOf, isFields, logger, type Fields } from "@svc/core/internal";
import { whileUsed, type Around, type Patches } from "@svc/instrumentation";
import { noteOf, withNote } from "../operation/call-note.ts";
import { withSvcTelemetry } from "../tracer/svc-telemetry.ts";
import { FUNCTIONS } from "./ai-sdk-functions.ts";
import { withOwnIntegration } from "./own-integration.ts";
import { recordResult } from "./recorded-result.ts";

/** First major version that reports its calls to integrations. */
const FIRST_WITH_INTEGRATIONS = 7;

/** First major version whose telemetry can cope with null. */
const FIRST_WITH_NULL = 5;

/**
 * Replaces the functions of `ai` that a loaded file hands over. Returns the names that are missing in the file. Does nothing with
 * the exports of a file, which cannot be replaced.
 */
export function replaceFunctions(functions: unknown, patches: Patches, version?: string): string[] {
  if (!isFields(functions) || isNamespace(functions)) return [];
  const major = Number.parseInt(version ?? "", 10) || FIRST_WITH_INTEGRATIONS;
  return Object.entries(FUNCTIONS).flatMap(([name, { operationId, upToSix, since7, since = 0 }]) => {
    if (major < since) return [];
    const source = major < FIRST_WITH_INTEGRATIONS ? upToSix : since7;
    const around = source === "result" ? withRecordedResult(operationId) : AROUND[source](major);
    return patches.add(functions, name, whileUsed(around)) ? [] : [name];
  });
}

const AROUND: Readonly<Record<"telemetry" | "events", (major: number) => Around>> = {
  telemetry:
    (major) =>
    (original, self, [options, ...rest]) => {
      const isLeft = major < FIRST_WITH_NULL && hasNull(fieldsOf(options));
      if (isLeft) logger.warnOnce(NOT_RECORDED);
      const given = isLeft ? options : withSvcTelemetry(options);
      return withNote(noteOf(fieldsOf(options)), () => Reflect.apply(original, self, [given, ...rest]));
    },
  events:
    () =>
    (original, self, [options, ...rest]) =>
      withNote(noteOf(fieldsOf(options)), () => Reflect.apply(original, self, [withOwnIntegration(options), ...rest])),
};

const NOT_RECORDED =
  "Calls of ai 4 with null as a setting or a header are not recorded: with its telemetry, that version fails on null. " +
  "Leave the setting out, or use a newer version of ai.";

/** Returns true when a setting or a header of a call is null. */
function hasNull(options: Fields): boolean {
  return Object.values(options).includes(null) || Object.values(fieldsOf(options.headers)).includes(null);
}

function withRecordedResult(operationId: string): Around {
  return (original, self, args) => recordResult(operationId, args[0], () => Reflect.apply(original, self, args));
}

/** Returns true for the exports of a module: they are getters, or the object is that of an ES module. */
function isNamespace(exports: object): boolean {
  if (Reflect.get(exports, Symbol.toStringTag) === "Module") return true;
  return Object.values(Object.getOwnPropertyDescriptors(exports)).some((each) => each.get !== undefined);
}
