import { randomBytes } from "node:crypto";

/** Content of one observation: about 600 characters of input and 380 of output as JSON, ten metadata keys. */
export interface ObservationContent {
  readonly input: unknown;
  readonly output: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly usageDetails: Readonly<Record<string, number>>;
}

export const OBSERVATION_NAME = "answer";

const INPUT_TEXT = 520;
const OUTPUT_TEXT = 345;

/** Contents in the pool: more than a compression window of 32 KB holds, so that no text repeats within the window. */
const POOL_SIZE = 500;

const SYLLABLES =
  "al ber cor den es fir gan hol in jor kel lum mar nor op pra quin ras sel tor ul ver wen xan yor zel".split(" ");

/**
 * Returns the contents, the same in every process. They are made in advance, so that a benchmark does not measure their making.
 */
export function createContents(): readonly ObservationContent[] {
  const random = createRandom(1);
  const words = Array.from({ length: 800 }, () => word(random));
  return Array.from({ length: POOL_SIZE }, (_, index) => ({
    input: [
      { role: "system", content: "Answer in one paragraph." },
      { role: "user", content: sentences(random, words, INPUT_TEXT) },
    ],
    output: { role: "assistant", content: sentences(random, words, OUTPUT_TEXT) },
    metadata: {
      customer: `c-${100_000 + Math.floor(random() * 900_000)}`,
      plan: "enterprise",
      region: "eu-central-1",
      feature: "support-answer",
      experiment: "b",
      attempt: 1 + (index % 3),
      temperature: 0.2,
      cached: index % 2 === 0,
      retrieved: Math.floor(random() * 40),
      route: { name: "tickets", version: 3 },
    },
    model: "gpt-5-mini",
    usageDetails: { input: 140 + (index % 50), output: 80 + (index % 30), total: 220 + (index % 80) },
  }));
}

/** Images in the pool: more than one request holds. */
const IMAGES = 40;

/** Returns contents with an image of a number of bytes in the input, as a data URI. No two images are alike, and none can be compressed. */
export function createImages(bytes: number): readonly ObservationContent[] {
  return createContents()
    .slice(0, IMAGES)
    .map((content) => {
      const url = `data:image/png;base64,${randomBytes(bytes).toString("base64")}`;
      const parts = [
        { type: "text", text: "What does the picture show?" },
        { type: "image_url", image_url: { url } },
      ];
      return Object.assign({}, content, { input: [{ role: "user", content: parts }] });
    });
}

function sentences(random: () => number, words: readonly string[], length: number): string {
  let text = "";
  while (text.length < length) text += `${words[Math.floor(random() ** 2 * words.length)]!} `;
  return Buffer.from(text.slice(0, length)).toString("latin1");
}

function word(random: () => number): string {
  const syllables = 1 + Math.floor(random() * 3);
  return Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]!).join("");
}

/** Returns a generator of numbers from 0 to 1, the same sequence for the same seed (a linear congruential generator). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
