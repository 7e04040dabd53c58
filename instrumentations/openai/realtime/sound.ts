import { fromBase64, bytesToBase64 } from "@svc/core/internal";
import { wavFile, type SoundFormat } from "@svc/instrumentation";

/** Maximum size of one piece of sound. 12 MiB are 4 minutes of PCM16 at 24 kHz. */
const MAX_SOUND_BYTES = 12 * 1024 * 1024;

/** Maximum size of the sound that all connections of the process hold until their responses are recorded. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;

let heldBytes = 0;

/** Sound of one message, held until its response has been recorded. Sound beyond a limit is dropped as a whole. */
export class Sound {
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #dropped: string | undefined;

  /** Adds sound in base64, as the API sends it. */
  addBase64(base64: string): void {
    if (this.#dropped === undefined) this.add(fromBase64(base64));
  }

  add(piece: Uint8Array): void {
    if (this.#dropped !== undefined) return;
    if (this.#bytes + piece.length > MAX_SOUND_BYTES) {
      this.drop(`it is larger than ${MAX_SOUND_BYTES / 1024 / 1024} MiB`);
    } else if (heldBytes + piece.length > MAX_HELD_BYTES) {
      this.drop(`this process holds ${MAX_HELD_BYTES / 1024 / 1024} MiB of other sound`);
    } else {
      this.#pieces.push(piece);
      this.#bytes += piece.length;
      heldBytes += piece.length;
    }
  }

  /** Drops the sound, for this reason. */
  drop(reason: string): void {
    this.release();
    this.#dropped = reason;
  }

  /** Returns the text to record: a data URI with a WAV file, or the reason why there is no sound; undefined for no sound. */
  text(format: SoundFormat): string | undefined {
    if (this.#dropped !== undefined) return `<sound not kept: ${this.#dropped}>`;
    if (this.#bytes === 0) return undefined;
    return `data:audio/wav;base64,${bytesToBase64(wavFile(this.#pieces, format))}`;
  }

  /** Gives the memory back. */
  release(): void {
    heldBytes -= this.#bytes;
    this.#pieces = [];
    this.#bytes = 0;
  }
}
