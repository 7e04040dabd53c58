/** Variables of Langfuse's packages that have an equal here, without the prefix, each with its name here. */
const NAMES: Readonly<Record<string, string>> = {
  PUBLIC_KEY: "PUBLIC_KEY",
  SECRET_KEY: "SECRET_KEY",
  BASE_URL: "BASE_URL",
  BASEURL: "BASEURL",
  // The name of Langfuse's server address in its Python packages and in older documentation.
  HOST: "BASE_URL",
  TIMEOUT: "TIMEOUT",
  FLUSH_AT: "FLUSH_AT",
  FLUSH_INTERVAL: "FLUSH_INTERVAL",
  DEBUG: "DEBUG",
  LOG_LEVEL: "LOG_LEVEL",
  RELEASE: "RELEASE",
  TRACING_ENVIRONMENT: "TRACING_ENVIRONMENT",
  MEDIA_UPLOAD_ENABLED: "MEDIA_UPLOAD_ENABLED",
};

/** Variable of Langfuse, anywhere in a text. */
export const VARIABLE: RegExp = /\bLANGFUSE_([A-Z][A-Z0-9_]*)\b/g;

/** Returns the name here of a variable; undefined for one without an equal. */
export function ownVariable(name: string): string | undefined {
  const own = NAMES[name.slice("LANGFUSE_".length)];
  return name.startsWith("LANGFUSE_") && own !== undefined ? `SVC_${own}` : undefined;
}

/** Replaces the variables of a text that have an equal here. */
export function withOwnVariables(text: string): string {
  return text.replaceAll(VARIABLE, (name) => ownVariable(name) ?? name);
}

/** Variables whose values belong to the service that one comes from. */
const OF_SERVICE = /^(?:LANGFUSE|SVC)_(?:PUBLIC_KEY|SECRET_KEY|BASE_?URL|HOST)$/;

/** Returns true for a variable that holds the address or a key of a service. */
export const isOfService = (name: string): boolean => OF_SERVICE.test(name);

/** Advice for a variable without an equal. */
export const NO_EQUAL = "a setting of docs/configuration.md, or nothing: no package here reads it";
