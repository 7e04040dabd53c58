import { concat } from "@svc/core/internal";

/** Format of sound with one channel. */
export interface SoundFormat {
  /** Format tag of a WAV file: 1 is PCM. */
  readonly tag: number;
  readonly samplesPerSecond: number;
  readonly bytesPerSample: number;
}

const HEADER_BYTES = 44;

/** Returns a WAV file, which browsers play, with this sound. */
export function wavFile(
  sound: readonly Uint8Array[],
  { tag, samplesPerSecond, bytesPerSample }: SoundFormat,
): Uint8Array {
  const length = sound.reduce((sum, piece) => sum + piece.length, 0);
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const write = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index++) header.setUint8(at + index, text.charCodeAt(index));
  };
  write(0, "RIFF");
  header.setUint32(4, HEADER_BYTES - 8 + length, true);
  write(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, tag, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, samplesPerSecond, true);
  header.setUint32(28, samplesPerSecond * bytesPerSample, true);
  header.setUint16(32, bytesPerSample, true);
  header.setUint16(34, 8 * bytesPerSample, true);
  write(36, "data");
  header.setUint32(40, length, true);
  return concat([new Uint8Array(header.buffer), ...sound]);
}
