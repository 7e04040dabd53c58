import { fromBase64 } from "@svc/core/internal";
import type { SoundFormat } from "@svc/instrumentation";
import { Sound } from "./sound.ts";

/** Maximum size of the sound that waits to be said part of a message. 6 MiB are 2 minutes of PCM16 at 24 kHz. */
const MAX_WAITING_BYTES = 6 * 1024 * 1024;

/** Time for which the server can still find the start of speech in sound that it was sent, in milliseconds. */
const DETECTION_MS = 10_000;

/** Piece of the sound that the application sent. */
interface Piece {
  /** Number of bytes that were sent before this piece. */
  readonly start: number;
  readonly bytes: Uint8Array;
  /** Time at which the piece was sent, in milliseconds. */
  readonly at: number;
}

/**
 * Copy of the server's input buffer: the sound that the application sent and that is not yet part of a message. A microphone
 * sends silence for hours, so sound outside of speech is dropped after some seconds.
 */
export class InputBuffer {
  #pieces: Piece[] = [];
  /** Number of bytes that were sent on this connection. */
  #sent = 0;
  #heldFrom = 0;
  /** First byte that belongs to no message yet. */
  #from = 0;
  /** True while only a part of the sound is speech, and the server says which. */
  #detectsSpeech = false;
  #speechStart: number | undefined;
  #speechEnd: number | undefined;

  /** Adds sound in base64. */
  append(base64: string, now: number): void {
    const bytes = fromBase64(base64);
    this.#pieces.push({ start: this.#sent, bytes, at: now });
    this.#sent += bytes.length;
    this.#forget(now);
  }

  /** Notes whether the server looks for speech in the sound. */
  detectsSpeech(isDetecting: boolean): void {
    this.#detectsSpeech = isDetecting;
  }

  /** Called when the server has found the start of speech, in milliseconds of all sound on this connection. */
  speechStarted(ms: unknown, format: SoundFormat): void {
    this.#speechStart = byteAt(ms, format);
  }

  speechStopped(ms: unknown, format: SoundFormat): void {
    this.#speechEnd = byteAt(ms, format);
  }

  /** Called when the sound so far, or the speech in it, has become a message. Returns the sound of the message. */
  commit(): Sound {
    const start = this.#speechStart ?? this.#from;
    const end = Math.min(this.#speechEnd ?? this.#sent, this.#sent);
    const sound = new Sound();
    if (start < this.#heldFrom) sound.drop("its start was sent too long before the end");
    for (const piece of this.#pieces) {
      const from = Math.max(0, start - piece.start);
      const to = Math.min(piece.bytes.length, end - piece.start);
      if (from < to) sound.add(piece.bytes.subarray(from, to));
    }
    this.#forgetBefore(end);
    this.#from = end;
    this.#speechStart = undefined;
    this.#speechEnd = undefined;
    return sound;
  }

  /** Called when the sound so far is not to become a message. */
  clear(): void {
    this.#forgetBefore(this.#sent);
    this.#from = this.#sent;
    this.#speechStart = undefined;
    this.#speechEnd = undefined;
  }

  #forget(now: number): void {
    let kept = this.#sent - this.#heldFrom;
    const waitsForSpeech = this.#detectsSpeech && this.#speechStart === undefined;
    let count = 0;
    for (const { bytes, at } of this.#pieces) {
      if (kept <= MAX_WAITING_BYTES && !(waitsForSpeech && now - at > DETECTION_MS)) break;
      kept -= bytes.length;
      count++;
    }
    if (count === 0) return;
    this.#pieces.splice(0, count);
    this.#heldFrom = this.#sent - kept;
  }

  #forgetBefore(end: number): void {
    const count = this.#pieces.findIndex(({ start, bytes }) => start + bytes.length > end);
    this.#pieces.splice(0, count === -1 ? this.#pieces.length : count);
    this.#heldFrom = this.#pieces[0]?.start ?? this.#sent;
  }
}

/** Returns the byte at this time, at the start of a sample. */
function byteAt(ms: unknown, format: SoundFormat): number | undefined {
  if (typeof ms !== "number" || !(ms >= 0)) return undefined;
  return Math.floor((ms / 1000) * format.samplesPerSecond) * format.bytesPerSample;
}
