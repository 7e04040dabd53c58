import { markdownTable } from "./markdown-table.ts";
import { type RecordedPackage, recordedPackages } from "./documented-packages.ts";

/** Returns the table of the packages whose calls are recorded: versions tested, calls, and what becomes of them. */
export function packageTable(): string {
  return markdownTable(
    ["Package", "Versions tested", "Instrumentation", "Calls", "Observations"],
    recordedPackages().map(({ name, page, versions, instrumentation, calls, observations }) => [
      `[\`${name}\`](${page})`,
      versions.join(", "),
      `\`${instrumentation}\``,
      calls.map((call) => `\`${call}\``).join(", "),
      observations.join(", "),
    ]),
  );
}

/** Returns the short table of the README: one row for each page, with its packages and the types of their observations. */
export function pageTable(): string {
  return markdownTable(
    ["Packages, from the oldest to the newest version tested", "Become observations of the types", "More"],
    [...Map.groupBy(recordedPackages(), ({ page }) => page)].map(([page, packages]) => [
      packages.map(nameAndVersions).join(", "),
      [...new Set(packages.flatMap(({ observations }) => observations.map(typeOf)))].join(", "),
      `[${titleOf(page)}](docs/${page})`,
    ]),
  );
}

function nameAndVersions({ name, versions }: RecordedPackage): string {
  const [oldest] = versions;
  const newest = versions.at(-1);
  return `\`${name}\` ${oldest === newest ? oldest : `${oldest} to ${newest}`}`;
}

/** Returns the type of an observation, which can have its name behind it. */
function typeOf(observation: string): string {
  return observation.replace(/ .*/, "");
}

/** Returns a page's name as a link shows it. */
function titleOf(page: string): string {
  return page.replace(/\.md$/, "");
}
