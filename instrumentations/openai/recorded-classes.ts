import type { EndpointOperation, Library, ObservableClass, ObservablePackage, Operation } from "@svc/instrumentation";
import { speech, transcriptions, translations } from "./endpoints/audio.ts";
import { chatCompletions } from "./endpoints/chat-completions.ts";
import { decisions } from "./endpoints/decisions.ts";
import { embeddings } from "./endpoints/embeddings.ts";
import { imageEdit, imageGeneration, imageVariation } from "./endpoints/images.ts";
import { moderations } from "./endpoints/moderations.ts";
import { rerank } from "./endpoints/rerank.ts";
import { compaction, fetchedResponse, responses } from "./endpoints/responses.ts";
import { textCompletions } from "./endpoints/text-completions.ts";

/** Place of a class's object below a client: `audio.speech` is `client.audio.speech`. */
export type Place =
  | "chat.completions"
  | "responses"
  | "beta.responses"
  | "completions"
  | "embeddings"
  | "images"
  | "audio.speech"
  | "audio.transcriptions"
  | "audio.translations"
  | "moderations"
  | "decisions"
  | "rerank";

type Methods = Readonly<Record<string, EndpointOperation>>;

interface ClassRow {
  readonly methods: Methods;
  /** Methods that older versions do not have. */
  readonly newerMethods?: Methods;
}

const response: ClassRow = {
  methods: { create: responses },
  newerMethods: { compact: compaction, retrieve: fetchedResponse, cancel: fetchedResponse },
};

/** All recorded classes. To record another endpoint, add a row. */
const CLASSES: Readonly<Record<Place, ClassRow>> = {
  "chat.completions": { methods: { create: chatCompletions } },
  responses: response,
  "beta.responses": response,
  completions: { methods: { create: textCompletions } },
  embeddings: { methods: { create: embeddings } },
  images: { methods: { generate: imageGeneration, edit: imageEdit, createVariation: imageVariation } },
  "audio.speech": { methods: { create: speech } },
  "audio.transcriptions": { methods: { create: transcriptions } },
  "audio.translations": { methods: { create: translations } },
  moderations: { methods: { create: moderations } },
  decisions: { methods: { create: decisions } },
  rerank: { methods: { create: rerank } },
};

/** Class of a package, with the place of its objects. */
export interface PlacedClass extends ObservableClass {
  readonly place: Place;
}

/** Package with classes of the table. */
export interface ClientPackage extends ObservablePackage {
  readonly classes: readonly PlacedClass[];
}

/** Returns the classes of a package, whether it has them all or not. `changes` are those of all its operations. */
export function classesOf(library: Library, changes?: Partial<EndpointOperation>): PlacedClass[] {
  const operationsOf = (methods: Methods = {}): Record<string, Operation> =>
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, { ...operation, ...changes, library }]),
    );
  return (Object.keys(CLASSES) as Place[]).map((place) => ({
    place,
    places: [place.split(".")],
    methods: operationsOf(CLASSES[place].methods),
    newerMethods: operationsOf(CLASSES[place].newerMethods),
  }));
}

/** Returns the name of the class at a place: the objects of a class `Speech` are at `audio.speech`. */
export function classNameAt(place: Place): string {
  const name = place.slice(place.lastIndexOf(".") + 1);
  return name[0]!.toUpperCase() + name.slice(1);
}
