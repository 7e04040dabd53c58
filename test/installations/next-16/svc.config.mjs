// Options of the preload, found beside package.json.
export default {
  mask: ({ data }) => (typeof data === "string" ? data.replaceAll(/\bsk-\w+/g, "***") : data),
};
