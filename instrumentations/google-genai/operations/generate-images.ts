import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { onlyOrAll, type Answer, type Operation } from "@svc/instrumentation";
import { GOOGLE_GENAI } from "../library.ts";
import { requestFields } from "../request-fields.ts";

/** `generateImages`, of the models that make images alone. */
export const generateImages: Operation = {
  library: GOOGLE_GENAI,
  name: "image_generation",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "image" },
  path: ":predict",
  fieldsOf: requestFields,
  parameters: new Set([
    "addWatermark",
    "aspectRatio",
    "guidanceScale",
    "includeRaiReason",
    "includeSafetyAttributes",
    "language",
    "negativePrompt",
    "numberOfImages",
    "outputOptions",
    "personGeneration",
    "safetySetting",
    "sampleCount",
    "sampleImageSize",
    "seed",
  ]),
  input: (body) => body.prompt ?? promptOf(body),
  answer: imageAnswer,
};

function promptOf({ instances }: Fields): unknown {
  return onlyOrAll(listOf(instances).map((instance) => (isFields(instance) ? instance.prompt : undefined)));
}

function imageAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const images = listOf(data.generatedImages).filter((image) => isFields(image));
  const filtered = images.map(({ raiFilteredReason }) => textOf(raiFilteredReason)).find((text) => text !== undefined);
  return {
    output: onlyOrAll(images),
    isFinished: true,
    metadata: { is_filtered: filtered === undefined ? undefined : true },
  };
}
