/** Conditions that choose the one item that this service keeps of an attribute with items. */
const CONDITIONS: Readonly<Record<string, RegExp>> = {
  emails: /^\s*(?:type eq "work"|primary eq (?:true|"true"))\s*$/i,
  roles: /^\s*primary eq (?:true|"true")\s*$/i,
};

/** Returns true for a condition in brackets that chooses the one item of an attribute, and for no condition. */
export function choosesItem(attribute: string, condition: string | undefined): boolean {
  if (condition === undefined) return true;
  return Object.hasOwn(CONDITIONS, attribute) && CONDITIONS[attribute]?.test(condition) === true;
}
