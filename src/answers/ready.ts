/** Texts of the `Ready` values that `writeJson` has met so far; undefined while none is at work. */
let met: string[] | undefined

/** No text of an answer holds it: nobody can foresee it. */
const MARK = `ready ${crypto.randomUUID()} `
const QUOTED = `"${MARK}`

/** A part of an answer whose JSON was made before, and is copied into the answer's. */
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

  /** To be put into an answer in the place of the value, and for nothing else: none of its keys can be read. */
  get inPlace(): T {
    return this as unknown as T // when it is written
  }

  /** What JSON.stringify writes instead of this. */
  toJSON(): unknown {
    if (met === undefined) return JSON.parse(this.json)
    met.push(this.json)
    return MARK + (met.length - 1)
  }
}

/** What JSON.stringify would write, with ready parts copied. */
export function writeJson(answer: object): string {
  const texts: string[] = []
  met = texts
  try {
    return filledIn(JSON.stringify(answer), texts)
  } finally {
    met = undefined
  }
}

/** The places are in the order in which they were met. */
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
