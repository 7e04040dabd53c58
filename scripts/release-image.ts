// `node scripts/release-image.ts docker/server HOST/FOLDER`: prints what the workflow images.yml builds the image of a folder with, as
// outputs of a step: host, tags, version, revision, and the time of the commit in seconds since 1970.
import { execFileSync } from "node:child_process";
import { manifestOf } from "./packages/published-packages.ts";
import { IMAGES, imageTags } from "./release/image-tags.ts";

const [folder = "", prefix = ""] = process.argv.slice(2);
const image = IMAGES[folder];
if (image === undefined)
  throw new Error(`No image is built from ${folder}: choose ${Object.keys(IMAGES).join(" or ")}.`);
if (!/^[\w.:-]+(\/[\w.-]+)+$/.test(prefix)) {
  throw new Error(
    `"${prefix}" is not where images can go: set the variable IMAGE_PREFIX of the repository to HOST/FOLDER.`,
  );
}
const { version } = manifestOf(".");
const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
const outputs = {
  host: prefix.split("/")[0],
  tags: imageTags(`${prefix}/${image}`, version).join(","),
  version,
  revision: git("rev-parse", "HEAD"),
  time: git("log", "-1", "--format=%ct"),
};
for (const [name, value] of Object.entries(outputs)) console.log(`${name}=${value}`);
