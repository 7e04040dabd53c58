/** Deepest level that is indented further. Beyond it, a narrow screen would have no room for the text. */
export const DEEPEST_INDENT = 12;

const indents = Array.from({ length: DEEPEST_INDENT }, (_, i) => `.depth-${i + 1}{--depth:${i + 1}}`).join("");

/** Stylesheet of the pages. */
export const PAGE_STYLE: string = `
:root{color-scheme:light dark;
--back:light-dark(#f6f7f9,#111418);--card:light-dark(#fff,#191d23);--line:light-dark(#dfe3e8,#2c333c);
--text:light-dark(#1b2129,#e4e8ee);--soft:light-dark(#59636f,#98a3b0);--link:light-dark(#1257b8,#7db3ff);
--code:light-dark(#f1f3f6,#12161b);
--blue:light-dark(#1257b8,#7db3ff);--violet:light-dark(#6d35b5,#c4a1ff);--green:light-dark(#156c3a,#6fd08f);
--amber:light-dark(#8a5200,#f0b75c);--red:light-dark(#b3202a,#ff8f8f);--grey:light-dark(#4d5763,#a9b4c0)}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main,header{max-width:72rem;margin:0 auto;padding:1rem}
header{padding-bottom:0}
header a{font-weight:600;text-decoration:none}
h1{font-size:1.35rem;margin:.25rem 0;overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
.facts{color:var(--soft);margin:0 0 1rem;padding:0;display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;list-style:none;
overflow-wrap:anywhere}
.rows{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:8px;
overflow:hidden}
.row{--depth:0;--step:1.4rem;padding:.55rem .9rem .55rem calc(.9rem + var(--depth)*var(--step))}
.row+.row{border-top:1px solid var(--line)}
${indents}
.head{display:flex;flex-wrap:wrap;gap:.15rem .75rem;align-items:baseline}
.name{font-weight:600;overflow-wrap:anywhere;min-width:0}
.meta{color:var(--soft);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.end{margin-left:auto;font-variant-numeric:tabular-nums;white-space:nowrap}
.kind{font-size:.7rem;font-weight:600;letter-spacing:.04em;color:var(--hue);border:1px solid;border-radius:4px;
padding:.05rem .35rem}
.kind,.bar{--hue:var(--grey)}
.GENERATION,.EMBEDDING{--hue:var(--violet)!important}.AGENT,.CHAIN{--hue:var(--blue)!important}
.TOOL,.RETRIEVER{--hue:var(--green)!important}.EVALUATOR,.GUARDRAIL{--hue:var(--amber)!important}
.level{font-weight:600}.level-ERROR{color:var(--red)}.level-WARNING{color:var(--amber)}
.level-DEBUG{color:var(--soft);font-weight:400}
.bar{display:block;width:calc(100% + var(--depth)*var(--step));height:4px;margin:.3rem 0 .1rem calc(var(--depth)*-1*var(--step));background:var(--code);border-radius:2px}
.bar rect{fill:var(--hue)}
.status{color:var(--red);margin:.15rem 0;overflow-wrap:anywhere}
details{margin:.15rem 0}
summary{cursor:pointer;color:var(--soft);width:max-content}
pre{margin:.35rem 0;padding:.6rem .75rem;background:var(--code);border:1px solid var(--line);border-radius:6px;
white-space:pre-wrap;overflow-wrap:anywhere;max-height:32rem;overflow:auto;font:13px/1.5 ui-monospace,monospace}
.none{color:var(--soft)}
@media(max-width:40rem){main,header{padding-inline:.75rem}.row{--step:.6rem;padding-inline:calc(.7rem + var(--depth)*var(--step)) .7rem}
.end{margin-left:0}}
`;
