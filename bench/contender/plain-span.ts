import { OBSERVATION_NAME, type ObservationContent } from "./observation-content.ts";
import type { Tracer } from "./open-telemetry.ts";

/** Records an observation as a plain OpenTelemetry span with the same attributes and JSON text, for any metadata keys. */
export function spanFromContent(tracer: Tracer, content: ObservationContent): void {
  const { input, metadata, model, output, usageDetails } = content;
  const attributes: Record<string, string> = {
    "svc.observation.type": "generation",
    "svc.observation.input": JSON.stringify(input),
    "svc.observation.model.name": model,
  };
  for (const key of Object.keys(metadata)) {
    attributes[`svc.observation.metadata.${key}`] = JSON.stringify(metadata[key]);
  }
  const span = tracer.startSpan(OBSERVATION_NAME, { attributes });
  span.setAttributes({
    "svc.observation.output": JSON.stringify(output),
    "svc.observation.usage_details": JSON.stringify(usageDetails),
  });
  span.end();
}

/** Records the same span with every key written out in the code: the lower bound of the cost. */
export function spanByHand(tracer: Tracer, content: ObservationContent): void {
  const { input, metadata, model, output, usageDetails } = content;
  const span = tracer.startSpan(OBSERVATION_NAME, {
    attributes: {
      "svc.observation.type": "generation",
      "svc.observation.input": JSON.stringify(input),
      "svc.observation.model.name": model,
      "svc.observation.metadata.customer": JSON.stringify(metadata["customer"]),
      "svc.observation.metadata.plan": JSON.stringify(metadata["plan"]),
      "svc.observation.metadata.region": JSON.stringify(metadata["region"]),
      "svc.observation.metadata.feature": JSON.stringify(metadata["feature"]),
      "svc.observation.metadata.experiment": JSON.stringify(metadata["experiment"]),
      "svc.observation.metadata.attempt": JSON.stringify(metadata["attempt"]),
      "svc.observation.metadata.temperature": JSON.stringify(metadata["temperature"]),
      "svc.observation.metadata.cached": JSON.stringify(metadata["cached"]),
      "svc.observation.metadata.retrieved": JSON.stringify(metadata["retrieved"]),
      "svc.observation.metadata.route": JSON.stringify(metadata["route"]),
    },
  });
  span.setAttributes({
    "svc.observation.output": JSON.stringify(output),
    "svc.observation.usage_details": JSON.stringify(usageDetails),
  });
  span.end();
}
