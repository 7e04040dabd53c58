import { NodeSDK } from "@opentelemetry/sdk-node";

/** Starts OpenTelemetry's SDK, which sends to the endpoint of its variables, until the program ends. */
export function startSdk(instrumentations) {
  const sdk = new NodeSDK({ instrumentations });
  sdk.start();
  process.once("beforeExit", () => void sdk.shutdown());
}
