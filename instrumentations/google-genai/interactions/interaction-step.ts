import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { SpokenAudio } from "../live/spoken-audio.ts";

/** Step of an interaction, such as a thought, a function call or the output of the model, built from its deltas. */
export class InteractionStep {
  readonly #fields: Record<string, unknown>;
  /** Arguments of a function call so far, which come as pieces of JSON. */
  #arguments = "";
  #audio: SpokenAudio | undefined;

  /** Takes the step as it began. The step itself belongs to the application. */
  constructor(step: Fields) {
    this.#fields = structuredClone(step);
  }

  /** Adds a delta. Returns true when the delta brought content. */
  add(delta: Fields): boolean {
    const { type, ...fields } = delta;
    switch (type) {
      case "text":
        return appendTo(this.#list("content"), delta);
      case "thought_summary":
        return isFields(delta.content) && appendTo(this.#list("summary"), delta.content);
      case "text_annotation": {
        const last = this.#list("content").at(-1);
        if (last) last.annotations = [...listOf(last.annotations), ...listOf(delta.annotations)];
        return false;
      }
      case "thought_signature":
        return false;
      case "arguments_delta":
        this.#arguments += textOf(delta.arguments) ?? "";
        return true;
      case "audio":
        return this.#addAudio(delta);
      default:
        if (this.#fields.type === "model_output") this.#list("content").push(delta);
        else Object.assign(this.#fields, fields);
        return true;
    }
  }

  /** Returns the step so far, in the shape of a whole one. */
  value(): Fields {
    const step = { ...this.#fields };
    if (this.#arguments !== "") step.arguments = parsed(this.#arguments);
    const audio = this.#audio?.file();
    if (audio) step.content = [...listOf(step.content), audio];
    return step;
  }

  #list(name: "content" | "summary"): Record<string, unknown>[] {
    const list = Array.isArray(this.#fields[name]) ? (this.#fields[name] as Record<string, unknown>[]) : [];
    this.#fields[name] = list;
    return list;
  }

  #addAudio({ data, mime_type: mimeType, rate, sample_rate: sampleRate }: Fields): boolean {
    if (typeof data !== "string") return false;
    this.#audio ??= new SpokenAudio();
    const samplesPerSecond = rate ?? sampleRate;
    this.#audio.add(data, typeof samplesPerSecond === "number" ? `rate=${samplesPerSecond}` : (textOf(mimeType) ?? ""));
    return true;
  }
}

/** Continues the last text of a list, or adds the part to the list. */
function appendTo(list: Record<string, unknown>[], part: Fields): boolean {
  const last = list.at(-1);
  const text = textOf(part.text);
  if (text !== undefined && typeof last?.text === "string") last.text += text;
  else list.push({ ...part });
  return part.text !== "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A stream that was left early has a part of the arguments.
    return text;
  }
}
