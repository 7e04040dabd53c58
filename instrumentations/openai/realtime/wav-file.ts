import { isFields, textOf } from "@svc/core/internal";

/** Format of the sound of one direction. The sound has one channel. */
export interface SoundFormat {
  /** Format tag of a WAV file. */
  readonly tag: number;
  readonly samplesPerSecond: number;
  readonly bytesPerSample: number;
}

const PCM: SoundFormat = { tag: 1, samplesPerSecond: 24_000, bytesPerSample: 2 };
const A_LAW: SoundFormat = { tag: 6, samplesPerSecond: 8000, bytesPerSample: 1 };
const MU_LAW: SoundFormat = { tag: 7, samplesPerSecond: 8000, bytesPerSample: 1 };

/** Formats by the names that the API has, or had, for them. */
const FORMATS: ReadonlyMap<unknown, SoundFormat> = new Map([
  ["audio/pcm", PCM],
  ["pcm16", PCM],
  ["audio/pcma", A_LAW],
  ["g711_alaw", A_LAW],
  ["audio/pcmu", MU_LAW],
  ["g711_ulaw", MU_LAW],
]);

/** Returns the format that a session names: a text or, in newer versions of the API, an object. Default: PCM16 of 24 kHz. */
export function soundFormat(named: unknown): SoundFormat {
  const format = FORMATS.get(isFields(named) ? textOf(named.type) : named) ?? PCM;
  const rate = isFields(named) ? named.rate : undefined;
  return typeof rate === "number" && rate > 0 ? { ...format, samplesPerSecond: rate } : format;
}

function bytesPerSecond({ samplesPerSecond, bytesPerSample }: SoundFormat): number {
  return samplesPerSecond * bytesPerSample;
}

const HEADER_BYTES = 44;

/** Returns a WAV file, which browsers play, with this sound. */
export function wavFile(sound: readonly Uint8Array[], format: SoundFormat): Uint8Array {
  const { tag, samplesPerSecond, bytesPerSample } = format;
  const length = sound.reduce((sum, piece) => sum + piece.length, 0);
  const file = new Uint8Array(HEADER_BYTES + length);
  const header = new DataView(file.buffer);
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
  header.setUint32(28, bytesPerSecond(format), true);
  header.setUint16(32, bytesPerSample, true);
  header.setUint16(34, 8 * bytesPerSample, true);
  write(36, "data");
  header.setUint32(40, length, true);
  let at = HEADER_BYTES;
  for (const piece of sound) {
    file.set(piece, at);
    at += piece.length;
  }
  return file;
}
