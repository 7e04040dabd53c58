/** Key pair of a project or of the organization. */
export interface KeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}
