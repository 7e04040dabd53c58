import { basename } from "node:path";
import type { Renamed } from "./langfuse.ts";
import { ADVICE, OTHER_PACKAGES, isPackage, ownName } from "./langfuse-packages.ts";
import { isOfService, NO_EQUAL, ownVariable, VARIABLE, withOwnVariables } from "./langfuse-variables.ts";
import { ADDRESS_ADVICE, IMAGE_ADVICE, KEY_ADVICE, originAdvice, STORED_ADVICE } from "./origin.ts";
import { type Left, shortened } from "./source-edits.ts";

/** Image of Langfuse's own server, whose variables are not those of its packages. */
const SERVER_IMAGE = /\b(?:image|repository):[ \t]*["']?\S{0,100}langfuse\/langfuse/;

/** Assignment of one of Langfuse's variables, as shells, `.env` files, Dockerfiles, and lists and maps of YAML and TOML write it. */
const ASSIGNMENT =
  /(?<![\w.{])(LANGFUSE_[A-Z0-9_]+)(?:["']?\s*[=:][ \t]*|[ \t]+(?=\S))(?:"([^"]*)"|'([^']*)'|([^\s"'#]+))?/g;

/** Value and name of a variable of Kubernetes, on two lines. */
const NAMED = /^\s*(?:-\s*)?name:\s*["']?(LANGFUSE_[A-Z0-9_]+)["']?\s*$/;
const VALUE = /^\s*value:\s*["']?([^"'\s]*)/;

/** Place of a value that is kept elsewhere: a secret or variable of GitHub, the key of a secret or a map of Kubernetes. */
const STORED = /\b(?:secrets|vars)\.LANGFUSE_\w+|^\s*key:\s*["']?LANGFUSE_\w+/;

/** Dependency in a `package.json`, which may have many on a line. */
const DEPENDENCY = /"((?:@langfuse\/|langfuse)[\w-]*)"(\s*:\s*")[^"]*(?=")/g;

/** Dependency in the catalog of a workspace. */
const CATALOG = /^\s*["']?(@langfuse\/[\w-]+)["']?\s*:/;

/** Rewrites the names of Langfuse in a file that is not code: variables, and packages with their versions. Lists what is its service's. */
export function renameConfiguration(path: string, text: string): Renamed {
  if (!/langfuse|[ps]k-lf-/i.test(text)) return { text, left: [] };
  const isManifest = basename(path) === "package.json";
  const hasServer = SERVER_IMAGE.test(text);
  // A second name of the address would set it twice.
  const keepsHost = /\b(?:LANGFUSE|SVC)_BASE_?URL\b/.test(text);
  const left: Left[] = [];
  const lines = text.split("\n").map((line, index, all) => {
    const leave = (replacement: string, code: string): void => {
      if (left.some((one) => one.line === index + 1 && one.replacement === replacement)) return;
      left.push({ file: path, line: index + 1, code: shortened(code.trim()), replacement });
    };
    if (isManifest) leaveOtherPackages(line, leave);
    const isComment = /^\s*(#|\/\/)/.test(line);
    const own = keepsHost ? line.replaceAll(/\bLANGFUSE_HOST\b/g, KEPT_HOST) : line;
    const renamed = withOwnVariables(isManifest ? withOwnPackages(own) : own).replaceAll(KEPT_HOST, "LANGFUSE_HOST");
    if (isComment) return renamed;
    const [, inCatalog] = isManifest ? [] : (CATALOG.exec(line) ?? []);
    if (inCatalog !== undefined) leave(`"${ownName(inCatalog)}": ^6.0.0`, line);
    if (SERVER_IMAGE.test(line)) leave(IMAGE_ADVICE, line);
    const names = Array.from(line.matchAll(VARIABLE), ([name]) => name);
    const isOfServer = hasServer && names.length > 0 && names.every((name) => ownVariable(name) === undefined);
    const advice = isOfServer ? undefined : originAdvice(line);
    if (keepsHost && names.includes("LANGFUSE_HOST")) leave("SVC_BASE_URL, which is set here already", renamed);
    else if (advice !== undefined) leave(advice, renamed);
    if (STORED.test(line)) leave(STORED_ADVICE, renamed);
    for (const { name, value } of assignmentsOf(line, all[index + 1] ?? "")) {
      if (ownVariable(name) !== undefined && renamed.includes(ownVariable(name)!))
        leaveValue(name, value, renamed, leave);
    }
    if (!hasServer && names.some((name) => ownVariable(name) === undefined)) leave(NO_EQUAL, renamed);
    return renamed;
  });
  return { text: lines.join("\n"), left };
}

/** Stands for a name that stays while others are replaced. */
const KEPT_HOST = "\0HOST\0";

type Leave = (replacement: string, code: string) => void;

/** Returns the values that a line gives to variables, or the next one to the variable that the line names. */
function assignmentsOf(line: string, next: string): Array<{ readonly name: string; readonly value: string }> {
  const [, named] = NAMED.exec(line) ?? [];
  if (named !== undefined) return [{ name: named, value: VALUE.exec(next)?.[1] ?? "" }];
  return Array.from(line.matchAll(ASSIGNMENT), ([, name = "", ...values]) => ({
    name,
    value: values.find((value) => value !== undefined) ?? "",
  }));
}

function leaveValue(name: string, value: string, line: string, leave: Leave): void {
  // A reference to another variable has a value elsewhere.
  if (value === "" || value.includes("$") || !isOfService(name)) return;
  leave(name.endsWith("_KEY") ? KEY_ADVICE : ADDRESS_ADVICE, line);
}

function withOwnPackages(text: string): string {
  return text.replaceAll(DEPENDENCY, (whole, name: string, between: string) =>
    isPackage(name) ? `"${ownName(name)}"${between}^6.0.0` : whole,
  );
}

function leaveOtherPackages(line: string, leave: Leave): void {
  for (const [, name = ""] of line.matchAll(DEPENDENCY)) {
    if (!isPackage(name) && OTHER_PACKAGES.test(name)) leave(ADVICE, line);
  }
}
