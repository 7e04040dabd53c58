import type { PackedPackage } from "./published-packages.ts";

/** Most kilobytes (1000 bytes) of a package: of the archive that is downloaded, and of its files when they are installed. */
interface SizeLimit {
  readonly archive: number;
  readonly installed: number;
}

/** Limits, a little above today's sizes. What one import adds to a bundle has budgets in `test/e2e/published.test.ts`. */
export const SIZE_LIMITS: Readonly<Record<string, SizeLimit>> = {
  "@svc/core": { archive: 450, installed: 2200 },
  "@svc/tracing": { archive: 42, installed: 230 },
  "@svc/otel": { archive: 143, installed: 497 },
  "@svc/browser": { archive: 11, installed: 42 },
  "@svc/create": { archive: 30, installed: 120 },
  "@svc/migrate": { archive: 88, installed: 330 },
  "@svc/client": { archive: 165, installed: 610 },
  "@svc/server": { archive: 775, installed: 3020 },
  "@svc/openai": { archive: 270, installed: 1090 },
  "@svc/anthropic": { archive: 165, installed: 600 },
  "@svc/google-genai": { archive: 200, installed: 720 },
  "@svc/mistral": { archive: 170, installed: 620 },
  "@svc/cohere": { archive: 165, installed: 605 },
  "@svc/ollama": { archive: 160, installed: 570 },
  "@svc/langchain": { archive: 90, installed: 320 },
  "@svc/ai-sdk": { archive: 110, installed: 390 },
  "@svc/openai-agents": { archive: 78, installed: 290 },
  "@svc/claude-agent": { archive: 60, installed: 210 },
  "@svc/bedrock": { archive: 175, installed: 630 },
  "@svc/mcp": { archive: 100, installed: 360 },
  "@svc/retrieval": { archive: 170, installed: 615 },
  "@svc/mastra": { archive: 50, installed: 180 },
  "@svc/llamaindex": { archive: 60, installed: 210 },
  "@svc/register": { archive: 742, installed: 3350 },
};

/** Returns what is wrong with the size of a package. */
export function faultsOfSize(
  { name, size, unpackedSize }: PackedPackage,
  limits: Readonly<Record<string, SizeLimit>> = SIZE_LIMITS,
): readonly string[] {
  const limit = limits[name];
  if (limit === undefined) return ["has no limit of its size: add a row to scripts/packages/package-sizes.ts."];
  return [
    ["archive", size / 1000, limit.archive] as const,
    ["installed files", unpackedSize / 1000, limit.installed] as const,
  ].flatMap(([what, kilobytes, most]) =>
    kilobytes > most
      ? [
          `is too large: its ${what} have ${kilobytes.toFixed(1)} kB of at most ${most} kB. Make it smaller, or raise the limit in ` +
            "scripts/packages/package-sizes.ts with the reason in the commit.",
        ]
      : [],
  );
}
