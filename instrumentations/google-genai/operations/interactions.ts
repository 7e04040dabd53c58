import { isFields, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  aloneOrWith,
  attributeTable,
  mediaFields,
  speakeasySignal,
  type AttributeRow,
  type Operation,
} from "@svc/instrumentation";
import { InteractionAccumulator } from "../interactions/interaction-accumulator.ts";
import { GOOGLE_GENAI } from "../library.ts";

const REQUEST_ROWS: readonly AttributeRow[] = [
  [GenAi.REQUEST_TEMPERATURE, "temperature"],
  [GenAi.REQUEST_TOP_P, "top_p"],
  [GenAi.REQUEST_MAX_TOKENS, "max_output_tokens"],
  [GenAi.REQUEST_SEED, "seed"],
  [GenAi.REQUEST_STREAM, "stream", (stream) => (stream === true ? true : undefined)],
  [GenAi.REQUEST_REASONING_LEVEL, "thinking_level"],
  [GenAi.REQUEST_PREVIOUS_RESPONSE_ID, "previous_interaction_id"],
  [GenAi.OUTPUT_TYPE, "response_mime_type", (type) => (type === "application/json" ? "json" : undefined)],
  [GenAi.REQUEST_STOP_SEQUENCES, "stop_sequences"],
];

const isMedia = (holder: Fields): boolean => typeof holder.mime_type === "string";
const typeOf = ({ mime_type: type }: Fields): string => String(type);

/**
 * `interactions.create`. An interaction that the package continues by itself, in several requests, is one call. The package sends
 * requests by a client of its own: what the application gave is recorded, which has the field names of the API.
 */
export const interactions: Operation = {
  library: {
    ...GOOGLE_GENAI,
    transport: { client: "parentClient" },
    requestAttributes: attributeTable(REQUEST_ROWS),
    mediaFields: mediaFields({
      data: [
        { isIn: isMedia, typeOf },
        // Audio of a stream, made into one file.
        { isIn: (holder) => typeof holder.mimeType === "string", typeOf: ({ mimeType }) => String(mimeType) },
      ],
      // Thoughts of the model, only for the model.
      signature: [{ isIn: () => true, typeOf: () => undefined }],
    }),
  },
  name: "generate_content",
  type: "generation",
  path: "",
  readsPassed: true,
  fieldsOf: ({ generation_config: config, ...body }) => ({ ...(isFields(config) && config), ...body }),
  parameters: new Set([
    "agent",
    "agent_config",
    "background",
    "cached_content",
    "image_config",
    "labels",
    "max_output_tokens",
    "previous_interaction_id",
    "response_format",
    "response_mime_type",
    "response_modalities",
    "safety_settings",
    "seed",
    "service_tier",
    "speech_config",
    "stop_sequences",
    "store",
    "stream",
    "temperature",
    "thinking_level",
    "thinking_summaries",
    "tool_choice",
    "top_p",
  ]),
  input: (body) => aloneOrWith(body, "input", ["system_instruction", "tools"]),
  answer: (data) => {
    const accumulator = new InteractionAccumulator();
    accumulator.add(data);
    return accumulator.answer();
  },
  accumulator: () => new InteractionAccumulator(),
  signalIn: speakeasySignal,
};
