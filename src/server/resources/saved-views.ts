import { Documents } from "../storage/documents.ts";

/** View of the list of traces that a project keeps. Its unique key is its name. */
export interface SavedView {
  readonly name: string;
  /** Query of the address of the list: filter, search, columns, order and time. */
  readonly address: string;
}

export const savedViews: Documents<SavedView> = new Documents<SavedView>("saved-view", ({ name }) => name);
