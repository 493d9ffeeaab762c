/** Rows of the distance table. All calls reuse the same arrays, so a call allocates nothing for short strings. */
let rows = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)] as const

/**
 * Returns the number of edits that turn one text into another, or undefined if there are more than `most`. An edit
 * inserts, deletes or replaces a letter, or swaps two neighboring letters. Swapped letters are not edited again.
 */
export function editDistance(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined
  let [older, old, current] = rowsFor(to.length + 1)
  for (let at = 0; at <= to.length; at++) old[at] = at
  for (let row = 1; row <= from.length; row++) {
    current[0] = row
    let least = row
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1]
      const replaced = (old[at - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwap = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      const swapped = isSwap ? (older[at - 2] ?? 0) + 1 : replaced
      const edits = Math.min(replaced, swapped, (old[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1)
      current[at] = edits
      if (edits < least) least = edits
    }
    if (least > most) return undefined
    ;[older, old, current] = [old, current, older]
  }
  const edits = old[to.length] ?? 0
  return edits > most ? undefined : edits
}

function rowsFor(length: number): typeof rows {
  if (length > rows[0].length) rows = [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)]
  return rows
}
