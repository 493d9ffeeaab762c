/** Names of lists of homes. */
export const HOMES_KEY =
  /^(.*[^a-z])?(propert(y|ies)|(active)?listings?|homes?|houses?|parcels?|apartments?|rentals?|sales?|units)$/i

/**
 * Weighs a list, or a table of a database. Homes have many facts, so a number of keys counts more than a number of
 * rows.
 */
export function sizeOfList(name: string, rows: number, keys: number): number {
  return rows * keys * keys * (HOMES_KEY.test(name) ? 10 : 1)
}
