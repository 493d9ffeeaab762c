/** Texts of the `Ready` values that `writeJson` has met so far; undefined while it is not running. */
let met: string[] | undefined

/** No text of an answer contains this mark, because nobody can foresee it. */
const MARK = `ready ${crypto.randomUUID()} `
const QUOTED = `"${MARK}`

/** A part of an answer whose JSON was made before. It is copied into the JSON of the answer. */
export class Ready<out T> {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  static of<T>(value: T): Ready<T> {
    return new Ready(JSON.stringify(value))
  }

  static list<T>(items: readonly Ready<T>[]): Ready<readonly T[]> {
    return new Ready(`[${items.map(({ json }) => json).join(',')}]`)
  }

  /** Stands for the value in an answer. It must only be written: none of its keys can be read. */
  get inPlace(): T {
    return this as unknown as T // when it is written
  }

  /** A mark that `JSON.stringify` writes instead of this, and the text replaces later. */
  toJSON(): unknown {
    if (met === undefined) return JSON.parse(this.json)
    met.push(this.json)
    return MARK + (met.length - 1)
  }
}

/** Writes what `JSON.stringify` would, but copies ready parts. */
export function writeJson(answer: object): string {
  const texts: string[] = []
  met = texts
  try {
    return filledIn(JSON.stringify(answer), texts)
  } finally {
    met = undefined
  }
}

/** Texts are in the order in which their places were met. */
function filledIn(json: string, texts: readonly string[]): string {
  let written = ''
  let from = 0
  for (const [i, text] of texts.entries()) {
    const at = json.indexOf(QUOTED, from)
    written += json.slice(from, at) + text
    from = at + QUOTED.length + String(i).length + 1
  }
  return written + json.slice(from)
}
