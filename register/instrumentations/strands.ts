import { context, trace, type Span } from "@opentelemetry/api";
import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { isFields } from "@svc/core/internal";
import { STRANDS, STRANDS_FILES } from "./strands-files.ts";
import {
  PackageInstrumentation,
  shadow,
  whileUsed,
  type Around,
  type PatchedExport,
  type PatchedPackage,
} from "@svc/instrumentation";

const STEPS = ["next", "return", "throw"] as const;

/** Span of a model call that has started, until the model is called in the same turn of the event loop. */
let starting: Span | undefined;

const noteSpan: Around = (original, self, args) => {
  const span = Reflect.apply(original, self, args) as Span | null;
  starting = span ?? undefined;
  queueMicrotask(() => {
    if (starting === span) starting = undefined;
  });
  return span;
};

const callInSpan: Around = (original, self, args) => {
  const span = starting;
  starting = undefined;
  const stream: unknown = Reflect.apply(original, self, args);
  return span === undefined || !isFields(stream) ? stream : inSpan(span, stream as unknown as AsyncGenerator);
};

/** Makes every step of a stream run with this span active. */
function inSpan(span: Span, stream: AsyncGenerator): AsyncGenerator {
  for (const name of STEPS) {
    const step = stream[name].bind(stream) as (...args: unknown[]) => Promise<IteratorResult<unknown>>;
    shadow(stream, name, (...args: unknown[]) =>
      context.with(trace.setSpan(context.active(), span), () => step(...args)),
    );
  }
  return stream;
}

/** Patch of one method of an exported class. */
const patchOf = (
  file: (typeof STRANDS_FILES)[number],
  name: string,
  method: string,
  around: Around,
): PatchedExport => ({
  files: [file],
  patch: (exports, patches) => {
    const found = isFields(exports) ? exports[name] : undefined;
    const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
    return isFields(prototype) && patches.add(prototype, method, whileUsed(around)) ? [] : [`${name}.${method}`];
  },
});

const PACKAGES: readonly PatchedPackage[] = [
  {
    name: STRANDS,
    instrumentation: "strands",
    recorded: "model calls",
    versions: { first: 1, last: 1 },
    exports: [
      patchOf(STRANDS_FILES[0], "Tracer", "startModelInvokeSpan", noteSpan),
      patchOf(STRANDS_FILES[1], "Model", "streamAggregated", callInSpan),
    ],
  },
];

/**
 * Makes the span of a model call of Strands Agents the active one while the model is called. Strands makes its own spans, but does not make
 * this one active: the call below, of a package that is recorded, would be a trace of its own.
 */
export class StrandsInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/register", config);
  }

  protected override get patchedPackages(): readonly PatchedPackage[] {
    return PACKAGES;
  }
}
