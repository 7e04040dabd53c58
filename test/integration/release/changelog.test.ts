import { describe, expect, it } from "vitest";
import { entryOf, releaseOf, withRelease } from "../../../scripts/release/changelog.ts";

const CHANGELOG = `# Changelog

## [Unreleased]

### Fixed

- Spans arrive.

### Added

- A page.

## [6.0.0] - 2026-11-21

### Added

- Everything.
`;

describe("a changelog with a release", () => {
  it("has what was unreleased and the entries under the version, by heading", () => {
    const entries = [
      { id: "a", summary: "Fixed: Scores\narrive." },
      { id: "b", summary: "Changed: The default." },
    ].map(entryOf);
    expect(withRelease(CHANGELOG, "6.1.0", "2026-12-01", entries)).toBe(`# Changelog

## [Unreleased]

## [6.1.0] - 2026-12-01

### Added

- A page.

### Changed

- The default.

### Fixed

- Spans arrive.
- Scores arrive.

## [6.0.0] - 2026-11-21

### Added

- Everything.
`);
  });

  it("gives the text of a version", () => {
    expect(releaseOf(CHANGELOG, "6.0.0")).toBe("### Added\n\n- Everything.");
    expect(releaseOf(CHANGELOG, "6.1.0")).toBeUndefined();
  });

  it.each([
    ["has the version", CHANGELOG, "6.0.0", "CHANGELOG.md has version 6.0.0 already."],
    ["has no place for it", "# Changelog\n", "6.1.0", "CHANGELOG.md has no heading [Unreleased]"],
    ["has nothing new", "## [Unreleased]\n\n## [6.0.0]\n", "6.1.0", "6.1.0 has no entries"],
    [
      "has other headings",
      "## [Unreleased]\n\n### News\n\n- One.\n",
      "6.1.0",
      "unknown headings under [Unreleased]: News",
    ],
  ])("is refused when the changelog %s", (_what, changelog, version, message) => {
    expect(() => withRelease(changelog, version, "2026-12-01", [])).toThrow(message);
  });

  it.each(["New: a thing", "fixed: a thing", "Fixed:", "A thing"])("takes no changeset with the text %s", (summary) => {
    expect(() => entryOf({ id: "brave-cat", summary })).toThrow(
      ".changeset/brave-cat.md: begin its text with one of Added, Changed",
    );
  });
});
