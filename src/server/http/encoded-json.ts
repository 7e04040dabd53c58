/** Answer that is already JSON text, in UTF-8. The thread that takes requests sends the bytes unchanged. */
export class EncodedJson {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}
