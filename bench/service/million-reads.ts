import { COMMON_TAG, LONG_TRACE_ID, RARE_CUSTOMER, RARE_TAG } from "./export-bodies.ts";
import { COMMON_READS, METRICS, metadata, metrics, OBSERVATIONS, type Read, tags, text } from "./reads.ts";

/** Reads of a store of a million observations, by their names. */
export const READS_OF_A_MILLION = {
  ...COMMON_READS,
  "one trace of 10,000, as the page reads it": {
    path: OBSERVATIONS,
    query: { traceId: LONG_TRACE_ID, limit: "1000", fields: "core,basic,time,model,usage,trace_context" },
    isWhole: true,
  },
  "1,000 of a trace of 10,000, with input, output and metadata": {
    path: OBSERVATIONS,
    query: { traceId: LONG_TRACE_ID, limit: "1000", fields: "core,basic,time,io,metadata,model,usage,metrics" },
  },
  "metadata that 1 in 20,000 has": { path: OBSERVATIONS, query: { filter: metadata("customer", "=", RARE_CUSTOMER) } },
  "metadata that contains what 1 in 20,000 has": {
    path: OBSERVATIONS,
    query: { filter: metadata("customer", "contains", RARE_CUSTOMER.slice(1)) },
  },
  "metadata that contains what none has": {
    path: OBSERVATIONS,
    query: { filter: metadata("customer", "contains", "nobody") },
  },
  "metadata of which each is different, and one is meant": {
    path: OBSERVATIONS,
    query: { filter: metadata("requestId", "=", "request-7777") },
  },
  "a tag that 1 in 80,000 has": { path: OBSERVATIONS, query: { filter: tags("any of", RARE_TAG) } },
  "a tag that every fourth trace has": { path: OBSERVATIONS, query: { filter: tags("any of", COMMON_TAG) } },
  "tags that none has": { path: OBSERVATIONS, query: { filter: tags("all of", COMMON_TAG, "nowhere") } },
  "a whole input that none has": { path: OBSERVATIONS, query: { filter: text("=", "Answer nowhere to be found") } },
  "different traces by hour": {
    path: METRICS,
    query: {
      query: metrics({
        metrics: [{ measure: "traceId", aggregation: "uniq" }],
        timeDimension: { granularity: "hour" },
      }),
    },
  },
  "number and cost by hour": {
    path: METRICS,
    query: {
      query: metrics({
        metrics: [
          { measure: "count", aggregation: "count" },
          { measure: "totalCost", aggregation: "sum" },
        ],
        timeDimension: { granularity: "hour" },
      }),
    },
  },
} satisfies Readonly<Record<string, Read>>;
