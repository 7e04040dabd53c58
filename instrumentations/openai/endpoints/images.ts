import { isFields, listOf, readUsage, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  type Accumulator,
  aloneOrWith,
  type Answer,
  type Failure,
  inBandFailure,
  onlyOrAll,
  type EndpointOperation,
  pick,
} from "@svc/instrumentation";
import { IMAGE_PARAMETERS } from "./model-parameters.ts";

const FILES: readonly string[] = ["image", "mask"];

/** `images.generate`. */
export const imageGeneration: EndpointOperation = {
  name: "image_generation",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "image" },
  path: "/images/generations",
  parameters: IMAGE_PARAMETERS,
  input: (body) => aloneOrWith(body, "prompt", ["svg"]),
  answer: imageAnswer,
  accumulator: () => new ImageAccumulator(),
};

/** `images.edit`. */
export const imageEdit: EndpointOperation = {
  ...imageGeneration,
  name: "image_edit",
  path: "/images/edits",
  files: FILES,
  input: (body) => pick(body, ["prompt", "markup", ...FILES]),
};

/** `images.createVariation`. */
export const imageVariation: EndpointOperation = {
  ...imageGeneration,
  name: "image_variation",
  path: "/images/variations",
  files: FILES,
  input: (body) => pick(body, FILES),
};

function imageAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  // The type of an image stands beside the list of images, not in it.
  const format = pick(data, ["output_format"]);
  const images = listOf(data.data).map((image) => (isFields(image) ? Object.assign({}, format, image) : image));
  return {
    output: onlyOrAll(images),
    usage: readUsage(data.usage),
    metadata: pick(data, ["background", "quality", "size", "svg_usage"]),
    failure: inBandFailure(data.error),
  };
}

/** Accumulator of a stream of images. Only finished images are kept; each partial image is replaced by the next. */
class ImageAccumulator implements Accumulator {
  readonly #images: unknown[] = [];
  #last: Fields = {};
  #failure: Failure | undefined;

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    this.#failure ??= inBandFailure(event.error);
    const isFinished = textOf(event.type)?.endsWith(".completed") === true;
    if (isFinished) {
      this.#images.push(pick(event, ["b64_json", "output_format"]));
      this.#last = pick(event, ["usage", "background", "quality", "size"]);
    }
    return isFinished || textOf(event.b64_json) !== undefined;
  }

  answer(): Answer {
    const { usage, ...metadata } = this.#last;
    return {
      output: onlyOrAll(this.#images),
      usage: readUsage(usage),
      isFinished: this.#images.length > 0,
      metadata,
      failure: this.#failure,
    };
  }
}
