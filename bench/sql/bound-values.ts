/** A search as one statement; the same filters make the same text, which is prepared once. */
export interface Statement<V> {
  readonly text: string
  readonly values: readonly V[]
}

const MARK = '\u0001'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')

/**
 * Values that stand outside the text of a statement. They are numbered once the text is whole, since a condition that
 * turns out to hold always or never leaves its values behind, and a database refuses values that nothing asks for.
 */
export class BoundValues<V> {
  readonly #all: V[] = []

  /** What stands for the value until the text is whole. */
  readonly bind = (value: unknown): string => {
    this.#all.push(value as V) // the dialect binds no others
    return `${MARK}${this.#all.length - 1}${MARK}`
  }

  /** `sign` and a number, from 1, take the place of each value that the text holds. */
  statement(text: string, sign: string): Statement<V> {
    const values: V[] = []
    const numbered = text.replace(MARKED, (_, place: string) => {
      values.push(this.#all[Number(place)] as V) // the marks are ours
      return `${sign}${values.length}`
    })
    return { text: numbered, values }
  }
}
