import type { Part } from "./part.ts";
import type { Project } from "./project.ts";
import { withLineEndsOf } from "./text.ts";

const FILE = ".env.example";

/** Variables that an application needs, with the values of the local service. */
const VARIABLES: Readonly<Record<string, string>> = {
  SVC_BASE_URL: "http://127.0.0.1:3000",
  SVC_PUBLIC_KEY: "pk-svc-local",
  SVC_SECRET_KEY: "sk-svc-local",
};

const COMMENT = "# Where traces go. These are the values of the local service: npx @svc/server\n";

/** Names in `.env.example` what the preload reads. Lines that are there stay. */
export function environmentExample({ read }: Project): Part {
  const before = read(FILE);
  const missing = Object.entries(VARIABLES).filter(
    ([name]) => !new RegExp(`^\\s*(?:#\\s*)?(?:export\\s+)?${name}\\s*=`, "m").test(before ?? ""),
  );
  if (missing.length === 0) return { changes: [], left: [] };
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join("");
  const text = before ?? "";
  const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const after = text + withLineEndsOf(text, `${gap}${COMMENT}${lines}`);
  return { changes: [{ file: FILE, before, after }], left: [], hints: ignoreHints(read) };
}

/** Keys belong into no repository. */
function ignoreHints(read: Project["read"]): string[] {
  const ignored = read(".gitignore");
  const isIgnored = ignored === undefined || /^\/?\.env(?:\b|\*)/m.test(ignored);
  return isIgnored ? [] : [".gitignore: add .env, which will hold your keys."];
}
