/**
 * JSON of the `Ready` values that the current call of `writeJson` has found so far. Undefined outside of such a call.
 */
let met: string[] | undefined

/** A random string, so no answer contains it by chance. */
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

  /** Within `writeJson`, returns a mark that is later replaced with the JSON. */
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

/** Replaces each mark with the JSON of its part, in order. */
function filledIn(json: string, texts: readonly string[]): string {
  let written = ''
  let from = 0
  for (const [i, text] of texts.entries()) {
    const at = json.indexOf(QUOTED, from)
    written += json.slice(from, at) + text
    from = at + QUOTED.length + String(i).length + 1
  }
  return texts.length === 0 ? json : written + json.slice(from)
}
