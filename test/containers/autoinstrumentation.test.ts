import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { buildImage, describeWithEngine, docker } from "./engine.ts";
import { entriesOf, factsOf, packagesIn, printWeight, sum, type Entry, type ImageFacts } from "./image-content.ts";

const DOCKERFILE = "docker/autoinstrumentation/Dockerfile";
const FOLDER = "/autoinstrumentation";
const BILL = "/sbom/autoinstrumentation.cdx.json";

/** Most that the copy may cost a pod: bytes and files. */
const BUDGET = { bytes: 4_000_000, files: 200 };

describeWithEngine("the image with the preload", () => {
  let image: string;
  let entries: Entry[];
  let facts: ImageFacts;
  let packages: string[];

  beforeAll(async () => {
    image = await buildImage("autoinstrumentation", DOCKERFILE);
    [entries, facts] = await Promise.all([entriesOf(image, FOLDER, "/sbom"), factsOf(image)]);
    packages = packagesIn(entries, FOLDER);
    await printWeight(image, entries);
  });

  const copied = (): Entry[] => entries.filter(({ path }) => path.startsWith(FOLDER));

  it("is small", () => {
    expect(sum(copied())).toBeLessThan(BUDGET.bytes);
    expect(copied().filter(({ type }) => type === "file").length).toBeLessThan(BUDGET.files);
  });

  it("contains only the preload with its production dependencies", () => {
    expect(packages).toEqual([
      "@svc/register",
      "cjs-module-lexer",
      "es-module-lexer",
      "import-in-the-middle",
      "module-details-from-path",
    ]);
    const beside = copied().filter(({ path }) => !path.startsWith(`${FOLDER}/node_modules`));
    expect(beside.map(({ path }) => path)).toEqual([
      FOLDER,
      `${FOLDER}/autoinstrumentation.js`,
      `${FOLDER}/package.json`,
    ]);
  });

  it("requires no file outside of the image", async () => {
    const search = `grep -rhoE 'require\\("[^".][^"]*"\\)' ${FOLDER}/node_modules/@svc/register/dist`;
    const required = (await docker("run", "--rm", "--network", "host", image, "sh", "-c", search)).matchAll(/"(.+)"/g);
    const names = Array.from(required, ([, name = ""]) => name).filter((name) => !isBuiltin(name));
    const others = names.filter((name) => !packages.some((own) => name === own || name.startsWith(`${own}/`)));
    // Package of an application that logs with winston; other applications do not need it.
    expect([...new Set(others)]).toEqual(["@opentelemetry/winston-transport"]);
  });

  it("contains no file that depends on an architecture or a C library", async () => {
    const scripts = /\.(c?m?js|json|d\.[cm]?ts|md|csv|wasm)$|\/(LICENSE|NOTICE)(\.\w+)?$/i;
    const others = copied().filter(({ type, path }) => type === "file" && !scripts.test(path));
    expect(others.map(({ path }) => path)).toEqual([]);
    const elf = `find ${FOLDER} -type f -exec sh -c 'head -c 4 "$1" | grep -q ELF && echo "$1"' - {} \\;`;
    expect(await docker("run", "--rm", "--network", "host", image, "sh", "-c", elf)).toBe("");
  });

  it("is readable by everyone and writable by root only", () => {
    for (const { path, owner, mode, type } of entries) {
      const forAll = type === "directory" ? 0o555 : 0o444;
      expect({ path, owner, read: mode & forAll, write: mode & 0o022 }).toEqual({
        path,
        owner: "0:0",
        read: forAll,
        write: 0,
      });
    }
  });

  it("runs as an unnamed user and copies the preload", () => {
    expect(facts.Config).toMatchObject({
      User: "65532:65532",
      Cmd: ["cp", "-r", "/autoinstrumentation/.", "/otel-auto-instrumentation-nodejs"],
    });
    expect(facts.Config.Entrypoint ?? []).toEqual([]);
    expect(facts.Config.Healthcheck).toBeUndefined();
  });

  it("describes itself in labels", async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8")) as {
      version: string;
    };
    expect(facts.Config.Labels).toMatchObject({
      "org.opencontainers.image.title": "svc autoinstrumentation",
      "org.opencontainers.image.description": expect.stringContaining("preload") as string,
      "org.opencontainers.image.licenses": "Apache-2.0",
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.revision": expect.stringMatching(/./) as string,
    });
  });

  it("lists every package in its bill of materials, including bundled ones", async () => {
    const read = (path: string): Promise<string> => docker("run", "--rm", "--network", "host", image, "cat", path);
    const bill = JSON.parse(await read(BILL)) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: Array<{ name: string; version: string; purl: string; licenses: unknown[] }>;
    };
    expect(bill.bomFormat).toBe("CycloneDX");
    expect(bill.metadata.component.name).toBe("@svc/register");
    const notices = await read(`${FOLDER}/node_modules/@svc/register/dist/THIRD-PARTY-NOTICES.md`);
    const bundled = [...notices.matchAll(/^- (\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`);
    expect(bundled.length).toBeGreaterThan(100);
    const listed = bill.components.map(({ name, version }) => `${name}@${version}`);
    expect(listed).toEqual(expect.arrayContaining(bundled));
    const names = new Set(bill.components.map(({ name }) => name));
    const own = ["@svc/core", "@svc/langchain", "@svc/openai", "@svc/otel", "@svc/tracing"];
    for (const name of [...own, ...packages.filter((name) => name !== "@svc/register")]) expect(names).toContain(name);
    for (const { purl, licenses } of bill.components) {
      expect(purl).toMatch(/^pkg:npm\//);
      expect(licenses.length).toBeGreaterThan(0);
    }
  });

  it("is identical when it is built again", { timeout: 480_000 }, async () => {
    // The same time in other digits: the engine repeats each step but the installation, which the lock file determines.
    const again = await buildImage("autoinstrumentation-again", DOCKERFILE, { args: { SOURCE_DATE_EPOCH: "00" } });
    expect(await entriesOf(again, FOLDER, "/sbom")).toEqual(entries);
    expect(await ownLayerOf(again)).toBe(await ownLayerOf(image));
    await docker("image", "rm", again);
  });
});

/** Returns the layer that we put on the base image; undefined when the engine writes its own times into it, as Docker does. */
async function ownLayerOf(image: string): Promise<string | undefined> {
  const isPodman = (await docker("version")).includes("Podman");
  return isPodman ? (await factsOf(image)).RootFS.Layers.at(-1) : undefined;
}
