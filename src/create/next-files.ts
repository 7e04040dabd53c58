import type { Change, Part } from "./part.ts";
import type { Project } from "./project.ts";
import { RECORDED_PACKAGES } from "./recorded-packages.ts";
import { PRELOAD } from "./start-command.ts";
import { indentationOf, withLineEndsOf } from "./text.ts";

/** Packages through which an application loads recorded ones that its `package.json` does not name. */
const LEADING_TO_RECORDED = [
  "langchain",
  "@langchain/langgraph",
  "@langchain/openai",
  "@langchain/anthropic",
  "@langchain/google-genai",
  "@langchain/aws",
  "@langchain/mistralai",
  "@langchain/ollama",
  "@langchain/community",
  "@openai/agents",
  "@mastra/core",
];

/** Packages whose calls the preload records only outside of a bundle. Version 7 of `ai` is recorded inside, too, older ones are not. */
const OUTSIDE_BUNDLES: readonly string[] = [...RECORDED_PACKAGES, ...LEADING_TO_RECORDED];

const INSTRUMENTATION = (
  isTypeScript: boolean,
): string => `export async function register()${isTypeScript ? ": Promise<void>" : ""} {
  // The import stays inside of this block: Next.js compiles the file for its edge runtime, too, where no preload can run.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { start } = await import("${PRELOAD}/start");
    start();
  }
}
`;

const CONFIGS = ["next.config.ts", "next.config.mjs", "next.config.js", "next.config.cjs", "next.config.mts"];

/** Has Next.js load the preload in `instrumentation`, and keep what it records out of its bundles. */
export function nextChanges(project: Project): Part {
  const { manifest } = project;
  const major = Number(
    /\d+/.exec(manifest.dependencies?.["next"] ?? manifest.devDependencies?.["next"] ?? "")?.[0] ?? 16,
  );
  if (major < 15) {
    return {
      changes: [],
      left: [
        `Next.js ${major}: set up by hand what docs/preload.md has for bundled applications. Up to version 14 it needs experimental.instrumentationHook and experimental.serverComponentsExternalPackages.`,
      ],
    };
  }
  const parts = [instrumentationFile(project), configFile(project)];
  return { changes: parts.flatMap(({ changes }) => changes), left: parts.flatMap(({ left }) => left) };
}

function instrumentationFile({ names, read, isTypeScript }: Project): Part {
  const folder = hasSourceFolder(names, read) ? "src/" : "";
  const present = ["ts", "js", "mjs"]
    .map((ending) => `${folder}instrumentation.${ending}`)
    .find((file) => read(file) !== undefined);
  if (present === undefined) {
    const change = { file: `${folder}instrumentation.${isTypeScript ? "ts" : "js"}`, before: undefined };
    return { changes: [{ ...change, after: INSTRUMENTATION(isTypeScript) }], left: [] };
  }
  if (read(present)!.includes(PRELOAD)) return { changes: [], left: [] };
  const lines = `if (process.env.NEXT_RUNTIME === "nodejs") (await import("${PRELOAD}/start")).start();`;
  return { changes: [], left: [`${present}: add as the first line of register(), which is async: ${lines}`] };
}

/** Next.js looks into `src` where its routes are there. */
function hasSourceFolder(names: readonly string[], read: Project["read"]): boolean {
  if (!names.includes("src") || names.includes("app") || names.includes("pages")) return false;
  return ["app/layout", "pages/_app", "pages/index", "app/page"].some((page) =>
    ["tsx", "jsx", "ts", "js"].some((ending) => read(`src/${page}.${ending}`) !== undefined),
  );
}

function configFile({ read, has, isTypeScript }: Project): Part {
  const packages = [PRELOAD, ...OUTSIDE_BUNDLES.filter(has)];
  const file = CONFIGS.find((name) => read(name) !== undefined);
  if (file === undefined) {
    const after = isTypeScript
      ? `import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {\n  serverExternalPackages: ${listOf(packages)},\n};\n\nexport default nextConfig;\n`
      : `export default {\n  serverExternalPackages: ${listOf(packages)},\n};\n`;
    return {
      changes: [{ file: isTypeScript ? "next.config.ts" : "next.config.mjs", before: undefined, after }],
      left: [],
    };
  }
  const before = read(file)!;
  const after = withExternalPackages(before, packages);
  const change: Change = { file, before, after: after ?? before };
  const step = `${file}: name these packages in serverExternalPackages: ${packages.join(", ")}`;
  return { changes: [change], left: after === undefined ? [step] : [] };
}

/** Start of the configuration, in the forms that Next.js writes and documents. */
const CONFIG_START =
  /^(?:export default|module\.exports\s*=|(?:const|let|var)\s+\w*[cC]onfig(?:\s*:\s*NextConfig)?\s*=)\s*\{/gm;

/** Array of plain texts. */
const EXTERNAL = /\bserverExternalPackages\s*:\s*\[((?:\s*(?:"[^"\n]*"|'[^'\n]*')\s*,?)*)\s*\]/;

/** Returns a configuration with the packages in `serverExternalPackages`; undefined when its form is not understood. */
function withExternalPackages(text: string, packages: readonly string[]): string | undefined {
  const quote = (text.match(/'/g)?.length ?? 0) > (text.match(/"/g)?.length ?? 0) ? "'" : '"';
  const listed = EXTERNAL.exec(text);
  if (listed !== null) {
    const [whole, items = ""] = listed;
    const missing = packages.filter((name) => !items.includes(`"${name}"`) && !items.includes(`'${name}'`));
    if (missing.length === 0) return text;
    const inner = whole.slice(0, -1).trimEnd();
    const end = (inner.endsWith(",") ? inner.slice(0, -1).trimEnd() : inner).length;
    const added = missing.map((name) => `${quote}${name}${quote}`).join(", ");
    const at = listed.index + end;
    return `${text.slice(0, at)}${items.trim() === "" ? "" : ", "}${added}${text.slice(at).replace(/^\s*,/, ",")}`;
  }
  if (/serverExternalPackages|serverComponentsExternalPackages/.test(text)) return undefined;
  const starts = [...text.matchAll(CONFIG_START)];
  const [start] = starts;
  if (start === undefined || starts.length > 1) return undefined;
  const at = start.index + start[0].length;
  const entry = `serverExternalPackages: ${listOf(packages, quote)},`;
  const rest = text.slice(at);
  const isOnOneLine = !/^[ \t]*(?:\/\/.*)?\r?\n/.test(rest);
  if (isOnOneLine)
    return `${text.slice(0, at)} ${entry}${/^\s*\}/.test(rest) ? " " : ""}${rest.replace(/^\s*(?=\})/, "")}`;
  return `${text.slice(0, at)}${withLineEndsOf(text, `\n${indentationOf(text)}${entry}`)}${rest}`;
}

function listOf(packages: readonly string[], quote = '"'): string {
  return `[${packages.map((name) => `${quote}${name}${quote}`).join(", ")}]`;
}
