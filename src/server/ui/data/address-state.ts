import { useSearchParams } from "wouter";

/**
 * Returns a text that the address holds as a parameter, and a function that changes it. A value that is not one of `known`, where
 * they are given, counts as the standard one. The standard value leaves no parameter.
 */
export function useAddressState<Value extends string>(
  name: string,
  standard: Value,
  known?: readonly Value[],
): [value: Value, set: (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const given = (parameters.get(name) ?? standard) as Value;
  const value = known === undefined || known.includes(given) ? given : standard;
  const set = (changed: string): void => {
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (changed === standard) after.delete(name);
        else after.set(name, changed);
        return after;
      },
      { replace: true },
    );
  };
  return [value, set];
}
