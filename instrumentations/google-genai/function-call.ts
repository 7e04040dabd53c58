import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";

/** Step of a path to an argument: `.name`, `['name']` or `[0]`. */
const STEP = /\.([\w-]+)|\['([^']+)'\]|\[(\d+)\]/g;

/** Field of a piece that holds a value, other than a text. */
const VALUES = ["numberValue", "boolValue", "nullValue"] as const;

/** Returns true for a function call that comes in pieces. */
export function isPartial(call: Fields): boolean {
  return call.willContinue === true || Array.isArray(call.partialArgs);
}

/** Function call whose arguments come in pieces, each with the path to its argument. */
export class FunctionCall {
  /** Call so far, in the shape of a whole call. */
  readonly fields: Record<string, unknown> = { args: {} };

  /** Adds a piece. Returns true for the last one. */
  add(piece: Fields): boolean {
    for (const name of ["id", "name"] as const) {
      const text = textOf(piece[name]);
      if (text !== undefined) this.fields[name] = text;
    }
    // The application has the piece; later pieces add to the copy.
    if (isFields(piece.args)) this.fields.args = { ...(this.fields.args as Fields), ...structuredClone(piece.args) };
    for (const part of listOf(piece.partialArgs)) if (isFields(part)) this.#addArgument(part);
    return piece.willContinue !== true;
  }

  #addArgument(part: Fields): void {
    const path = [...(textOf(part.jsonPath) ?? "").matchAll(STEP)].map(
      ([, name, quoted, index]) => name ?? quoted ?? index!,
    );
    const last = path.pop();
    if (last === undefined || path.length > MAX_DEPTH) return;
    let holder = this.fields.args as Record<string, unknown>;
    for (const [place, step] of path.entries()) {
      if (isNoPlace(holder, step)) return;
      const next = Object.hasOwn(holder, step) ? holder[step] : undefined;
      const isList = /^\d+$/.test(path[place + 1] ?? last);
      holder = (isFields(next) ? next : define(holder, step, isList ? [] : {})) as Record<string, unknown>;
    }
    if (isNoPlace(holder, last)) return;
    const before = Object.hasOwn(holder, last) ? holder[last] : undefined;
    const text = part.stringValue;
    if (typeof text === "string") {
      define(holder, last, typeof before === "string" ? before + text : text);
      return;
    }
    const value = VALUES.find((name) => part[name] !== undefined);
    if (value !== undefined) define(holder, last, value === "nullValue" ? null : part[value]);
  }
}

const MAX_DEPTH = 20;

/** Most places that a piece may skip in a list: in JSON, the places before an item cost text as well. */
const MAX_SKIPPED = 100;

/** Returns true for a step that names no item of a list, such as its length, and for an index that no order of pieces explains. */
function isNoPlace(holder: object, step: string): boolean {
  return Array.isArray(holder) && !(/^\d+$/.test(step) && Number(step) <= holder.length + MAX_SKIPPED);
}

/** Sets an own field, whatever its name means elsewhere. Returns the value. */
function define(holder: object, name: string, value: unknown): unknown {
  Object.defineProperty(holder, name, { value, configurable: true, enumerable: true, writable: true });
  return value;
}
