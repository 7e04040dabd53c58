// The same in CommonJS.
void import("./server.mjs");
