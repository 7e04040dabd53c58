import { isFields, textOf, type Fields } from "./fields.ts";
import { DETAILS, MODALITIES, NAMES, OBJECTS, PARTS, RESTS, type UsageName } from "./usage-names.ts";
import { countsTokens, isKnownKind, type Side, type UsageDetails } from "./usage-kinds.ts";
import { serializeValue } from "./serialization.ts";
import { disjointAmounts, SHORT_WRITES, type Amount } from "./usage-sums.ts";

/** Usage of a model call. */
export interface TokenUsage {
  /** Amounts by kind, as the service stores them. */
  readonly kinds: UsageDetails;
  /** Cost in US dollars, if the provider states it. */
  readonly cost?: number | undefined;
  /** Values that are no amounts and are left out, each in a line with the value. */
  readonly problems: readonly string[];
}

const NONE: readonly string[] = [];

/** Rank of a name whose value another name repeats. */
const REPEATED = 10_000;

/** Prefix of names that repeat amounts of other names, in the attributes of pydantic-ai. */
const REPEATS = "details.";

/** Lists of amounts written to a cache, by lifetime. */
const LIFETIME_LISTS: ReadonlySet<string> = new Set(["cacheDetails", "cache_details"]);

/** Maximum length of a wrong value in a problem. */
const MAX_VALUE = 200;

/**
 * Form of a usage: that of a provider's answer, an application's own map, whose unknown kinds are kept, or the attributes of a convention, in
 * which the input and the output contain every part.
 */
export type UsageForm = "answer" | "map" | "convention";

/**
 * Reads a usage in the words of any provider, library or convention of the table; undefined when it holds no amount. Parts are taken out
 * of the input or the output that contains them.
 */
export function readUsage(usage: unknown, form: UsageForm = "answer"): TokenUsage | undefined {
  if (!isFields(usage) || Array.isArray(usage)) return undefined;
  if (form === "map" && isStored(usage)) return { kinds: { ...(usage as UsageDetails) }, problems: NONE };
  const reading = new UsageReading(form);
  reading.addFields(usage);
  const kinds = reading.kinds();
  const isEmpty = Object.keys(kinds).length === 0;
  if (isEmpty && reading.problems.length === 0) return undefined;
  return { kinds, cost: costIn(usage), problems: reading.problems };
}

/** Returns true for amounts in the form of the service, with their sum as the total: most of what this SDK sends. */
function isStored(usage: Fields): boolean {
  let sum = 0;
  for (const kind in usage) {
    const amount = usage[kind];
    if (!Number.isSafeInteger(amount) || (amount as number) < 0 || !isKnownKind(kind)) return false;
    if (countsTokens(kind)) sum += amount as number;
  }
  return usage.total === sum;
}

/** Reading of one usage. */
class UsageReading {
  readonly problems: string[] = [];
  readonly #form: UsageForm;
  readonly #amounts = new Map<string, Amount>();
  /** Amounts that are added to an input which does not contain them. */
  #extraInput = 0;
  /** Amounts that count no tokens, or have no meaning in the table. */
  readonly #others: UsageDetails = {};
  /** True when a name of a provider tells that this is no map of the service's own kinds. */
  #isReported: boolean;

  constructor(form: UsageForm) {
    this.#form = form;
    this.#isReported = form !== "map";
  }

  addFields(fields: Fields): void {
    for (const name in fields) {
      const value = fields[name];
      if (value === null || value === undefined || value === "") continue;
      if (typeof value !== "object") this.#addField(name, value);
      // Of what Cohere bills and what it processed, only the first is paid.
      else if (name !== "tokens" || !("billed_units" in fields || "billedUnits" in fields))
        this.#addObject(name, value);
    }
  }

