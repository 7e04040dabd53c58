import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Rolldown } from "tsdown";

/** Text that the licences of many packages share. Around it stand a notice and an appendix, which differ. */
const APACHE_TERMS = / *TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION\s[^]*?END OF TERMS AND CONDITIONS/;

/** Choices of a build for its notices. */
interface NoticesOptions {
  /** Name of the file, `THIRD-PARTY-NOTICES.md` by default. */
  readonly fileName?: string;
  /** Folders of packages whose code gets into the build past the bundler, such as stylesheets. */
  readonly folders?: readonly string[];
}

/**
 * Adds the licences of the bundled packages: each text once, below the packages that use it. A build without code of another package gets
 * no file.
 */
export function thirdPartyNotices({
  fileName = "THIRD-PARTY-NOTICES.md",
  folders = [],
}: NoticesOptions = {}): Rolldown.Plugin {
  return {
    name: "third-party-notices",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? output.moduleIds : []));
      const bundled = modules.map(packageFolder).filter((folder) => folder !== undefined);
      const all = new Set([...bundled, ...folders]);
      if (all.size > 0) this.emitFile({ type: "asset", fileName, source: noticesOf(all) });
    },
  };
}

/** Returns the text of the notices of packages. */
function noticesOf(folders: ReadonlySet<string>): string {
  const packagesByText = new Map<string, string[]>();
  const texts = new Map<string, string>();
  let terms = "";
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package;
    const written = licenceTexts(folder)
      .join("\n\n")
      .replace(APACHE_TERMS, (found) => {
        terms ||= found;
        return wordsOf(found) === wordsOf(terms) ? "   The terms and conditions stand at the end of this file." : found;
      });
    // The same text stands in other lines and columns elsewhere.
    const words = wordsOf(written);
    const text = texts.get(words) ?? written;
    texts.set(words, text);
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `- ${name} ${version} (${license})`]);
  }
  const parts = [...packagesByText].map(([text, packages]) => `${packages.toSorted().join("\n")}\n\n${text}\n`);
  const head = "# Third-party notices\n\nThis package contains code of the following packages, under their licences.\n";
  return [head, ...parts.toSorted(), ...(terms === "" ? [] : [`# Apache License 2.0\n\n${terms}\n`])].join("\n");
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

function wordsOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function packageFolder(id: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0(?:[a-z-]+:)?/, ""))?.[0];
}

function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicence(relative(folder, join(entry.parentPath, entry.name))))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8").trim());
}

/** Returns true for a licence file, or a file in a folder of licences. */
function isLicence(path: string): boolean {
  return /^(licen[cs]e|notice)/i.test(path);
}
