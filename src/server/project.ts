/** The one project of the local service. Its id is the same on every machine, so that links and experiment ids are too. */
export const LOCAL_PROJECT = {
  id: "svc-local",
  name: "Local project",
  organization: { id: "svc-local", name: "Local" },
  metadata: {},
} as const;

/** The version of the service whose behaviour this one has. Clients compare it with the least version they need. */
export const SERVICE_VERSION = "4.59.0";
