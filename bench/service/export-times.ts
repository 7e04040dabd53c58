import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { protobufExport } from "../../test/support/server/otlp-calls.ts";
import { AUTHORIZED } from "./running-service.ts";

const POSTS = 20;

let span = 0;

/** Returns the milliseconds of some exports of one span each, one after the other. */
export async function exportTimes(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let post = 0; post < POSTS; post += 1) {
    const spanId = (++span).toString(16).padStart(16, "0");
    const body = protobufExport({ spans: [{ traceId: "e".repeat(32), spanId }] });
    const started = performance.now();
    const response = await fetch(url + OTLP_TRACES_PATH, {
      method: "POST",
      headers: { ...AUTHORIZED, "content-type": "application/x-protobuf" },
      body,
    });
    await response.arrayBuffer();
    times.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`an export was answered with ${response.status}`);
  }
  return times;
}
