import { MagicString } from "magic-string";
import type ts from "typescript";

/** Place that a person has to change. */
export interface Left {
  /** Path from the top of the project. */
  readonly file: string;
  /** Line, from 1, of the file as it is now. */
  readonly line: number;
  readonly code: string;
  /** Text that is to stand there instead, or advice. */
  readonly replacement: string;
}

/** Most characters of code that a place shows. */
const SHOWN = 80;

/** Returns code on one line, cut where it is long. */
export function shortened(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}

/** Changes to one source file, and the places in it that are left. */
export class SourceEdits {
  readonly text: MagicString;
  private readonly places: Array<{ position: number; code: string; replacement: string }> = [];
  private ended = "";

  readonly file: ts.SourceFile;

  constructor(file: ts.SourceFile) {
    this.file = file;
    this.text = new MagicString(file.text);
  }

  /** Replaces a part of the file. */
  replace(from: number, to: number, text: string): void {
    this.text.update(from, to, text);
  }

  removeSpecifier(specifier: ts.ImportSpecifier): void {
    const { elements } = specifier.parent;
    const index = elements.indexOf(specifier);
    const next = elements[index + 1];
    const previous = elements[index - 1];
    if (next) this.text.remove(specifier.getStart(), next.getStart());
    else this.text.remove(previous?.getEnd() ?? specifier.getStart(), specifier.getEnd());
  }

  /** Puts text before and after a node, inside of what surrounds the same node already. */
  surround(node: ts.Node, before: string, after: string): void {
    this.text.appendRight(node.getStart(this.file), before).appendLeft(node.getEnd(), after);
  }

  /** Adds text to the end of the file, once. */
  end(text: string): void {
    this.ended = text;
  }

  /** Lists a node as left; the same place once. */
  leave(node: ts.Node, replacement: string, code: string = node.getText(this.file)): void {
    const position = node.getStart(this.file);
    if (this.places.some((place) => place.position === position && place.replacement === replacement)) return;
    this.places.push({ position, code: shortened(code), replacement });
  }

  /** Returns the file as it is to be. */
  changed(): string {
    const text = this.text.toString();
    return this.ended === "" ? text : `${text.trimEnd()}\n\n${this.ended}\n`;
  }

  /** Returns the places left, in the order of the file. */
  left(path: string): Left[] {
    return this.places
      .toSorted((a, b) => a.position - b.position)
      .map(({ position, code, replacement }) => ({
        file: path,
        line: this.file.getLineAndCharacterOfPosition(position).line + 1,
        code,
        replacement,
      }));
  }
}
