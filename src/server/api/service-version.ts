/** Version of the service whose behaviour this one has. Clients compare it with the least version they need. */
export const SERVICE_VERSION = "4.59.0";

/** Behaviour that depends on the version of the service. Contract: "Versioning". */
export interface ServiceVersion {
  /** Version such as `4.59.0`. */
  readonly version: string;
  /** True when the service decodes JSON-encoded metadata: from 4.55.0. */
  readonly decodesMetadata: boolean;
  /** True when the service takes a list of scores in one request: from 4.55.0. */
  readonly takesScoreLists: boolean;
  /** True when the service records the timestamp that a client gives to a score: from 4.59.0. */
  readonly recordsScoreTimestamps: boolean;
}

/** Returns the behaviour of a version of the service. Throws for a text that is no version. */
export function serviceVersion(version: string = SERVICE_VERSION): ServiceVersion {
  const match = /^(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5}))?$/.exec(version.trim());
  if (!match)
    throw new Error(`"${version}" is no version of the service: something like ${SERVICE_VERSION} is expected.`);
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const isFrom = (leastMinor: number): boolean => major > 4 || (major === 4 && minor >= leastMinor);
  return {
    version: `${major}.${minor}.${patch}`,
    decodesMetadata: isFrom(55),
    takesScoreLists: isFrom(55),
    recordsScoreTimestamps: isFrom(59),
  };
}
