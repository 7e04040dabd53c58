import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import type { SoundFormat } from "@svc/instrumentation";
import { InputItem, mediaOfSent, type SentMedia } from "./input-item.ts";
import { InputBuffer } from "./input-buffer.ts";
import type { Sound } from "./sound.ts";
import { soundFormat } from "./sound-format.ts";

/** Maximum number of items that wait for a response. Older ones are left out of the response's input. */
const MAX_WAITING_ITEMS = 200;

/** Maximum number of messages with media whose copy from the server has not come yet. */
const MAX_SENT_ITEMS = 50;

/** Items of a conversation that have come since its last response, with their sound. */
export class Conversation {
  readonly #buffer = new InputBuffer();
  readonly #keepsMedia: boolean;
  /** Items since the last response, by their ids. */
  #waiting = new Map<string, InputItem>();
  /** Items of which a transcript can still come, by their ids: those of responses in progress. */
  readonly #answered = new Map<string, InputItem>();
  /** Sound of messages whose item has not come yet, by their ids. */
  readonly #committed = new Map<string, Sound>();
  #sent: SentMedia[] = [];
  #format: SoundFormat = soundFormat(undefined);

  /** Takes whether sound and images are kept until they are recorded. */
  constructor(keepsMedia: boolean) {
    this.#keepsMedia = keepsMedia;
  }

  get format(): SoundFormat {
    return this.#format;
  }

  /** Notes the settings of the session that concern its input. */
  configure(session: Fields): void {
    const { audio } = session;
    const input = isFields(audio) && isFields(audio.input) ? audio.input : undefined;
    this.#format = soundFormat(input?.format ?? session.input_audio_format);
    this.#buffer.detectsSpeech(isFields(input ? input.turn_detection : session.turn_detection));
  }

  /** Called for each event that the application sends. Reads only its data. */
  sent(type: string, event: unknown, data: (event: unknown, name: string) => unknown): void {
    if (!this.#keepsMedia) return;
    if (type === "input_audio_buffer.append") {
      const audio = textOf(data(event, "audio"));
      if (audio !== undefined) this.#buffer.append(audio, performance.now());
    } else if (type === "conversation.item.create") {
      const media = mediaOfSent(data(event, "item"));
      if (media && this.#sent.push(media) > MAX_SENT_ITEMS) this.#sent.shift()?.sound?.release();
    }
  }

  /** Called for each event of the server that is not about a response. */
  received(type: string, event: Fields): void {
    const id = textOf(event.item_id) ?? "";
    switch (type) {
      case "input_audio_buffer.speech_started":
        this.#buffer.speechStarted(event.audio_start_ms, this.#format);
        break;
      case "input_audio_buffer.speech_stopped":
        this.#buffer.speechStopped(event.audio_end_ms, this.#format);
        break;
      case "input_audio_buffer.committed":
        if (this.#keepsMedia) this.#committed.set(id, this.#buffer.commit());
        break;
      case "input_audio_buffer.cleared":
        this.#buffer.clear();
        break;
      case "conversation.item.added":
      case "conversation.item.created":
      case "conversation.item.done":
        this.#addItem(event.item);
        break;
      case "conversation.item.deleted":
        this.remove(id);
        break;
      case "conversation.item.input_audio_transcription.completed":
        this.#find(id)?.transcribed(event.content_index, textOf(event.transcript) ?? "");
        break;
    }
  }

  /** Removes an item that is not input after all. */
  remove(id: string): void {
    this.#waiting.get(id)?.release();
    this.#waiting.delete(id);
  }

  /** Returns an item that no response will answer. */
  takeItem(id: string): InputItem | undefined {
    const item = this.#waiting.get(id);
    this.#waiting.delete(id);
    return item;
  }

  /** Returns the items since the last response, which belong to the next one. */
  takeItems(): InputItem[] {
    const items = [...this.#waiting.values()];
    for (const [id, item] of this.#waiting) this.#answered.set(id, item);
    this.#waiting = new Map();
    return items;
  }

  /** Forgets the items of a response that has been recorded. */
  release(items: readonly InputItem[]): void {
    for (const [id, item] of this.#answered) if (items.includes(item)) this.#answered.delete(id);
    for (const item of items) item.release();
  }

  /** Forgets everything. The connection has closed. */
  close(): void {
    for (const item of [...this.#waiting.values(), ...this.#answered.values()]) item.release();
    for (const sound of this.#committed.values()) sound.release();
    for (const { sound } of this.#sent) sound?.release();
    this.#buffer.clear();
  }

  #find(id: string): InputItem | undefined {
    return this.#waiting.get(id) ?? this.#answered.get(id);
  }

  #addItem(item: unknown): void {
    if (!isFields(item)) return;
    const id = textOf(item.id) ?? "";
    const known = this.#find(id);
    if (known) {
      known.update(item);
      return;
    }
    const sound = this.#committed.get(id);
    this.#committed.delete(id);
    this.#waiting.set(id, new InputItem(item, sound, sound ? undefined : this.#takeSent(id, item)));
    if (this.#waiting.size > MAX_WAITING_ITEMS) this.remove(this.#waiting.keys().next().value!);
  }

  /** Returns the media that the application sent with this item. An item without an id of its own is the next of its kind. */
  #takeSent(id: string, item: Fields): SentMedia | undefined {
    const hasMedia = listOf(item.content).some((part) => isFields(part) && /audio|image/.test(textOf(part.type) ?? ""));
    const found = this.#sent.find((sent) => (sent.id === undefined ? hasMedia : sent.id === id));
    if (found) this.#sent = this.#sent.filter((sent) => sent !== found);
    return found;
  }
}
