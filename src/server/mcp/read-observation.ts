import { traceIdIn, type Condition, type ReadObservation } from "@svc/core/internal";
import { ToolProblem } from "./api-reads.ts";
import { observationLine } from "./observation-line.ts";
import { type Piece, idText, jsonLine, pageOf, quoted } from "./recorded-text.ts";
import { type Tool, defineTool, integer, text } from "./tool.ts";

/** Input of `read_observation`. */
interface ObservationChoice {
  observationId: string;
  traceId?: string;
  part?: (typeof PARTS)[number];
  offset?: number;
}

const PARTS = ["all", "input", "output", "metadata"] as const;

const FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics";

/** Tool that shows one observation in full. */
export const readObservation: Tool = defineTool<ObservationChoice>({
  name: "read_observation",
  title: "Read an observation",
  description:
    "Shows one observation of a trace, such as a model call or a tool call, in full: input, output, model parameters, usage, prompt " +
    "and metadata. A long one comes in parts; the last line says how to read on.",
  required: ["observationId"],
  properties: {
    observationId: text("Id of the observation: the one in brackets in the result of read_trace."),
    traceId: text("Id of its trace, or the address of its page. Makes the search faster."),
    part: { type: "string", enum: PARTS, default: "all", description: "Part to show." },
    offset: integer("Character of the text to begin with.", 0, 1_000_000_000, 0),
  },
  async run({ observationId, traceId: given, part = "all", offset = 0 }, reads) {
    const traceId = given === undefined ? undefined : traceIdIn(given);
    const which: Condition = { type: "string", column: "id", operator: "=", value: observationId };
    const read = async (expandMetadata?: string): Promise<ReadObservation> => {
      const [found] = await reads.observationList([which], { traceId, fields: FIELDS, expandMetadata }, 1);
      if (found !== undefined) return found;
      const where = traceId === undefined ? "in this project" : `in the trace ${idText(traceId)}`;
      throw new ToolProblem(`There is no observation ${idText(observationId)} ${where}. read_trace gives the ids.`);
    };
    const found = await read();
    // Without their names, the API cuts the values of metadata.
    const keys = Object.keys(found.metadata ?? {});
    const whole = keys.length === 0 ? found : await read(keys.join(","));
    return pageOf(
      piecesOf(whole, part),
      offset,
      (next) => `read_observation with "part": "${part}", "offset": ${next}`,
    );
  },
});

function piecesOf(observation: ReadObservation, part: (typeof PARTS)[number]): Piece[] {
  const { input, output, metadata } = observation;
  if (part === "input") return [input == null ? { own: "The observation has no input." } : { recorded: input }];
  if (part === "output") return [output == null ? { own: "The observation has no output." } : { recorded: output }];
  if (part === "metadata") return [{ recorded: JSON.stringify(metadata ?? {}, null, 1) }];
  return [
    { own: headOf(observation) },
    ...(input == null ? [] : [{ own: "input:" }, { recorded: input }]),
    ...(output == null ? [] : [{ own: "output:" }, { recorded: output }]),
    ...(hasFields(metadata) ? [{ own: "metadata:" }, { recorded: JSON.stringify(metadata, null, 1) }] : []),
  ];
}

function headOf(observation: ReadObservation): string {
  const { traceId, startTime, endTime, parentObservationId, modelParameters, usageDetails, promptName } = observation;
  const parent = parentObservationId == null ? "none" : idText(parentObservationId);
  const lines = [
    observationLine(observation),
    `trace ${idText(traceId)}; ${startTime} to ${endTime ?? "…"}; parent ${parent}`,
    promptName != null && `prompt ${quoted(promptName)}, version ${observation.promptVersion ?? "unknown"}`,
    hasFields(usageDetails) && `usage: ${jsonLine(usageDetails)}`,
    hasFields(modelParameters) && `model parameters: ${jsonLine(modelParameters)}`,
  ];
  return lines.filter((line) => line !== false).join("\n");
}

function hasFields(value: object | null | undefined): boolean {
  return value != null && Object.keys(value).length > 0;
}
