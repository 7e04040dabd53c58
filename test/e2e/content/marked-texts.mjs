// Loaded before an application: puts a marker into each text of its source that a call can carry, such as questions, answers, errors,
// descriptions, stop words, and bytes of pictures. The application and its stand-in of a provider then say only marked words. Names, ids
// and words of the protocols stay as they are: a call with other names is another call.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

const MARKER = process.env.CONTENT_MARKER;

/** Text with a key, which follows each marker. */
const KEY = process.env.CONTENT_KEY;

/** Names, and texts that the application compares with what it gets. They stay as they are. */
const COMPARED = new Set((process.env.CONTENT_COMPARED ?? "").split(","));

/** Sources of the applications. */
const APPLICATIONS = /\/test\/(?:apps|installations)\/(?!.*\/node_modules\/).*\.[cm]?js$/;

/** Fields, and parameters of functions, whose text is said to a model, by a model or by a tool, however short it is. */
const SAID = new Set(
  `answer city content contents delta description document documents input inputs instructions message output output_text preamble
  prompt queries query queryTexts question reasoning refusal search stop stopSequences stop_sequences suffix summary system
  systemInstruction template text texts thinking topic transcript values zone`.split(/\s+/),
);

/** Functions whose text is said. */
const SAYING = /^(?:\w*Error|embedQuery|invoke|said|say|send|tell|text|user)$/;

/** Fields with names, ids and keys. */
const NAMED = new Set(
  `apiKey authorization command displayName functionId generationName id model name runName sessionId title traceName type userId
  workflowName`.split(/\s+/),
);

/** Functions that compare, cut or name. */
const NAMING =
  /^(?:asked|endsWith|get|getTracer|includes|indexOf|join|match|named|own|replace|replaceAll|set|split|startActiveObservation|startObservation|startsWith|streamed|test|trace|withTrace|writeHead)$/;

/** Words of protocols, and texts that are data in themselves. */
const NO_WORDS =
  /^\$*(?:$|[[{<]|\n|data:|event:|id:|Bearer |Basic |https?:|file:|node:|use |\w+\/[\w.+-]+(?:;|$)|\.{0,2}\/)/;
const WORDS = /\w[,.?!:;]* [\w$]/;

const PNG_IN_HEX = /^89504e47(?:[0-9a-f]{2})+$/;
const PNG_IN_BASE64 = /^iVBORw0KGgo[\w+/]*$/;

/** Nodes that only lead to a value. */
const LEADING = new Set(["ArrayExpression", "AwaitExpression", "ConditionalExpression", "LogicalExpression"]);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith("file:")) return loaded;
    const path = fileURLToPath(url);
    return APPLICATIONS.test(path) ? { ...loaded, source: marked(path, readFileSync(path, "utf8")) } : loaded;
  },
});

let count = 0;

function marked(path, source) {
  const insertions = [];
  visit(parseSync(path, source).program, [], (node, parents) => {
    if (node.type === "TemplateLiteral") {
      const text = node.quasis.map(({ value }) => value.cooked).join("$");
      if (isSaid(text, node, parents)) insertions.push([node.start + 1, `${nextMarker()}.${KEY}.`]);
    } else if (node.type === "Literal" && typeof node.value === "string") {
      if (PNG_IN_HEX.test(node.value)) insertions.push([node.end - 1, Buffer.from(nextMarker()).toString("hex")]);
      else if (PNG_IN_BASE64.test(node.value) && node.value.length % 4 === 0)
        insertions.push([node.end - 1, inBase64(nextMarker())]);
      else if (isSaid(node.value, node, parents)) insertions.push([node.start + 1, `${nextMarker()}.${KEY}.`]);
    }
  });
  let rest = source;
  for (const [at, text] of insertions.toReversed()) rest = rest.slice(0, at) + text + rest.slice(at);
  return rest;
}

function isSaid(text, node, parents) {
  if (NO_WORDS.test(text) || COMPARED.has(text) || parents.some(isMetadata)) return false;
  let [inner, place] = [node, parents.length - 1];
  while (LEADING.has(parents[place].type)) inner = parents[place--];
  const outer = parents[place];
  if (outer.type === "Property") {
    if (outer.key === inner || NAMED.has(nameOf(outer.key))) return false;
    return SAID.has(nameOf(outer.key)) || WORDS.test(text);
  }
  if (outer.type === "CallExpression" || outer.type === "NewExpression") {
    const name = nameOf(outer.callee.property ?? outer.callee);
    return !NAMING.test(name) && (SAYING.test(name) || WORDS.test(text));
  }
  return !/^(?:Binary|Import|Export|Member|Tagged|SwitchCase)/.test(outer.type) && WORDS.test(text);
}

/** Returns true for a node that holds metadata, which the application gives to be recorded. */
function isMetadata({ type, key, id }) {
  return (type === "Property" || type === "VariableDeclarator") && /metadata/i.test(nameOf(key ?? id));
}

function nameOf(node) {
  return String(node?.name ?? node?.value ?? "");
}

function visit(node, parents, look) {
  look(node, parents);
  const below = [...parents, node];
  for (const [name, value] of Object.entries(node)) {
    if (name === "parent") continue;
    for (const child of [value].flat()) if (typeof child?.type === "string") visit(child, below, look);
  }
}

function nextMarker() {
  return `${MARKER}${String(count++).padStart(4, "0")}`;
}

/** Returns base64 that other base64 may precede and follow. */
function inBase64(marker) {
  return Buffer.from(marker.padEnd(Math.ceil(marker.length / 3) * 3)).toString("base64");
}
