import * as sdk from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";

const { run } = await import(new URL(`../../apps/claude-agent/${process.argv[2]}.mjs`, import.meta.url));
await run({ sdk, z });
