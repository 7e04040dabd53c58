/**
 * Project that every service has from the start. Its id is the same on every machine, so that links and experiment ids are the
 * same too.
 */
export const LOCAL_PROJECT = { id: "svc-local", name: "Local project" } as const;

/** Organization of the service. Every project belongs to it. */
export const LOCAL_ORGANIZATION = { id: "svc-local", name: "Local" } as const;
