// Messages, instructions, tools and documents of OpenTelemetry's conventions for generative AI, release 0.1.0, as JSON schemas.
import { Ajv2020 } from "ajv/dist/2020.js";

const text = { type: "string" } as const;
const anything = {} as const;

function part(type: string, fields: Readonly<Record<string, unknown>>, optional: readonly string[] = []): object {
  const required = Object.keys(fields).filter((name) => !optional.includes(name));
  return {
    type: "object",
    properties: { type: { const: type }, ...fields },
    required: ["type", ...required],
    additionalProperties: false,
  };
}

const modality = { enum: ["image", "audio", "video", "document"] };
const TEXT = part("text", { content: text });
const PARTS = [
  TEXT,
  part("reasoning", { content: text }),
  part("tool_call", { id: text, name: text, arguments: anything }, ["arguments"]),
  part("tool_call_response", { id: text, response: anything }),
  part("blob", { modality, mime_type: text, content: { type: "string", pattern: "^[A-Za-z0-9+/]+=*$" } }),
  part("uri", { modality, uri: { type: "string", pattern: "^[a-z][a-z0-9+.-]*:" } }),
];

const message = {
  type: "object",
  properties: {
    role: { enum: ["system", "developer", "user", "assistant", "tool"] },
    parts: { type: "array", items: { oneOf: PARTS } },
    finish_reason: text,
  },
  required: ["role", "parts"],
  additionalProperties: false,
};

const tool = {
  type: "object",
  properties: { type: text, name: { type: "string", minLength: 1 }, description: text, parameters: { type: "object" } },
  required: ["type", "name"],
  additionalProperties: false,
};

const ajv = new Ajv2020({ allErrors: true });

/** Schemas by the names of the attributes that hold JSON. */
const SCHEMAS: ReadonlyMap<string, ReturnType<typeof ajv.compile>> = new Map(
  Object.entries({
    "gen_ai.system_instructions": { type: "array", minItems: 1, items: TEXT },
    "gen_ai.input.messages": { type: "array", minItems: 1, items: message },
    "gen_ai.output.messages": {
      type: "array",
      minItems: 1,
      items: { ...message, required: ["role", "parts", "finish_reason"] },
    },
    "gen_ai.tool.definitions": { type: "array", minItems: 1, items: tool },
    "gen_ai.retrieval.documents": { type: "array", minItems: 1, items: { type: "object" } },
  }).map(([name, schema]) => [name, ajv.compile(schema)]),
);

/** Returns what the conventions do not allow in the attributes of a span. */
export function conventionProblems(attributes: Readonly<Record<string, unknown>>): string[] {
  return [...SCHEMAS].flatMap(([name, validate]) => {
    const value = attributes[name];
    if (typeof value !== "string" || validate(JSON.parse(value))) return [];
    return (validate.errors ?? []).map(({ instancePath, message: problem }) => `${name}${instancePath} ${problem}`);
  });
}
