/**
 * JSON of the `Ready` values that the running `writeJson` has found so far; undefined if `writeJson` is not running.
 */
let met: string[] | undefined

/** No text of an answer contains this mark, because it is random. */
const MARK = `ready ${crypto.randomUUID()} `
const QUOTED = `"${MARK}`

/** A part of an answer whose JSON already exists. It is copied into the JSON of the answer. */
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

  /** Stands in for the value in an answer. Callers may only write it as JSON, because its keys cannot be read. */
  get inPlace(): T {
    return this as unknown as T // only code that writes JSON may rely on this type
  }

  /** `JSON.stringify` writes this mark. `writeJson` then replaces the mark with the JSON. */
  toJSON(): unknown {
    if (met === undefined) return JSON.parse(this.json)
    met.push(this.json)
    return MARK + (met.length - 1)
  }
}

/** Writes the same text as `JSON.stringify`, but copies the JSON of ready parts. */
export function writeJson(answer: object): string {
  const texts: string[] = []
  met = texts
  try {
    return filledIn(JSON.stringify(answer), texts)
  } finally {
    met = undefined
  }
}

/** Replaces each mark with its text. The texts are in the order of the marks. */
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
