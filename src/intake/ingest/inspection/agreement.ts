/**
 * Counts the rows in which two columns agree, and the rows in which they contradict each other.
 *
 * @param judge Returns whether two cells agree; undefined if this cannot be decided.
 */
export function agreementOf(
  pairs: readonly (readonly [string, string])[],
  judge: (one: string, other: string) => boolean | undefined,
): { readonly agreeing: number; readonly contradicting: number; readonly rows: number } {
  const judged = pairs.flatMap((cells) => judge(...cells) ?? [])
  const agreeing = judged.filter((agrees) => agrees).length
  return { agreeing, contradicting: judged.length - agreeing, rows: judged.length }
}
