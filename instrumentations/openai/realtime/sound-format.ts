import { isFields, textOf } from "@svc/core/internal";
import type { SoundFormat } from "@svc/instrumentation";

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
