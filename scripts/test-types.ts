// `npm run test:types`: compiles an application that imports every entry of every package, as an ES module and by `require`, with every
// supported line of TypeScript, under `strict` and `exactOptionalPropertyTypes`, in each module setting. Fails on an error of the
// application, and on one in our declarations without `skipLibCheck`; declarations of others are theirs.
// `npm run test:types -- 5.4 7.0` compiles only with those lines.
import { TYPESCRIPT_VERSIONS } from "./tested-platforms.ts";
import { type CompilerLine, MODULE_SETTINGS, type ModuleSetting, TypeProject } from "./types/type-project.ts";

const LINES = Object.keys(TYPESCRIPT_VERSIONS) as readonly CompilerLine[];

const asked = process.argv.slice(2);
const unknown = asked.filter((line) => !(LINES as readonly string[]).includes(line));
if (unknown.length > 0)
  throw new Error(`Not tested: TypeScript ${unknown.join(", ")}. There are: ${LINES.join(", ")}.`);
const lines = LINES.filter((line) => asked.length === 0 || asked.includes(line));

const project = await TypeProject.create(lines);
try {
  const rows: Array<Record<string, string>> = [];
  for (const line of lines) {
    const row: Record<string, string> = { TypeScript: TYPESCRIPT_VERSIONS[line] };
    for (const setting of MODULE_SETTINGS) row[setting] = await resultOf(line, setting);
    rows.push(row);
  }
  console.table(rows);
} finally {
  await project.remove();
}

/** Compiles with one compiler in one module setting, and prints the errors. */
async function resultOf(line: CompilerLine, setting: ModuleSetting): Promise<string> {
  const errors = await project.errors(line, setting);
  if (errors.length === 0) return "passes";
  process.exitCode = 1;
  console.error(`TypeScript ${TYPESCRIPT_VERSIONS[line]}, ${setting}:`);
  for (const error of errors) console.error(`  ${error}`);
  return errors.length === 1 ? "1 error" : `${errors.length} errors`;
}
