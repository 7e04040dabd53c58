// The tools of this folder's own package.json, installed when they are missing. Plain JavaScript, with types beside it: the
// tools' own types are not there before the installation.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = import.meta.dirname;
const require = createRequire(import.meta.url);

const changed = (file) => (existsSync(join(folder, file)) ? statSync(join(folder, file)).mtimeMs : 0);
if (changed("node_modules/.package-lock.json") < changed("package-lock.json")) {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`The tools of ${folder} could not be installed; npm said why above.`);
}

export function parseYaml(text) {
  return require("js-yaml").load(text);
}

export async function typesOf(schemas) {
  const { default: openapiTypes, astToString, tsUnion, UNDEFINED } = await import("openapi-typescript");
  const ts = require("typescript");
  const document = {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: {},
    components: { schemas: structuredClone(schemas) },
  };
  const nodes = await openapiTypes(JSON.stringify(document), {
    silent: true,
    defaultNonNullable: false,
    /** Whoever compiles with `exactOptionalPropertyTypes` may hand on what is not there. */
    transformProperty: (property) =>
      property.questionToken &&
      property.type.kind !== ts.SyntaxKind.UnknownKeyword &&
      ts.factory.updatePropertySignature(
        property,
        property.modifiers,
        property.name,
        property.questionToken,
        tsUnion([property.type, UNDEFINED]),
      ),
  });
  const text = astToString(nodes).replaceAll(/components\["schemas"\]\["(\w+)"\]/g, "$1");
  const source = ts.createSourceFile("types.ts", text, ts.ScriptTarget.Latest, true);
  const components = source.statements.find((statement) => statement.name?.text === "components");
  return components.members[0].type.members.map((member) => ({
    name: member.name.getText(),
    doc: comment(member.getFullText().slice(0, member.getLeadingTriviaWidth())),
    type: member.type
      .getText()
      .replaceAll(/[ \t]*\/\*\*[\s\S]*?\*\/\n/g, (block) => (comment(block) ? `${comment(block)}\n` : "")),
  }));
}

/** The text of a comment on one line, without the tags that repeat the type. */
function comment(block) {
  const text = block
    .replaceAll(/^\s*\/\*\*|\*\/\s*$|^\s*\*(?!\/)/gm, "")
    .replaceAll(/@(?:enum|constant|default)\b[^\n]*|^\s*Format: [^\n]*/gm, "")
    .replaceAll("@description", "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text === "" ? "" : `/** ${text} */`;
}

export function lint(file) {
  const cli = join(folder, "node_modules/.bin/redocly");
  const { status, stdout, stderr } = spawnSync(cli, ["lint", file, "--config", join(folder, "redocly.yaml")], {
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  if (status !== 0) console.error(stdout + stderr);
  return status === 0;
}
