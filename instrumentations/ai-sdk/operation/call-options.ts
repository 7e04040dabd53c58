import { contentWithin, fieldsOf, type CapturedContent, type Fields } from "@svc/core/internal";

/** Returns the telemetry settings in the options of a call. */
export function telemetryOf(options: Fields): Fields {
  return fieldsOf(options.telemetry ?? options.experimental_telemetry);
}

/** Returns what is recorded of a call with these telemetry settings. */
export function captureOf({ recordInputs, recordOutputs }: Fields): CapturedContent {
  return contentWithin({ inputs: recordInputs !== false, outputs: recordOutputs !== false });
}

/** Returns a copy of options, of the same class, with other values of some fields. */
export function copyWith(options: Fields, fields: Fields): Fields {
  const prototype: object | null = Object.getPrototypeOf(options);
  if (prototype === Object.prototype) return { ...options, ...fields };
  return Object.assign(Object.create(prototype) as object, options, fields);
}
