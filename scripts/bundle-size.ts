// `npm run size -- startObservation @svc/tracing [workerd|edge-light|browser]`: shows what one import adds to a bundle, minified, by source
// file. Sizes are bytes. `npm run size -- --write`: measures the built packages, and writes scripts/packages/sizes.json.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROVIDERS } from "../instrumentations/index.ts";
import { bundleOf, importOf } from "./packages/bundle.ts";
import { pack, publishedFolders } from "./packages/published-packages.ts";
import { readSizes, SIZES_FILE, type Sizes } from "./packages/sizes.ts";

const [name, from, platform] = process.argv.slice(2);
if (name === "--write") writeFileSync(SIZES_FILE, `${JSON.stringify(await measure(), undefined, 2)}\n`);
else if (name === undefined || from === undefined) throw new Error("Name an export and its package.");
else await show(name, from, platform);

async function measure(): Promise<Sizes> {
  const folder = mkdtempSync(join(tmpdir(), "svc-sizes-"));
  const packed = pack(publishedFolders(), folder);
  rmSync(folder, { recursive: true });
  const bundles: Record<string, number> = {};
  // A function that observes the clients of a provider is measured without a line of its own in the file.
  const observers = PROVIDERS.flatMap(({ module, packages: [first] }) =>
    first?.observer === undefined ? [] : [`${first.observer.functionName} ${module}`],
  );
  for (const key of new Set([...Object.keys(readSizes().bundles), ...observers])) {
    bundles[key] = rounded((await bundleOf(importOf(key), import.meta.dirname)).compressedKb);
  }
  return {
    packages: Object.fromEntries(
      packed
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map((each) => [
          each.name,
          { archive: rounded(each.size / 1000), installed: rounded(each.unpackedSize / 1000) },
        ]),
    ),
    bundles,
  };
}

function rounded(kilobytes: number): number {
  return Number(kilobytes.toFixed(1));
}

async function show(name: string, from: string, platform: string | undefined): Promise<void> {
  const absWorkingDir = join(import.meta.dirname, "..");
  const sources = { absWorkingDir, tsconfig: "tsconfig.base.json" };
  const { bytes, compressedKb, metafile } = await bundleOf({ name, from, platform }, import.meta.dirname, sources);
  const rows = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
    .filter((row) => row.bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
  console.table(rows);
  console.log(`${bytes} bytes, compressed ${compressedKb} kB`);
}
