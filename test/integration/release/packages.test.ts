import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { build, type InlineConfig } from "tsdown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareContents } from "../../../scripts/packages/package-contents.ts";
import { faultOfSize, readSizes } from "../../../scripts/packages/sizes.ts";
import { packageFolders } from "../../../scripts/package-folders.mjs";
import { manifestOf, publishedFolders } from "../../../scripts/packages/published-packages.ts";
import { imageTags, IMAGES } from "../../../scripts/release/image-tags.ts";
import { thirdPartyNotices } from "../../../scripts/third-party-notices.ts";
import { ROOT } from "../../support/paths.ts";

const packed = (name: string, ...files: string[]) => ({
  name,
  version: "6.0.0",
  filename: "package.tgz",
  size: 10_000,
  unpackedSize: 50_000,
  files: files.map((path) => ({ path })),
});

describe("the published packages", () => {
  const names = publishedFolders().map((folder) => manifestOf(folder).name);

  it("come after those of ours that they depend on", () => {
    for (const folder of publishedFolders()) {
      const { name, dependencies = {} } = manifestOf(folder);
      const before = names.slice(0, names.indexOf(name));
      expect(before).toEqual(expect.arrayContaining(Object.keys(dependencies).filter((each) => names.includes(each))));
    }
  });

  it("import no file of another instrumentation, but of the engine that is built into each", () => {
    const files = globSync("instrumentations/*/**/*.ts", { cwd: ROOT, exclude: ["**/dist/**", "**/node_modules/**"] });
    const leaving = files.filter((file) => {
      const [, name] = file.split(sep);
      const imports = Array.from(readFileSync(join(ROOT, file), "utf8").matchAll(/ from "(\.[^"]*|@svc\/[\w-]+)/g));
      return imports.some(([, path = ""]) =>
        path.startsWith(".")
          ? !join(file, "..", path).startsWith(join("instrumentations", name!) + sep)
          : !/^@svc\/(?:core|tracing|instrumentation)$/.test(path),
      );
    });
    expect(leaving).toEqual([]);
  });

  it("are all packages but those that are built into others", () => {
    const others = packageFolders().filter((folder) => !publishedFolders().includes(folder));
    expect(others.toSorted()).toEqual(["instrumentations/shared", "src/server/ui"]);
  });

  it("have a size each, in the file of sizes", () => {
    expect(Object.keys(readSizes().packages).toSorted()).toEqual(names.toSorted());
  });
});

describe("the files of a package", () => {
  const list = ["@svc/core dist/*.mjs", "@svc/core dist/index.mjs", "@svc/core package.json"];

  it("are those of the list, whatever the hashes of its parts", () => {
    const files = ["package.json", "dist/index.mjs", "dist/bytes-CHT1tjZ6.mjs", "dist/span-B-kg-TNs.mjs"];
    expect(compareContents([packed("@svc/core", ...files)], list)).toEqual({ unlisted: [], missing: [] });
  });

  it("differ by a file that nobody expects, and by one that is not there", () => {
    const files = ["package.json", "dist/bytes-CHT1tjZ6.mjs", "dist/index.mjs.map", ".env"];
    expect(compareContents([packed("@svc/core", ...files)], list)).toEqual({
      unlisted: ["@svc/core .env", "@svc/core dist/index.mjs.map"],
      missing: ["@svc/core dist/index.mjs"],
    });
  });
});

it.each([
  [10.5, 10, "undefined"],
  [10.6, 10, "x has 10.6 kB, more than 5 % above the 10 kB"],
  [9, 10, "undefined"],
  [0.449, 0.4, "undefined"],
  [9, undefined, "x has no size in scripts/packages/sizes.json"],
])("a size of %d kB, where %d kB were measured before, is a fault: %s", (kilobytes, kept, fault) => {
  expect(String(faultOfSize("x", kilobytes, kept))).toContain(fault);
});

describe("notices", () => {
  let folder = "";
  beforeAll(async () => void (folder = await mkdtemp(join(ROOT, ".build/svc-notices-"))));
  afterAll(() => rm(folder, { recursive: true }));

  /** Builds a module that uses mustache; returns the notices, if there are any. */
  async function noticesOf(deps: InlineConfig["deps"]): Promise<string | undefined> {
    const outDir = await mkdtemp(join(folder, "built-"));
    const entry = join(outDir, "entry.ts");
    await writeFile(entry, 'import mustache from "mustache"; export const { render } = mustache;');
    const plugins = [thirdPartyNotices({ fileName: "notices.md" })];
    await build({
      config: false,
      entry,
      outDir,
      plugins,
      dts: false,
      clean: false,
      logLevel: "silent",
      ...(deps && { deps }),
    });
    return readFile(join(outDir, "notices.md"), "utf8").catch(() => undefined);
  }

  it("have name, version and licence of a library that is built in", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/mustache/package.json"), "utf8")) as {
      version: string;
    };
    const notices = await noticesOf({ alwaysBundle: ["mustache"], onlyBundle: false });
    expect(notices).toContain(`- mustache ${version} (MIT)`);
    expect(notices).toContain("Permission is hereby granted, free of charge");
  });

  it("are not there where nothing is built in", async () => {
    expect(await noticesOf({ neverBundle: ["mustache"] })).toBeUndefined();
  });

  it("of the service and of its page stand side by side", () => {
    const files = ["THIRD-PARTY-NOTICES.md", "PAGE-THIRD-PARTY-NOTICES.md"].map((file) =>
      join(ROOT, "src/server/dist", file),
    );
    expect(files.map((file) => existsSync(file))).toEqual([true, true]);
    const [service, page] = files.map((file) => readFileSync(file, "utf8"));
    expect(service).toContain("- @modelcontextprotocol/server ");
    for (const name of ["react", "uplot", "tailwindcss"]) expect(page).toContain(`\n- ${name} `);
  });
});

describe("the tags of an image", () => {
  it.each([
    ["6.1.0", ["6.1.0", "6.1", "6", "latest"]],
    ["7.0.0-next.1", ["7.0.0-next.1"]],
  ])("of version %s", (version, tags) => {
    expect(imageTags("svc-server", version)).toEqual(tags.map((tag) => `svc-server:${tag}`));
  });

  it("are made of every image that the repository builds", () => {
    for (const folder of Object.keys(IMAGES)) expect(existsSync(join(ROOT, folder, "Dockerfile"))).toBe(true);
  });
});
