/** Order of the folders of a package. */
export interface FolderOrder {
  readonly folder: string;
  /** Folders by floor, from the bottom. Folders of one floor do not import each other. */
  readonly order: ReadonlyArray<readonly string[]>;
  /** Folders that stand outside of the order: ports to the platform, which all floors import and which import what they need. */
  readonly ports: readonly string[];
}

/** Orders that are held. */
export const FOLDER_ORDERS: readonly FolderOrder[] = [
  {
    folder: "src/core",
    order: [
      ["names"],
      ["runtime"],
      ["settings"],
      ["logging"],
      ["options"],
      ["values"],
      ["reads"],
      ["metadata"],
      ["propagation"],
      ["delivery"],
      ["media"],
      ["messages"],
      ["api"],
      ["protobuf"],
    ],
    ports: ["platform"],
  },
  {
    folder: "src/otel",
    order: [["encoding"], ["delivery"], ["exit", "spool", "threads"], ["platform"], ["masking"], ["media"], ["gen-ai"]],
    ports: [],
  },
];
