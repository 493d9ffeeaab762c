/** The sources with records of each noun. */
type Contributors = Readonly<Record<string, readonly string[]>>

/** Row of `meta`, in both backends: the contributors. */
export const CONTRIBUTORS = 'contributors'

export function contributorsIn(text: string | undefined): Contributors {
  return text === undefined ? {} : JSON.parse(text) // written below
}

/** Adds a source to the contributors of a noun, or removes it. Returns the new text; undefined if nothing changes. */
export function withContributor(
  before: string | undefined,
  noun: string,
  source: string,
  isIn: boolean,
): string | undefined {
  const contributors = contributorsIn(before)
  const names = contributors[noun] ?? []
  if (names.includes(source) === isIn) return undefined
  const otherSources = names.filter((name) => name !== source)
  return JSON.stringify({ ...contributors, [noun]: isIn ? [...otherSources, source].sort() : otherSources })
}
