// `npm run prices:judge`: installs LiteLLM from PyPI into a temporary folder, and compares its costs with those of this service, for every
// model of the price list and every usage of `scripts/prices/judged-usages.ts`. Each difference must have a reason in
// `scripts/prices/known-differences.ts`. Needs Python 3 and the network; CI does not run it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readUsage } from "@svc/core/internal";
import { ModelMatcher } from "../src/server/ingest/prices/model-matcher.ts";
import { PRICE_LIST } from "../src/server/ingest/prices/price-list.ts";
import { priceOf } from "../src/server/ingest/prices/prices.ts";
import { JUDGED_USAGES, type JudgedUsage } from "./prices/judged-usages.ts";
import { KNOWN_DIFFERENCES } from "./prices/known-differences.ts";

/** Version of LiteLLM from whose table the list was made. */
const VERSION = "1.109.1";

const JUDGE = join(import.meta.dirname, "prices/litellm-judge.py");

const calls = PRICE_LIST.flatMap((listed) =>
  JUDGED_USAGES.map((judged) => ({ listed, judged, model: listed.source.split(" ").slice(2).join(" ") })),
);
const judgements = judgementsOf();
const matcher = new ModelMatcher();
const differences = new Map<string, number>();
const unexplained: string[] = [];
let equal = 0;

for (const [index, { listed, judged, model }] of calls.entries()) {
  const [ours, theirs] = [costOf(listed.name, judged), judgements[index]!];
  if (typeof theirs === "number" && ours !== undefined && isSame(ours, theirs)) {
    equal++;
    continue;
  }
  const said = typeof theirs === "number" ? theirs : theirs.error;
  const known = KNOWN_DIFFERENCES.find(({ models, usages }) => models.test(model) && usages.includes(judged.name));
  if (known === undefined) unexplained.push(`${model}, ${judged.name}: ${ours ?? "no cost"}, LiteLLM ${said}`);
  else differences.set(known.reason, (differences.get(known.reason) ?? 0) + 1);
}

console.log(
  `${PRICE_LIST.length} models × ${JUDGED_USAGES.length} usages: ${equal} of ${calls.length} costs are equal.`,
);
for (const [reason, count] of differences) {
  const { page } = KNOWN_DIFFERENCES.find((known) => known.reason === reason)!;
  console.log(`${count} differ: ${reason} (${page})`);
}
for (const line of unexplained) console.error(line);
if (unexplained.length > 0) {
  console.error(`${unexplained.length} differ without a reason in scripts/prices/known-differences.ts.`);
  process.exitCode = 1;
}

function judgementsOf(): Array<number | { error: string }> {
  const folder = mkdtempSync(join(tmpdir(), "svc-prices-judge-"));
  try {
    const python = process.env["PRICES_JUDGE_PYTHON"] ?? installedIn(folder);
    const input = JSON.stringify(
      calls.map(({ model, judged }) => ({ model, usage: judged.usage, service_tier: judged.service })),
    );
    return JSON.parse(execFileSync(python, [JUDGE], { input, encoding: "utf8", maxBuffer: 2 ** 28 })) as never;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function installedIn(folder: string): string {
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  const python = join(folder, "bin/python");
  execFileSync(python, ["-m", "pip", "install", "--quiet", `litellm==${VERSION}`], { stdio: "inherit" });
  return python;
}

function costOf(name: string, { usage, service }: JudgedUsage): number | undefined {
  const model = matcher.find("judged", name);
  const kinds = readUsage(usage)?.kinds;
  if (model === undefined || kinds === undefined) return undefined;
  const priced = priceOf(model, { usage: kinds, modelParameters: {}, metadata: new Map(), serviceTier: service });
  return priced?.costs["total"];
}

/** Returns true for costs that differ by less than the rounding of the two. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}
