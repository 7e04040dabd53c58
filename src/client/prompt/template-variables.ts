import Mustache from "mustache";

/** Prototypes of the language: what a value inherits from them was not given to a template. */
const BUILT_IN: ReadonlySet<object> = /* @__PURE__ */ new Set(
  [Object, Function, Array, String, Number, Boolean, BigInt, Symbol, Date, RegExp, Error, Map, Set, Promise].map(
    ({ prototype }): object => prototype,
  ),
);

/**
 * Returns the field that a template names; undefined for what the language gives each object, such as `constructor`, `toString` and
 * `__proto__`. Mustache calls a function that it finds: a template from elsewhere must not reach one that nobody gave it.
 * Fields of an application's own classes count.
 */
export function variableIn(holder: object, name: string): unknown {
  return hasVariable(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;
}

function hasVariable(holder: object, name: string): boolean {
  if (Object.hasOwn(holder, name)) return true;
  if (!(name in holder) || name === "constructor" || name === "__proto__") return false;
  return typeof (holder as Record<string, unknown>)[name] !== "function" || !BUILT_IN.has(ownerOf(holder, name));
}

/** Returns the object in the prototype chain that has a field. Some object has it. */
function ownerOf(holder: object, name: string): object {
  let owner = holder;
  while (!Object.hasOwn(owner, name)) {
    const next = Object.getPrototypeOf(owner) as object | null;
    // A proxy may say that it has what its prototypes lack.
    if (next === null) break;
    owner = next;
  }
  return owner;
}

/** Variables of a template, within sections those of the section's value first. Finds what Mustache finds, as {@link variableIn} allows. */
export class TemplateContext extends Mustache.Context {
  override push(view: unknown): TemplateContext {
    return new TemplateContext(view, this);
  }

  override lookup(name: string): unknown {
    if (name === ".") return called(this.view, this.view);
    const path = name.indexOf(".") > 0 ? name.split(".") : [name];
    const holder = nearestHolder(this, path);
    return holder === undefined ? undefined : called(variableIn(holder, path.at(-1)!), this.view);
  }
}

/** Returns the holder of a path in the innermost section that has one. */
function nearestHolder(innermost: Mustache.Context, path: readonly string[]): object | undefined {
  for (let context: Mustache.Context | undefined = innermost; context !== undefined; context = context.parent) {
    const holder = holderOf(context.view, path);
    if (holder !== undefined) return holder;
  }
  return undefined;
}

/** Returns the object with the last field of a path; undefined when there is none. */
function holderOf(view: unknown, path: readonly string[]): object | undefined {
  let value = view;
  for (const name of path.slice(0, -1)) {
    if (value === undefined || value === null) return undefined;
    value = variableIn(Object(value) as object, name);
  }
  const last = path.at(-1)!;
  if (typeof value === "object") return value !== null && hasVariable(value, last) ? value : undefined;
  // The length of a text, which has no fields otherwise.
  const isNamed = path.length > 1 && value !== undefined && Object.hasOwn(Object(value) as object, last);
  return isNamed ? (Object(value) as object) : undefined;
}

function called(value: unknown, view: unknown): unknown {
  return typeof value === "function" ? (value.call(view) as unknown) : value;
}
