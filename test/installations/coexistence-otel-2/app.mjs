import * as otel from "@opentelemetry/api";
import { journey } from "../journey.mjs";

if (globalThis.theirs === undefined) await import("./start-sdk.mjs");
await journey(otel);
