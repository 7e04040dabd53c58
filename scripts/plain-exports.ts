import type { Rolldown } from "tsdown";

/** Export of a file of the bundle, as the bundler writes it for files that other files of the bundle need. */
const GETTER =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\n\tenumerable: true,\n\tget: function\(\) \{\n\t\treturn ([\w$]+);\n\t\}\n\}\);\n?/gm;

/** Any other export. */
const OTHER = /^(?:Object\.defineProperty\(exports, |exports\.)/m;

/**
 * Plugin for CommonJS builds: what a file of a bundle exports to the others are plain properties. The bundler makes a getter of
 * each, which takes time at every start and at every use. Variables that get their value later keep their getters. The bundler
 * formats code after `renderChunk`, so this runs later.
 */
export const plainExports: Rolldown.Plugin = {
  name: "plain-exports",
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle))
      if (output.type === "chunk") output.code = withPlainExports(output.code);
  },
};

function withPlainExports(code: string): string {
  const plain: string[] = [];
  const rest = code.replace(GETTER, (getter, exported: string, local: string) => {
    if (!isConstant(local, code)) return getter;
    plain.push(exported === local ? local : `"${exported}": ${local}`);
    return "";
  });
  if (plain.length === 0) return code;
  const object = `{ ${plain.join(", ")} }`;
  // An object that is written as a whole is the fastest to read, and entries export names in another way as well.
  return `${rest}\n${OTHER.test(rest) ? `Object.assign(exports, ${object})` : `module.exports = ${object}`};\n`;
}

/** Returns true when a variable of the file has its value from its declaration on. */
function isConstant(name: string, code: string): boolean {
  const variable = name.replaceAll("$", String.raw`\$`);
  if (new RegExp(String.raw`^(?:const|class|(?:async )?function\*?) ${variable}\b(?!\$)`, "m").test(code)) return true;
  if (!new RegExp(String.raw`^(?:var|let) ${variable} =`, "m").test(code)) return false;
  const assignments = code.match(new RegExp(String.raw`(?<![\w$.])${variable} (?:[-+*/%&|^?]|<<|>>)*=(?!=)`, "g"));
  return assignments?.length === 1 && !new RegExp(String.raw`(?<![\w$.])${variable}(?:\+\+|--)`).test(code);
}
