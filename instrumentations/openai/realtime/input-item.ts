import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { ownData, type SoundFormat } from "@svc/instrumentation";
import { Sound } from "./sound.ts";

/** Media of a message as the application sent it. The server's copy of the message is without them. */
export interface SentMedia {
  /** Id that the application gave to the item. */
  readonly id: string | undefined;
  /** Images by the index of their part, as URLs. */
  readonly images: ReadonlyMap<number, string>;
  readonly sound: Sound | undefined;
}

/** Returns the media in an item that the application creates; undefined where there are none. */
export function mediaOfSent(item: unknown): SentMedia | undefined {
  const images = new Map<number, string>();
  let sound: Sound | undefined;
  for (const [index, part] of listOf(ownData(item, "content")).entries()) {
    const image = textOf(ownData(part, "image_url"));
    const audio = textOf(ownData(part, "audio"));
    if (image !== undefined) images.set(index, image);
    if (audio !== undefined) (sound ??= new Sound()).addBase64(audio);
  }
  return images.size === 0 && sound === undefined ? undefined : { id: textOf(ownData(item, "id")), images, sound };
}

/** Item of the conversation that a response answers, such as a message or the output of a tool. */
export class InputItem {
  #item: Fields;
  readonly #images: ReadonlyMap<number, string> | undefined;
  readonly #sound: Sound | undefined;
  readonly #transcripts = new Map<number, string>();

  constructor(item: Fields, sound: Sound | undefined, sent?: SentMedia) {
    this.#item = item;
    this.#images = sent?.images;
    this.#sound = sound ?? sent?.sound;
  }

  /** Replaces the item by the server's newer copy. */
  update(item: Fields): void {
    this.#item = item;
  }

  /** Adds the words of a part's sound, which come when the server has recognised them. */
  transcribed(index: unknown, transcript: string): void {
    this.#transcripts.set(typeof index === "number" ? index : 0, transcript);
  }

  /** Returns the item to record. */
  recorded(format: SoundFormat): Fields {
    const parts = listOf(this.#item.content);
    if (parts.length === 0) return this.#item;
    return { ...this.#item, content: parts.map((part, index) => this.#part(part, index, format)) };
  }

  /** Gives the memory of the sound back. */
  release(): void {
    this.#sound?.release();
  }

  #part(part: unknown, index: number, format: SoundFormat): unknown {
    if (!isFields(part)) return part;
    const transcript = this.#transcripts.get(index);
    const image = this.#images?.get(index);
    const audio = part.type === "input_audio" ? this.#sound?.text(format) : undefined;
    return {
      ...part,
      ...(transcript !== undefined && { transcript }),
      ...(image !== undefined && { image_url: image }),
      ...(audio !== undefined && { audio }),
    };
  }
}
