import { bytesToBase64, concat, fromBase64 } from "@svc/core/internal";

/** Maximum size of the audio of one side of a turn: 4 minutes of PCM of 24 kHz. A longer recording is not kept. */
const MAX_BYTES = 12 * 1024 * 1024;

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const PCM = 1;
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

  /** Returns the part of a message that holds the audio, as a WAV file that browsers play; undefined without audio. */
  part(): object | undefined {
    if (this.#isTooLong) return { text: `<audio of ${this.#bytes} bytes is not kept>` };
    if (this.#bytes === 0) return undefined;
    const data = bytesToBase64(concat([this.#header(), ...this.#pieces]));
    return { inlineData: { mimeType: "audio/wav", data } };
  }

  #header(): Uint8Array {
    const header = new DataView(new ArrayBuffer(HEADER_BYTES));
    const text = (at: number, value: string): void => {
      for (let place = 0; place < value.length; place++) header.setUint8(at + place, value.charCodeAt(place));
    };
    text(0, "RIFF");
    header.setUint32(4, HEADER_BYTES - 8 + this.#bytes, true);
    text(8, "WAVEfmt ");
    header.setUint32(16, 16, true);
    header.setUint16(20, PCM, true);
    header.setUint16(22, 1, true);
    header.setUint32(24, this.#rate, true);
    header.setUint32(28, this.#rate * BYTES_PER_SAMPLE, true);
    header.setUint16(32, BYTES_PER_SAMPLE, true);
    header.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
    text(36, "data");
    header.setUint32(40, this.#bytes, true);
    return new Uint8Array(header.buffer);
  }
}
