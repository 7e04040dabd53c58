/** Environment variable with the address of the storage of media, such as `s3://bucket/prefix`. */
export const MEDIA_URL_VARIABLE = "SVC_MEDIA_URL";

/** Returns the address of the storage of media in the environment; undefined to keep media on this machine. */
export function mediaUrlIn(environment: NodeJS.ProcessEnv): string | undefined {
  return environment[MEDIA_URL_VARIABLE]?.trim() || undefined;
}
