/** The sources that gave records of each noun. */
type Contributors = Readonly<Record<string, readonly string[]>>

/** The row of `meta` with the contributors, in both backends. */
export const CONTRIBUTORS = 'contributors'

export function contributorsIn(text: string | undefined): Contributors {
  return text === undefined ? {} : JSON.parse(text) // written below
}

/** Returns the text in which a source contributes to a noun or no longer does; undefined where that is no change. */
export function withContributor(
  before: string | undefined,
  noun: string,
  source: string,
  isIn: boolean,
): string | undefined {
  const contributors = contributorsIn(before)
  const names = contributors[noun] ?? []
  if (names.includes(source) === isIn) return undefined
  const others = names.filter((name) => name !== source)
  return JSON.stringify({ ...contributors, [noun]: isIn ? [...others, source].sort() : others })
}
