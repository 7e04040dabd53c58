import { NODE, PYTHON, type Producer } from "../../test/producers/producers.ts";
import { markdownTable } from "./markdown-table.ts";

/** Returns the table of the producers whose spans are run against the service, and what their spans become. */
export function producersTable(): string {
  const rows = Object.entries({ Python: PYTHON, JavaScript: NODE }).flatMap(([language, producers]) =>
    producers.map((producer) => [producer.name, language, packageOf(producer), treeOf(producer), producer.note ?? ""]),
  );
  return markdownTable(["Producer", "Language", "Seen in", "Becomes", "Note"], rows);
}

/** Returns the package that makes the spans, and its version. */
function packageOf({ packages: [first = ""] }: Producer): string {
  return `\`${first.replace("==", " ").replace(/(?<=.)@(?=[^@]*$)/, " ")}\``;
}

function treeOf({ gives: { tree = "GENERATION" } }: Producer): string {
  return tree.toLowerCase().replaceAll("(", " › ").replaceAll(")", "");
}
