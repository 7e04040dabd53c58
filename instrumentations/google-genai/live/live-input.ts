import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { dataIn, ownData } from "@svc/instrumentation";
import { SpokenAudio } from "./spoken-audio.ts";

/** Methods of a session that send something to the model. */
export type SendMethod = "sendClientContent" | "sendRealtimeInput" | "sendToolResponse";

/** Input since the last turn of the model: contents, results of tools, and what was said. */
export class LiveInput {
  readonly #keepsContent: boolean;
  #contents: unknown[] = [];
  #texts: string[] = [];
  #transcription = "";
  #audio = new SpokenAudio();

  constructor(keepsContent: boolean) {
    this.#keepsContent = keepsContent;
  }

  /** Adds what the application has sent. Returns true when the model is to answer now. */
  sent(method: SendMethod, params: unknown): boolean {
    if (method === "sendClientContent") {
      const turns = this.#keepsContent ? dataIn(ownData(params, "turns")) : undefined;
      if (turns !== undefined && turns !== null) this.#contents.push(...(Array.isArray(turns) ? turns : [turns]));
      return ownData(params, "turnComplete") !== false;
    }
    if (method === "sendToolResponse") {
      const responses = this.#keepsContent ? dataIn(ownData(params, "functionResponses")) : undefined;
      const parts = (Array.isArray(responses) ? listOf(responses) : [responses]).filter((response) =>
        isFields(response),
      );
      if (parts.length > 0) this.#contents.push({ parts: parts.map((functionResponse) => ({ functionResponse })) });
      return true;
    }
    if (this.#keepsContent) this.#addRealtime(params);
    return textOf(ownData(params, "text")) !== undefined || ownData(params, "activityEnd") !== undefined;
  }

  /** Adds a piece of the server's transcription of what was said. */
  addTranscription(text: string): void {
    if (this.#keepsContent) this.#transcription += text;
  }

  /** Returns the contents to record, and begins anew. */
  take(): unknown {
    const audio = this.#audio.part();
    const parts = [...this.#texts.map((text) => ({ text })), ...(audio ? [audio] : [])];
    const said = {
      role: "user",
      ...(parts.length > 0 && { parts }),
      ...(this.#transcription !== "" && { transcription: this.#transcription }),
    };
    const contents = [...this.#contents, ...(Object.keys(said).length > 1 ? [said] : [])];
    this.#contents = [];
    this.#texts = [];
    this.#transcription = "";
    this.#audio = new SpokenAudio();
    return contents.length === 0 ? undefined : contents.length === 1 ? contents[0] : contents;
  }

  #addRealtime(params: unknown): void {
    const text = textOf(ownData(params, "text"));
    if (text !== undefined) this.#texts.push(text);
    for (const name of ["audio", "media"]) {
      const blob: unknown = ownData(params, name);
      for (const item of Array.isArray(blob) ? (blob as Fields[]) : [blob]) this.#addBlob(item);
    }
  }

  /** Adds audio. Frames of a video are not recorded. */
  #addBlob(blob: unknown): void {
    const data = textOf(ownData(blob, "data"));
    const mimeType = textOf(ownData(blob, "mimeType")) ?? "";
    if (data !== undefined && mimeType.startsWith("audio/pcm")) this.#audio.add(data, mimeType);
  }
}
