import type { ObservationArchive } from "../storage/observation-archive.ts";
import type { MediaStorage } from "../storage/media/media-storage.ts";
import type { DocumentArchive } from "./document-archive.ts";

/** Everything that the service stores, whichever engines keep it. */
export interface StorageArchive {
  observations: ObservationArchive;
  documents: DocumentArchive;
  contents: MediaStorage;
}
