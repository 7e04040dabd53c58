import { bytesToBase64, fromBase64 } from "@svc/core/internal";
import { wavFile } from "@svc/instrumentation";

/** Maximum size of the audio of one side of a turn: 4 minutes of PCM of 24 kHz. A longer recording is not kept. */
const MAX_BYTES = 12 * 1024 * 1024;

const PCM = { tag: 1, bytesPerSample: 2 };
const DEFAULT_RATE = 24_000;

/** PCM audio of one side of a turn, which comes in pieces. */
export class SpokenAudio {
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #rate = DEFAULT_RATE;
  #isTooLong = false;

  /** Adds a piece in base64, whose type names the samples per second. */
  add(base64: string, mimeType: string): void {
    if (this.#isTooLong) return;
    const piece = fromBase64(base64);
    this.#rate = Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? this.#rate);
    this.#bytes += piece.length;
    this.#isTooLong = this.#bytes > MAX_BYTES;
    if (this.#isTooLong) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  /** Returns the part of a message that holds the audio; undefined without audio. */
  part(): object | undefined {
    const file = this.file();
    return file && "data" in file ? { inlineData: file } : file;
  }

  /** Returns the audio as a WAV file that browsers play, or a text that says why there is no file; undefined without audio. */
  file(): { readonly mimeType: string; readonly data: string } | { readonly text: string } | undefined {
    if (this.#isTooLong) return { text: `<audio of ${this.#bytes} bytes is not kept>` };
    if (this.#bytes === 0) return undefined;
    const data = bytesToBase64(wavFile(this.#pieces, { ...PCM, samplesPerSecond: this.#rate }));
    return { mimeType: "audio/wav", data };
  }
}
