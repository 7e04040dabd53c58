/** Name of the element in the head by which the document tells its page who is signed in. */
export const SIGNED_IN = "svc-signed-in";

/** Name of the element in the head with the id of this person, which is that of the author of scores. */
export const SIGNED_IN_ID = "svc-signed-in-id";

/** Name of the element in the head with the role of this person in the project. */
export const SIGNED_IN_ROLE = "svc-signed-in-role";
