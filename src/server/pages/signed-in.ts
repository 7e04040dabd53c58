/** Name of the element in the head by which the document tells its page who is signed in. */
export const SIGNED_IN = "svc-signed-in";
