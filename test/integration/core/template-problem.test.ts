import { templateProblem } from "@svc/core/internal";
import fc from "fast-check";
import Mustache from "mustache";
import { describe, expect, it } from "vitest";

/** Returns true when the package refuses to parse a template. */
function isRefused(template: string): boolean {
  try {
    new Mustache.Writer().parse(template, ["{{", "}}"]);
    return false;
  } catch {
    return true;
  }
}

describe("the problem of a template", () => {
  it.each<[template: string, problem: string | undefined]>([
    ["", undefined],
    ["Hi {{ name }}, {{#a}}x{{/a}}{{^ a }}y{{/ a}} {{! {{ }} {{> p}} {{{raw}}} }", undefined],
    ["{{=<% %>=}}{{#a}} <%#a%><%/a%>", undefined],
    ["Hi {{name", "line 1, column 4: the tag is not closed by }}"],
    ["Hi {{{name}}", "line 1, column 4: the tag is not closed by }}"],
    ["a\nb {{#items}}\n- {{.}}\n", 'line 2, column 3: the section "items" is not closed'],
    ["{{#a}}\n{{#b}}{{/a}}", 'line 2, column 1: the section "b" is not closed'],
    ["a\r\n{{/b}}", 'line 2, column 1: the section "b" is closed, but not open'],
    ["{{= | =}}", "line 1, column 1: the tag must name two delimiters"],
    ["{{=<% %>=}}<%#a%>", 'line 1, column 12: the section "a" is not closed'],
  ])("of %j is %s", (template, problem) => {
    expect(templateProblem(template)).toBe(problem);
    expect(isRefused(template)).toBe(problem !== undefined);
  });

  it("exists for the templates that the mustache package refuses, and no others", () => {
    const bit = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          ..."{{ }} { } # ^ / & ! = > a b <% %> =}} {{=<%·%>=}} <%={{·}}=%> {{#a}} {{/a}}"
            .split(" ")
            .map((text) => text.replace("·", " ")),
          " ",
          "\n",
          "\uFEFF",
          "\u00A0",
        ),
      },
      { weight: 1, arbitrary: fc.string() },
    );
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 14 }), (bits) => {
        const template = bits.join("");
        expect([template, templateProblem(template) !== undefined]).toEqual([template, isRefused(template)]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is found in a megabyte of tags in less than a second", () => {
    const start = performance.now();
    expect(templateProblem(`${"{{a}} ".repeat(180_000)}{{#b}}`)).toContain('the section "b" is not closed');
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
