import type { Document } from "./document.ts";
import { operationsOf } from "./operations.ts";

/** Returns the page of all operations: one table for each group. */
export function emitPage(document: Document): string {
  const operations = operationsOf(document);
  const groups = document.tags.map(({ name, description }) => {
    const rows = operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ method, path, operation }) => {
        const call = operation.operationId.replaceAll("_", ".");
        return `| \`${call}\` | \`${method} ${path}\` | ${operation.summary} |`;
      });
    return [`## ${name}`, "", description, "", "| Operation | Request | Effect |", "| --- | --- | --- |", ...rows].join(
      "\n",
    );
  });
  return [
    "# Operations of the HTTP API",
    "",
    `${operations.length} operations in ${groups.length} groups. [HTTP API](api.md) says how to call them.`,
    "",
    groups.join("\n\n"),
    "",
  ].join("\n");
}
