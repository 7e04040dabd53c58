/** Headings of a version, in their order. */
const HEADINGS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"] as const;

type Heading = (typeof HEADINGS)[number];

/** Line of the changelog, and the heading that it stands under. */
export interface ChangelogEntry {
  readonly heading: Heading;
  readonly text: string;
}

const UNRELEASED = "## [Unreleased]\n";

/** Reads the text of a changeset, `Fixed: …`. Throws an error that names the changeset when the heading is not one of a changelog. */
export function entryOf({ id, summary }: { readonly id: string; readonly summary: string }): ChangelogEntry {
  const [, heading, text] = /^(\w+): (\S.*)$/s.exec(summary.trim()) ?? [];
  const known = HEADINGS.find((each) => each === heading);
  if (known === undefined || text === undefined) {
    throw new Error(`.changeset/${id}.md: begin its text with one of ${HEADINGS.join(", ")} and a colon.`);
  }
  return { heading: known, text: text.replace(/\s*\n\s*/g, " ") };
}

/**
 * Returns a changelog in which what was unreleased, and the entries, belong to a version. Throws when the changelog has no heading
 * `[Unreleased]`, has the version already, or when nothing changed.
 */
export function withRelease(
  changelog: string,
  version: string,
  date: string,
  entries: readonly ChangelogEntry[],
): string {
  const [head, rest] = splitAt(changelog, UNRELEASED);
  if (rest === undefined) throw new Error("CHANGELOG.md has no heading [Unreleased]: put it above the newest version.");
  if (releaseOf(changelog, version) !== undefined) throw new Error(`CHANGELOG.md has version ${version} already.`);
  const [unreleased, released = ""] = splitAt(rest, "\n## [");
  const parts = new Map(
    unreleased
      .split(/^### /m)
      .slice(1)
      .map((part): [string, string] => {
        const [heading = "", ...lines] = part.split("\n");
        return [heading.trim(), lines.join("\n").trim()];
      }),
  );
  for (const { heading, text } of entries) {
    parts.set(heading, [parts.get(heading), `- ${text}`].filter((lines) => lines !== undefined).join("\n"));
  }
  if (parts.size === 0) throw new Error(`Nothing changed for users since the last version: ${version} has no entries.`);
  const headings = HEADINGS.filter((heading) => parts.has(heading));
  const others = [...parts.keys()].filter((heading) => !headings.some((known) => known === heading));
  if (others.length > 0) throw new Error(`CHANGELOG.md has unknown headings under [Unreleased]: ${others.join(", ")}.`);
  const sections = headings.map((heading) => `### ${heading}\n\n${parts.get(heading)}\n`);
  return `${head}${UNRELEASED}\n## [${version}] - ${date}\n\n${sections.join("\n")}${released === "" ? "" : `\n## [${released}`}`;
}

/** Returns the text of a version, without its heading; `undefined` when the changelog does not have the version. */
export function releaseOf(changelog: string, version: string): string | undefined {
  const [, rest] = splitAt(`\n${changelog}`, `\n## [${version}]`);
  if (rest === undefined) return undefined;
  const [, text = ""] = splitAt(rest, "\n");
  return splitAt(text, "\n## [")[0].trim();
}

/** Splits a text at the first occurrence of a mark. */
function splitAt(text: string, mark: string): readonly [before: string, after?: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