  /** Returns the amounts by kind, with their total. */
  kinds(): UsageDetails {
    const [input, output, total] = [this.#take("input"), this.#take("output"), this.#take("total")];
    const kinds = disjointAmounts({
      input: this.#extraInput > 0 ? (input ?? 0) + this.#extraInput : input,
      output,
      total,
      parts: this.#amounts,
    });
    const isStated = kinds.total !== undefined;
    // Gemini leaves out an output that is nothing but thoughts.
    if (this.#form === "answer" && kinds.output_reasoning_tokens !== undefined) kinds.output ??= 0;
    let sum = 0;
    let isCounted = false;
    for (const kind in kinds) {
      sum += kinds[kind]!;
      isCounted = true;
    }
    for (const kind in this.#others) {
      const amount = this.#others[kind]!;
      if (Object.hasOwn(kinds, kind) || (this.#isReported && amount === 0)) continue;
      kinds[kind] = amount;
      if (this.#isReported || isKnownKind(kind)) continue;
      sum += amount;
      isCounted = true;
    }
    if (isStated || !isCounted) return kinds;
    if (Number.isSafeInteger(sum)) kinds.total = sum;
    else
      this.problems.push(`usage: the sum of all amounts is above ${Number.MAX_SAFE_INTEGER} and is left out of total`);
    return kinds;
  }

  #take(kind: string): number | undefined {
    const amount = this.#amounts.get(kind)?.amount;
    this.#amounts.delete(kind);
    return amount;
  }

  #addField(name: string, value: unknown): void {
    const isRepeated = name.startsWith(REPEATS);
    const key = isRepeated ? name.slice(REPEATS.length) : name;
    const known = NAMES.get(key) ?? dottedPart(key);
    const amount = amountOf(value);
    if (amount === undefined) {
      if (known !== undefined || isWrongNumber(value)) this.#note(name, value);
    } else if (known !== undefined) this.#add(known, amount, isRepeated ? REPEATED : 0);
    else if (this.#form !== "answer" && !isRepeated && !RESTS.has(key)) this.#others[key] = amount;
  }

  #addObject(name: string, value: object): void {
    if (Array.isArray(value)) {
      const modality = MODALITIES.get(name);
      const details = DETAILS.get(name);
      const only: unknown = value.length === 1 ? value[0] : undefined;
      if (modality !== undefined) this.#addModalities(modality, value);
      else if (details !== undefined && isFields(only)) this.#addDetails(details, only);
      else if (LIFETIME_LISTS.has(name)) this.#addLifetimes(value);
      else if (NAMES.has(name)) this.#note(name, value);
      return;
    }
    const side = DETAILS.get(name);
    if (OBJECTS.has(name)) this.addFields(value as Fields);
    else if (side !== undefined && (!NAMES.has(name) || "total" in value)) this.#addDetails(side, value as Fields);
    else if (NAMES.has(name)) this.#note(name, value);
  }

  #addDetails(side: Side, details: Fields): void {
    this.#isReported = true;
    for (const name in details) {
      const value = details[name];
      if (value === null || value === undefined || RESTS.has(name)) continue;
      if (typeof value === "object") this.#addDeeper(name, value as Fields);
      else {
        const amount = amountOf(value);
        if (amount === undefined) this.#note(name, value);
        else this.#add(partNamed(side, name), amount);
      }
    }
  }

  #addDeeper(name: string, details: Fields): void {
    if (name === "cached_tokens_details") this.#addCached(details);
    else if (OBJECTS.has(name)) {
      for (const part in details) {
        const [known, amount] = [NAMES.get(part), amountOf(details[part])];
        if (known?.place === "within" && amount !== undefined) this.#add({ ...known, isInside: true }, amount);
      }
    }
  }

  /** Adds what the cached tokens consist of. */
  #addCached(details: Fields): void {
    for (const part of ["audio", "image"]) {
      const amount = amountOf(details[`${part}_tokens`]);
      const kind = `input_cached_${part}_tokens`;
      if (amount !== undefined) this.#add({ kind, place: "within", isInside: true, rank: 0 }, amount);
    }
  }

