import * as otel from "@opentelemetry/api";
import { callInSpans } from "../calls-in-spans.mjs";

if (globalThis.theirs === undefined) await import("./start-sdk.mjs");
await callInSpans(otel);
