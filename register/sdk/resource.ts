import type * as Container from "@opentelemetry/resource-detector-container";
import type * as Alibaba from "@opentelemetry/resource-detector-alibaba-cloud";
import type * as Aws from "@opentelemetry/resource-detector-aws";
import type * as Azure from "@opentelemetry/resource-detector-azure";
import type * as Gcp from "@opentelemetry/resource-detector-gcp";
import { logger, SVC_SDK_VERSION } from "@svc/core/internal";
import {
  defaultResource,
  envDetector,
  hostDetector,
  osDetector,
  processDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  type Resource,
  type ResourceDetector,
} from "@opentelemetry/resources";
import { listOf } from "./requested-signals.ts";
import { fileExists } from "../modules/file-exists.ts";

const VARIABLE = "OTEL_NODE_RESOURCE_DETECTORS";

/** Files in which Linux keeps the machine id. */
const MACHINE_ID_FILES = ["/etc/machine-id", "/var/lib/dbus/machine-id"];

/**
 * Detector of the host. A container has no machine id; without this detector OpenTelemetry would log a warning in every
 * process.
 */
const host: ResourceDetector = {
  detect(config) {
    const detected = hostDetector.detect(config);
    if (process.platform !== "linux" || MACHINE_ID_FILES.some((file) => fileExists(file))) return detected;
    const attributes = Object.entries(detected.attributes ?? {}).filter(([key]) => key !== "host.id");
    return { ...detected, attributes: Object.fromEntries(attributes) };
  },
};

/** Attributes that can hold a key given on the command line, and the name of a person. Every observation would repeat them. */
const ONLY_WHEN_NAMED = new Set(["process.command", "process.command_args", "process.owner"]);

/** Detector of the process that leaves out its arguments and its owner: `OTEL_NODE_RESOURCE_DETECTORS` must name `process` for these. */
const plainProcess: ResourceDetector = {
  detect(config) {
    const detected = processDetector.detect(config);
    const attributes = Object.entries(detected.attributes ?? {}).filter(([key]) => !ONLY_WHEN_NAMED.has(key));
    return { ...detected, attributes: Object.fromEntries(attributes) };
  },
};

/**
 * Detectors of a process's resource attributes, by their names in `OTEL_NODE_RESOURCE_DETECTORS`. A later one overrides an
 * earlier one.
 */
const DETECTORS: Readonly<Record<string, () => readonly ResourceDetector[]>> = {
  host: () => [host],
  os: () => [osDetector],
  process: () => [processDetector],
  serviceinstance: () => [serviceInstanceIdDetector],
  container: () => [container().containerDetector],
  alibaba: () => [alibaba().alibabaCloudEcsDetector],
  aws: () => {
    const detectors = aws();
    return [
      detectors.awsEc2Detector,
      detectors.awsEcsDetector,
      detectors.awsEksDetector,
      detectors.awsBeanstalkDetector,
      detectors.awsLambdaDetector,
    ];
  },
  azure: () => {
    const detectors = azure();
    return [detectors.azureAppServiceDetector, detectors.azureFunctionsDetector, detectors.azureVmDetector];
  },
  gcp: () => [gcp().gcpDetector],
  // Configured attributes come before detected ones, such as the id of an instance.
  env: () => [envDetector],
};

/** Detectors that read only from the process's own machine. The others call cloud metadata services over the network. */
const DEFAULT_DETECTORS = ["host", "os", "process", "serviceinstance", "env"];

const container = (): typeof Container => require("@opentelemetry/resource-detector-container");
const alibaba = (): typeof Alibaba => require("@opentelemetry/resource-detector-alibaba-cloud");
const aws = (): typeof Aws => require("@opentelemetry/resource-detector-aws");
const azure = (): typeof Azure => require("@opentelemetry/resource-detector-azure");
const gcp = (): typeof Gcp => require("@opentelemetry/resource-detector-gcp");

/** Returns the resource attributes of this distribution, which every span has. */
export function baseResource(): Resource {
  const distribution = { "telemetry.distro.name": "svc", "telemetry.distro.version": SVC_SDK_VERSION };
  return defaultResource().merge(resourceFromAttributes(distribution));
}

/**
 * Returns the detectors that `OTEL_NODE_RESOURCE_DETECTORS` names: `all`, `none` or a list. Cloud detectors run only when
 * named.
 */
export function resourceDetectors(): ResourceDetector[] {
  const named = listOf(VARIABLE);
  if (named.includes("none")) return [];
  const all = Object.keys(DETECTORS);
  const unknown = named.filter((name) => name !== "all" && !all.includes(name));
  if (unknown.length > 0) {
    logger.warnOnce(
      `${VARIABLE} names ${unknown.join(", ")}, which does not exist and is left out. There are: ${all.join(", ")}.`,
    );
  }
  const isProcessNamed = named.includes("all") || named.includes("process");
  const wanted = named.includes("all") ? all : named.length > 0 ? named : DEFAULT_DETECTORS;
  return all
    .filter((name) => wanted.includes(name))
    .flatMap((name) => (name === "process" && !isProcessNamed ? [plainProcess] : (DETECTORS[name]?.() ?? [])));
}
