import { EXPORTED_NAMES } from "./exported-names.ts";
import { takenNames, type TakenName } from "./module-names.ts";
import { ALL_NAMES } from "./names-of-4.ts";
import type { SourceEdits } from "./source-edits.ts";

/** Names that the table of removed names handles where they are imported. */
const HANDLED: ReadonlySet<string> = new Set(
  ALL_NAMES.filter(({ owner }) => owner.startsWith("@") || owner === "type").map(({ name }) => name),
).add("legacy");

/** Keys that mocks give every module. */
const OF_EVERY_MODULE: ReadonlySet<string> = new Set(["default", "__esModule"]);

/** Lists the names that a file takes out of our packages and that they do not export. */
export function listUnexportedNames(edits: SourceEdits): void {
  for (const taken of takenNames(edits.file, (module) => module in EXPORTED_NAMES)) {
    const { module, node } = taken;
    if (EXPORTED_NAMES[module]!.has(node.text) || OF_EVERY_MODULE.has(node.text) || isHandled(taken)) continue;
    edits.leave(node, adviceFor(module, node.text));
  }
}

/** Says whether the table handles a name where it stands. A mock may have keys of its own. */
const isHandled = ({ node, form }: TakenName): boolean =>
  form === "mock" ? !HANDLED.has(node.text) : form !== "augmentation" && HANDLED.has(node.text);

function adviceFor(module: string, name: string): string {
  const other = Object.keys(EXPORTED_NAMES).find((each) => EXPORTED_NAMES[each]!.has(name));
  if (other !== undefined) return `${name} of ${other}`;
  const row = ALL_NAMES.find((each) => each.name === name);
  if (row !== undefined) return row.now;
  if (name.endsWith("Error")) return "SvcAPIError of @svc/core, and its statusCode";
  if (/^[a-z]/.test(name) && module === "@svc/core")
    return 'types by their own names: import type { … } from "@svc/core"';
  return `something else: ${module} 6 exports no ${name}`;
}
