/** Images that are released, by the folders of their Dockerfiles. */
export const IMAGES: Readonly<Record<string, string>> = {
  "docker/autoinstrumentation": "svc-autoinstrumentation",
  "docker/server": "svc-server",
};

/** Returns the tags of an image: the version, and, unless it is a pre-release, the lines it is the newest of. */
export function imageTags(image: string, version: string): readonly string[] {
  const [major, minor] = version.split(".");
  const lines = version.includes("-") ? [] : [`${major}.${minor}`, `${major}`, "latest"];
  return [version, ...lines].map((tag) => `${image}:${tag}`);
}
