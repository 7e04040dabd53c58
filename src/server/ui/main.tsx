import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { keepEqualData } from "./data/equal-data.ts";

// The client of the API repeats what is worth repeating.
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, structuralSharing: keepEqualData } },
});

const page = document.querySelector("#page");
if (page === null) throw new Error("The document has no place for the page");
createRoot(page).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
