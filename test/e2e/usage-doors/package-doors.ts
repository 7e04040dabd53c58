import type { Amounts } from "../../support/usage/answers.ts";

type Parts = ReadonlyArray<keyof Amounts>;

/** Package whose calls are recorded, in one version. */
export interface PackageDoor {
  /** Name in `package-calls.mjs`. */
  readonly name: string;
  /** Folder of `test/installations` or `test/apps`. */
  readonly installation: string;
  /** Ways of `package-calls.mjs`, with the kinds of tokens that the provider's answer cannot tell. */
  readonly ways: Readonly<Record<string, Parts>>;
}

const HOUR: Parts = ["writtenHour"];
const WRITES: Parts = ["written", "writtenHour"];
const MEDIA: Parts = ["audioIn", "imageIn", "audioOut", "imageOut"];
const COUNTS_ONLY: Parts = [...WRITES, ...MEDIA, "reasoning", "cached"];

/** Each package in its oldest and newest tested version. */
export const PACKAGE_DOORS: readonly PackageDoor[] = [
  ...versions("openai", ["openai-4", "openai-7"], { chat: HOUR, responses: HOUR }),
  ...versions("anthropic", ["anthropic-0.39", "anthropic-1"], { messages: MEDIA }),
  ...versions("google-genai", ["google-genai-1", "google-genai-3"], { content: WRITES }),
  ...versions("mistral", ["mistral-1", "mistral-2"], { chat: HOUR }),
  ...versions("cohere", ["cohere-7", "cohere-8"], { chat: COUNTS_ONLY }),
  ...versions("ollama", ["ollama-0.5", "ollama-0.6"], { chat: COUNTS_ONLY }),
];

function versions(name: string, installations: readonly string[], ways: PackageDoor["ways"]): PackageDoor[] {
  return installations.map((installation) => ({ name, installation, ways }));
}
