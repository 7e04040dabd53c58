import type { Part } from "./part.ts";
import type { Project } from "./project.ts";

const FILE = "svc.config.mjs";

const TEXT = `import { defineConfig } from "@svc/register/config";

export default defineConfig({
  // Called with every text of a span before it is sent. Names that must stay exact, such as ids and models, are left out.
  mask: ({ data }) => (typeof data === "string" ? data.replaceAll(/\\bsk-[\\w-]+/g, "***") : data),
});
`;

/** Makes the file for the options of the preload that only code can give, unless the project has one. */
export function configFile({ names, framework }: Project): Part {
  if (names.some((name) => /^svc\.config\.[cm]?[jt]s$/.test(name))) return { changes: [], left: [] };
  const isInImage = names.some((name) => /(?:^|\.)Dockerfile|^Dockerfile\./.test(name));
  const hints = [
    ...(isInImage ? [`Dockerfile: copy ${FILE} into the image, beside package.json.`] : []),
    ...(framework === "next"
      ? [
          `${FILE}: a build with output "standalone" leaves it out. Import it in instrumentation, and call start(config).`,
        ]
      : []),
  ];
  return { changes: [{ file: FILE, before: undefined, after: TEXT }], left: [], hints };
}
