import { docker } from "./engine.ts";

/** File, folder or link in an image. */
export interface Entry {
  readonly path: string;
  readonly type: "file" | "directory" | "link";
  /** Permission bits. */
  readonly mode: number;
  readonly owner: string;
  readonly bytes: number;
  /** Hash of a file's content. */
  readonly sha256: string;
  /** Time of the last change, in seconds since 1970. */
  readonly modified: number;
}

const TYPES: Readonly<Record<string, Entry["type"]>> = {
  "regular file": "file",
  directory: "directory",
  "symbolic link": "link",
};

/** Returns every entry below these folders of an image, as a container sees it, in the order of the paths. */
export async function entriesOf(image: string, ...folders: readonly string[]): Promise<Entry[]> {
  const inImage = (command: string): Promise<string> =>
    docker("run", "--rm", "--network", "host", "--user", "0", "--entrypoint", "sh", image, "-c", command);
  const found = `find ${folders.join(" ")}`;
  const sums = new Map(
    (await inImage(`${found} -type f -exec sha256sum {} +`))
      .split("\n")
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const listing = await inImage(`${found} -exec stat -c '%a|%u:%g|%s|%Y|%F|%n' {} +`);
  return listing
    .split("\n")
    .map((line) => {
      const [mode = "", owner = "", bytes = "", modified = "", type = "", path = ""] = line.split("|");
      return {
        path,
        type: TYPES[type.replace("regular empty file", "regular file")] ?? "file",
        mode: Number.parseInt(mode, 8),
        owner,
        bytes: type === "directory" ? 0 : Number(bytes),
        sha256: sums.get(path) ?? "",
        modified: Number(modified),
      };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Fields of `docker image inspect` that are tested. */
export interface ImageFacts {
  readonly Size: number;
  readonly RootFS: { readonly Layers: readonly string[] };
  readonly Config: {
    readonly User: string;
    readonly Cmd: readonly string[] | null;
    readonly Entrypoint: readonly string[] | null;
    readonly Volumes: Readonly<Record<string, object>> | null;
    readonly ExposedPorts: Readonly<Record<string, object>> | null;
    readonly Labels: Readonly<Record<string, string>>;
    readonly Healthcheck?: { readonly Test: readonly string[] };
  };
}

export async function factsOf(image: string): Promise<ImageFacts> {
  type Inspected = ImageFacts & Pick<ImageFacts["Config"], "Healthcheck">;
  const [{ Healthcheck, Config, ...rest }] = JSON.parse(await docker("image", "inspect", image)) as [Inspected];
  // Podman returns the health check beside the configuration.
  const healthcheck = Config.Healthcheck ?? Healthcheck;
  return { ...rest, Config: { ...Config, ...(healthcheck ? { Healthcheck: healthcheck } : {}) } };
}

/** Returns the names of the packages in a `node_modules` folder of an image, and in those below it. */
export function packagesIn(entries: readonly Entry[], folder: string): string[] {
  const manifest = new RegExp(`^${folder}/(?:.*/)?node_modules/((?:@[^/]+/)?[^/]+)/package\\.json$`);
  const names = entries.map(({ path }) => manifest.exec(path)?.[1]).filter((name) => name !== undefined);
  return [...new Set(names)].toSorted();
}

/** Prints the size of an image: in total, by layer, and of the files that we added. */
export async function printWeight(image: string, entries: readonly Entry[]): Promise<void> {
  const files = entries.filter(({ type }) => type === "file");
  const biggest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8);
  const layers = await docker("history", "--no-trunc", "--format", "{{.Size}}\t{{.CreatedBy}}", image);
  const lines = [
    `${image}: ${megabytes((await factsOf(image)).Size)}, of which ours ${megabytes(sum(files))} in ${files.length} files`,
    ...layers
      .split("\n")
      .filter((layer) => !/^0 ?B/.test(layer))
      .map((layer) => `  layer ${layer.slice(0, 120)}`),
    ...biggest.map(({ path, bytes }) => `  file  ${bytes}\t${path}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

export function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, { bytes }) => total + bytes, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
