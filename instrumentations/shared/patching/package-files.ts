/** Files of a package that are patched. Not every version of the package has every file. */
export interface PackageFiles {
  readonly package: string;
  /** Folder of the package that holds the files; empty for the package itself. */
  readonly folder: string;
  /** Files, relative to the folder, without their ending. */
  readonly modules: readonly string[];
  /** Endings of the CommonJS file and of the ES module of each. */
  readonly endings: readonly string[];
}

/** Returns the paths of a file, one for each ending, relative to the package. */
export function pathsOf({ folder, endings }: Omit<PackageFiles, "modules">, module: string): string[] {
  return endings.map((ending) => `${within(folder)}${module}.${ending}`);
}

/** Returns the paths of all files, relative to the package. Module hooks need to look at no other file. */
export function allPathsOf(files: PackageFiles): string[] {
  return files.modules.flatMap((module) => pathsOf(files, module));
}

/** Returns patterns of the URLs of the files, for a module hook in another thread: a function cannot be sent there. */
export function urlPatternsOf({ package: name, folder, modules, endings }: PackageFiles): RegExp[] {
  return modules.map(
    (module) => new RegExp(`/${name}/${within(folder)}${module}\\.(?:${endings.join("|")})(?:[?#].*)?$`),
  );
}

/** Returns the function that tells whether a module's URL, or its path with `/`, is that of one of the files. */
export function fileTest(...all: readonly PackageFiles[]): (url: string) => boolean {
  const tests = all.map(testOf);
  return (url) => tests.some((test) => test(url));
}

function testOf(files: PackageFiles): (url: string) => boolean {
  let paths: Set<string> | undefined;
  const start = `/${files.package}/`;
  const folder = `${start}${within(files.folder)}`;
  return (url) => {
    // Called for every module of the application: almost all leave here.
    const at = url.lastIndexOf(folder);
    if (at === -1) return false;
    const path = url.slice(at + start.length);
    const end = path.search(/[?#]/);
    paths ??= new Set(allPathsOf(files));
    return paths.has(end === -1 ? path : path.slice(0, end));
  };
}

function within(folder: string): string {
  return folder === "" ? "" : `${folder}/`;
}
