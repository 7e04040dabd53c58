// Search, theme, menu and groups of the sidebar for pages of the site that are opened from disk, where a browser loads no modules.
import MiniSearch from "minisearch";

declare const searchIndex: string;

const MOST_RESULTS = 20;

const root = document.documentElement;
const toRoot = document
  .querySelector<HTMLScriptElement>("script[src$='assets/disk.js']")!
  .src.replace("assets/disk.js", "");

function onClick(selector: string, listener: (element: HTMLElement) => void): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    element.addEventListener("click", () => listener(element));
  }
}

onClick(".VPSwitchAppearance", () => {
  const theme = root.classList.toggle("dark") ? "dark" : "light";
  localStorage.setItem("vitepress-theme-appearance", theme);
});

/** The menu of a narrow page opens the sidebar. */
onClick(".VPLocalNav .menu", () => document.querySelector(".VPSidebar")!.classList.toggle("open"));
onClick(".VPNavBarHamburger", () => document.querySelector(".VPSidebar")!.classList.toggle("open"));
onClick(".VPSidebarItem.collapsible > .item", (item) => item.parentElement!.classList.toggle("collapsed"));

for (const link of document.querySelectorAll<HTMLAnchorElement>(".VPSidebarItem a")) {
  if (link.href !== location.href.replace(/[?#].*/, "")) continue;
  link.closest(".VPSidebarItem")!.classList.add("is-active");
  const sidebar = document.querySelector(".VPSidebar")!;
  sidebar.scrollTop = link.offsetTop - sidebar.clientHeight / 2;
}

const fields = { fields: ["title", "titles", "text"], storeFields: ["title", "titles"] };
let index: MiniSearch | undefined;

const dialog = document.createElement("dialog");
dialog.className = "disk-search";
const input = document.createElement("input");
input.type = "search";
input.placeholder = "Search";
input.setAttribute("aria-label", "Search");
const results = document.createElement("ul");
dialog.append(input, results);
document.body.append(dialog);

function showResults(): void {
  index ??= MiniSearch.loadJSON(searchIndex, fields);
  const found = index.search(input.value, { prefix: true, fuzzy: 0.2, boost: { title: 4, titles: 2 } });
  results.replaceChildren(
    ...found.slice(0, MOST_RESULTS).map(({ id, title, titles }) => {
      const link = document.createElement("a");
      link.href = new URL(String(id).replace(/^\//, ""), toRoot).href;
      link.textContent = [...(titles as string[]), title as string].join(" › ");
      const entry = document.createElement("li");
      entry.append(link);
      return entry;
    }),
  );
}

input.addEventListener("input", showResults);
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target instanceof HTMLAnchorElement) dialog.close();
});

onClick(".VPNavBarSearch button", () => dialog.showModal());
document.addEventListener("keydown", (event) => {
  const isShortcut = event.key === "/" || (event.key === "k" && (event.ctrlKey || event.metaKey));
  if (!isShortcut || dialog.open || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  dialog.showModal();
});