  #addModalities(side: Side | "cached", list: readonly unknown[]): void {
    this.#isReported = true;
    const sums: Record<string, number> = {};
    for (const item of list) {
      if (!isFields(item)) continue;
      const part = `${textOf(item.modality)?.toLowerCase()}_tokens`;
      const amount = amountOf(item.tokenCount ?? item.token_count ?? item.tokens);
      if (amount !== undefined) sums[part] = (sums[part] ?? 0) + amount;
    }
    if (side === "cached") this.#addCached(sums);
    else for (const part in sums) if (PARTS[side].has(part)) this.#add(partNamed(side, part), sums[part]!);
  }

  /** Adds the amounts that Bedrock wrote to its cache, by lifetime. */
  #addLifetimes(list: readonly unknown[]): void {
    for (const item of list) {
      if (!isFields(item)) continue;
      const known = NAMES.get(`ephemeral_${textOf(item.ttl)}_input_tokens`);
      const amount = amountOf(item.inputTokens);
      if (known !== undefined && amount !== undefined) this.#add(known, amount);
    }
  }

  #add({ kind, place, isInside, rank }: UsageName, amount: number, moreRank = 0): void {
    if (place !== "own") this.#isReported = true;
    if (place === "extra") {
      this.#extraInput += amount;
      return;
    }
    const isMain = kind === "input" || kind === "output" || kind === "total";
    if (amount === 0 && !isMain) return;
    if (!isMain && !countsTokens(kind)) {
      this.#others[kind] = amount;
      return;
    }
    const isShort = place === "within" && kind === "input_cache_creation";
    const key = isShort ? SHORT_WRITES : kind;
    const before = this.#amounts.get(key);
    if (isShort && before !== undefined) before.amount += amount;
    else if (before === undefined || rank + moreRank < before.rank) {
      this.#amounts.set(key, {
        amount,
        isInside: isInside || this.#form === "convention",
        isWithin: place === "within",
        isDetail: rank < 0,
        rank: rank + moreRank,
      });
    }
  }

  #note(name: string, value: unknown): void {
    this.problems.push(`usage: ${name} is no amount and is left out: ${textFor(value)}`);
  }
}

/** Returns the meaning of a name such as `prompt_details.audio`, whose first part is an object; undefined if none. */
function dottedPart(name: string): UsageName | undefined {
  const point = name.indexOf(".");
  if (point < 0) return undefined;
  const [object, part] = [name.slice(0, point), name.slice(point + 1)];
  const side = DETAILS.get(object);
  if (side !== undefined) return RESTS.has(part) ? undefined : partNamed(side, part);
  return OBJECTS.has(object) ? NAMES.get(part) : undefined;
}

/** Returns the meaning of a name in an object of details. A name that the table does not have is a part of its side. */
function partNamed(side: Side, name: string): UsageName {
  const known = PARTS[side].get(name) ?? NAMES.get(name);
  if (known?.place === "within") return { ...known, isInside: true };
  return PARTS[side].get(name) ?? { kind: `${side}_${name}`, place: "part", isInside: true, rank: 0 };
}

/** Returns the value when it is a whole number that is not negative, or the text of one. */
function amountOf(value: unknown): number | undefined {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return Number.isSafeInteger(amount) && (amount as number) >= 0 ? (amount as number) : undefined;
}

function isWrongNumber(value: unknown): boolean {
  return typeof value === "number" && (value < 0 || value > Number.MAX_SAFE_INTEGER || Number.isNaN(value));
}

function textFor(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (serializeValue(value) ?? "");
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/**
 * Returns the cost that OpenRouter and other gateways state. With a key of the application's own, OpenRouter charges its fee, and
 * the model's provider charges the rest.
 */
function costIn({ cost, is_byok: hasOwnKey, cost_details: details }: Fields): number | undefined {
  const charged = amountOfMoney(cost);
  const upstream = hasOwnKey === true && isFields(details) ? amountOfMoney(details.upstream_inference_cost) : undefined;
  return charged === undefined ? undefined : charged + (upstream ?? 0);
}

function amountOfMoney(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
