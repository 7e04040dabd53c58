/** Who sent spans: what the observations that they become say about their arrival. */
export interface SpanSource {
  projectId: string;
  /** Public key of the pair the request carried; null where none is asked for. */
  publicKey: string | null;
  sdkName: string | null;
  sdkVersion: string | null;
}
