import type { Operation } from "@svc/instrumentation";

/** Objects of a vector database's package that can be searched, all of one class. */
export interface StoreClass {
  /** Place of such an object below one that the application holds; empty for the object itself. */
  readonly place: readonly string[];
  /** Method that no other object of any of the packages has. */
  readonly mark: string;
  /** Methods that search, by their names. No version has all of them. */
  readonly searches: Readonly<Record<string, Operation>>;
}

/** Objects of such a package that make searchable ones. */
export interface StoreMaker {
  /** Place of such an object below one that the application holds; empty for the object itself. */
  readonly place: readonly string[];
  /** Method that no other object of any of the packages has. */
  readonly mark: string;
  /** Methods that return a searchable object, several of them, or a promise. */
  readonly methods: readonly string[];
}

/** Package of a vector database. */
export interface StorePackage {
  readonly name: string;
  readonly classes: readonly StoreClass[];
  readonly makers: readonly StoreMaker[];
}
