/** Longest media that a span carries itself to a backend that is not the service, in characters of base64. */
export const LONGEST_BLOB = 1_048_576;
