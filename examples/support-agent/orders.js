const orders = new Map([
  ["1042", { status: "shipped", title: "The Left Hand of Darkness", carrier: "post", expected: "Thursday" }],
  ["1043", { status: "being packed", title: "Invisible Cities", carrier: "courier", expected: "Saturday" }],
]);

/** The order with this number, or a note that there is none. */
export function findOrder(number) {
  return orders.get(number) ?? { status: "unknown", note: `There is no order ${number}.` };
}
