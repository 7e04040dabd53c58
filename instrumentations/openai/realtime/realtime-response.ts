import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import {
  type Accumulator,
  type Answer,
  type Ending,
  onlyOrAll,
  type ObservedCall,
  type SoundFormat,
} from "@svc/instrumentation";
import { realtimeInference } from "./realtime-operation.ts";
import { Sound } from "./sound.ts";

/** Field of an item, or of a part of an item, that the text of an event is added to, by the type of the event. */
const DELTAS: ReadonlyMap<string, "text" | "transcript" | "arguments" | "audio"> = new Map([
  ["response.output_text.delta", "text"],
  ["response.output_audio_transcript.delta", "transcript"],
  ["response.output_audio.delta", "audio"],
  ["response.function_call_arguments.delta", "arguments"],
  ["response.mcp_call_arguments.delta", "arguments"],
  // Names of the beta.
  ["response.text.delta", "text"],
  ["response.audio_transcript.delta", "transcript"],
  ["response.audio.delta", "audio"],
]);

/** Types of the parts of a message by the field that holds their text. */
const PART_TYPES = { text: "output_text", transcript: "output_audio" } as const;

/** Item of the output, and what came of it in deltas. */
interface OutputItem {
  item: Fields;
  arguments: string;
  readonly parts: Map<number, { text: string; type: string }>;
  readonly sounds: Map<number, Sound>;
}

/** Response of a Realtime session while it is made. Keeps texts and sound, and no event. */
export class RealtimeResponse implements Accumulator {
  readonly call: ObservedCall;
  readonly #format: SoundFormat;
  readonly #keepsSound: boolean;
  readonly #items = new Map<string, OutputItem>();
  #response: Fields | undefined;
  #hasBegun = false;

  constructor(call: ObservedCall, format: SoundFormat, keepsSound: boolean) {
    this.call = call;
    this.#format = format;
    this.#keepsSound = keepsSound;
  }

  /** Adds an event of the response. Returns true when it brought content. */
  add(event: Fields): boolean {
    const type = textOf(event.type) ?? "";
    if (isFields(event.item)) {
      this.#itemOf(textOf(event.item.id)).item = event.item;
      return false;
    }
    const field = DELTAS.get(type);
    const delta = textOf(event.delta);
    if (field === undefined || delta === undefined) return false;
    this.#addDelta(field, delta, event);
    this.#noteBeginning();
    return true;
  }

  /** Ends the call with the whole response. */
  done(response: unknown): void {
    this.#response = isFields(response) ? response : undefined;
    const { status, status_details: details } = this.#response ?? {};
    const reason = isFields(details) ? (textOf(details.reason) ?? textOf(details.type)) : undefined;
    this.end(status === "cancelled" ? cancelled(reason) : {});
  }

  /** Ends the call with what has come of the response. */
  end(ending: Ending): void {
    this.call.endStream(this, ending);
    for (const { sounds } of this.#items.values()) for (const sound of sounds.values()) sound.release();
    this.#items.clear();
  }

  answer(): Answer {
    const whole = listOf(this.#response?.output);
    const items = whole.length > 0 ? whole.map((item) => this.#withSound(item)) : this.#partialItems();
    return { ...realtimeInference.answer(this.#response), output: onlyOrAll(items) };
  }

  #noteBeginning(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.call.noteFirstChunk();
    this.call.noteFirstContent();
  }

  #addDelta(field: "text" | "transcript" | "arguments" | "audio", delta: string, event: Fields): void {
    const item = this.#itemOf(textOf(event.item_id));
    const index = typeof event.content_index === "number" ? event.content_index : 0;
    if (field === "arguments") {
      item.arguments += delta;
    } else if (field === "audio") {
      if (!this.#keepsSound) return;
      let sound = item.sounds.get(index);
      if (sound === undefined) item.sounds.set(index, (sound = new Sound()));
      sound.addBase64(delta);
    } else {
      const part = item.parts.get(index);
      if (part) part.text += delta;
      else item.parts.set(index, { text: delta, type: PART_TYPES[field] });
    }
  }

  #itemOf(id: string | undefined): OutputItem {
    const key = id ?? "";
    let item = this.#items.get(key);
    if (item === undefined) {
      this.#items.set(key, (item = { item: {}, arguments: "", parts: new Map(), sounds: new Map() }));
    }
    return item;
  }

  /** Returns a finished item with the sound of its parts. */
  #withSound(item: unknown): unknown {
    const sounds = isFields(item) ? this.#items.get(textOf(item.id) ?? "")?.sounds : undefined;
    if (sounds === undefined || sounds.size === 0 || !isFields(item)) return item;
    const content = listOf(item.content).map((part, index) => withAudio(part, sounds.get(index)?.text(this.#format)));
    return { ...item, content };
  }

  /** Returns the items of a response that was not finished. */
  #partialItems(): unknown[] {
    return [...this.#items.values()].map((found) => partialItem(found, this.#format));
  }
}

function withAudio(part: unknown, audio: string | undefined): unknown {
  return isFields(part) && audio !== undefined ? { ...part, audio } : part;
}

function partialItem({ item, arguments: given, parts, sounds }: OutputItem, format: SoundFormat): Fields {
  if (given !== "") return { type: "function_call", ...item, arguments: given };
  const indices = [...new Set([...parts.keys(), ...sounds.keys()])].toSorted((a, b) => a - b);
  if (indices.length === 0) return item;
  const content = indices.map((index) => partialPart(parts.get(index), sounds.get(index)?.text(format)));
  return { type: "message", role: "assistant", ...item, content };
}

function partialPart(part: { text: string; type: string } | undefined, audio: string | undefined): Fields {
  const type = part?.type ?? PART_TYPES.transcript;
  return {
    type,
    ...(part && { [type === PART_TYPES.text ? "text" : "transcript"]: part.text }),
    ...(audio !== undefined && { audio }),
  };
}

function cancelled(reason: string | undefined): Ending {
  return {
    outcome: "cancelled",
    statusMessage: { own: `The response was cancelled${reason === undefined ? "" : `: ${reason}`}` },
  };
}
