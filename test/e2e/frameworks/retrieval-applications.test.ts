import { describeFramework, type FrameworkApplication } from "../../support/frameworks/framework.ts";
import { times, type Tree } from "../../support/server/observation-trees.ts";

const EMBEDDED: Tree = ["embedding embeddings text-embedding-3-small 4"];
const ANSWERED: Tree = ["generation chat gpt-4o-mini 20+5"];

/** Returns an application that answers 20 questions at once from a database, and one that the database refuses. */
const answering = (collection: string, refusal: string): FrameworkApplication => ({
  request: /guest-\d+/,
  trees: () => [
    ...times(20, ["span answer", EMBEDDED, [`retriever retrieval ${collection}`], ANSWERED]),
    [`span answer ERROR ${refusal}`, EMBEDDED, [`retriever retrieval closed ERROR ${refusal}`]],
  ],
});

/** Services whose requests by HTTP are a trace each. */
describeFramework({
  name: "a service with a vector database",
  versions: { newest: "vector-stores", oldest: "vector-stores-oldest" },
  inCi: ["newest"],
  mains: ["application.mjs", "application.cjs"],
  // The service makes an observation itself, of which the SDK would warn without the preload.
  env: { SVC_LOG_LEVEL: "ERROR" },
  applications: {
    recipes: { ...answering("recipes", "Forbidden"), page: "retrieval.md" },
    menu: answering("recipes", "Closed today"),
  },
});
