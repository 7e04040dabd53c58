/**
 * Returns a statement that exports each type of the generated module by name, in the order of the alphabet. Names that the
 * index exports in its own part are left out.
 */
export function emitExports(types: string, from: string, own: string): string {
  const isOwn = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(own);
  const values = namesOf(types, "const");
  const names = [...new Set([...values, ...namesOf(types, "type")])].filter((name) => !isOwn(name)).toSorted();
  const items = names.map((name) => (values.has(name) ? name : `type ${name}`));
  return `export { ${items.join(", ")} } from "${from}";\n`;
}

function namesOf(types: string, kind: "const" | "type"): Set<string> {
  return new Set([...types.matchAll(new RegExp(`^export ${kind} (\\w+)`, "gm"))].map(([, name = ""]) => name));
}
