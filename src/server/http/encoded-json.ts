/** An answer that is JSON text already, in UTF-8: the thread that takes requests only passes it on. */
export class EncodedJson {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}
