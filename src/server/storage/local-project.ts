/** The project that every service has from the start. Its id is the same on every machine, so that links and experiment ids are too. */
export const LOCAL_PROJECT = { id: "svc-local", name: "Local project" } as const;

/** The one organization of the service: every project belongs to it. */
export const LOCAL_ORGANIZATION = { id: "svc-local", name: "Local" } as const;
