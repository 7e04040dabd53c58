/** Sender of spans, as stored with the observations. */
export interface SpanSource {
  projectId: string;
  /** Public key of the request's key pair; null when the service requires no keys. */
  publicKey: string | null;
  sdkName: string | null;
  sdkVersion: string | null;
}
