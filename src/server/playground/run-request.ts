import { bodyCheck } from "../http/request-validation.ts";
import type { RunMessage, RunTool } from "./message.ts";

/** Parameters of a model that every provider has, under one name for all. */
export interface RunParameters {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
}

/** Request of the page to call a model. */
export interface RunRequest {
  readonly connection: string;
  readonly model: string;
  readonly messages: readonly RunMessage[];
  readonly parameters?: RunParameters;
  readonly tools?: readonly RunTool[];
  /** Further fields of the provider's request. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Longest wait for the next piece of the answer. Default 120. */
  readonly timeoutSeconds?: number;
  /** Generation that is run again. */
  readonly original?: { readonly traceId: string; readonly observationId: string };
  /** Version of a prompt that the messages are made of. */
  readonly prompt?: { readonly name: string; readonly version: number };
}

/** Most bytes of a request: messages can hold images. */
export const MAX_RUN_BYTES = 10_000_000;

/** Longest texts of names, ids and models. */
const NAME = { type: "string", minLength: 1, maxLength: 300 } as const;

const PART_OF = (kind: string, fields: Readonly<Record<string, object>>): object => ({
  type: "object",
  required: ["kind", ...Object.keys(fields)],
  properties: { kind: { const: kind }, ...fields },
});

const TEXT = { type: "string" } as const;

const SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["connection", "model", "messages"],
  properties: {
    connection: NAME,
    model: NAME,
    messages: {
      type: "array",
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: "object",
        required: ["role", "parts"],
        properties: {
          role: { enum: ["system", "user", "assistant", "tool"] },
          parts: {
            type: "array",
            items: {
              anyOf: [
                PART_OF("text", { text: TEXT }),
                PART_OF("image", { source: TEXT }),
                PART_OF("toolCall", { id: TEXT, name: TEXT, arguments: {} }),
                PART_OF("toolResult", { id: TEXT, content: {} }),
              ],
            },
          },
        },
      },
    },
    parameters: {
      type: "object",
      additionalProperties: false,
      properties: {
        temperature: { type: "number" },
        topP: { type: "number" },
        maxTokens: { type: "integer", minimum: 1 },
      },
    },
    tools: {
      type: "array",
      maxItems: 500,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name"],
        properties: { name: NAME, description: TEXT, parameters: { type: "object" } },
      },
    },
    extra: { type: "object" },
    timeoutSeconds: { type: "number", minimum: 0.1, maximum: 300 },
    original: {
      type: "object",
      required: ["traceId", "observationId"],
      properties: { traceId: NAME, observationId: NAME },
    },
    prompt: { type: "object", required: ["name", "version"], properties: { name: NAME, version: { type: "integer" } } },
  },
} as const;

/** Checks the request of a run. Throws a 400 that names the fields that cannot be used. */
export const checkRunRequest: (body: unknown) => asserts body is RunRequest = bodyCheck(SCHEMA);
