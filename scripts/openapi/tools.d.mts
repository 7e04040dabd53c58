/** The value a YAML text stands for. */
export declare function parseYaml(text: string): unknown;

/** The types of schemas, each a declaration of its own. */
export declare function typesOf(
  schemas: Readonly<Record<string, object>>,
): Promise<Array<{ name: string; doc: string; type: string }>>;

/** Whether a document is valid OpenAPI; what is wrong with it is printed. */
export declare function lint(file: string): boolean;
