/** Values of `service_tier` by which answers and requests name the service tiers of the price list. */
export const SERVICE_TIERS: Readonly<Record<string, string[]>> = {
  priority: ["priority", "fast", "on_demand_priority"],
  flex: ["flex", "on_demand_flex"],
  batch: ["batch", "batches"],
  ultrafast: ["ultrafast"],
};
