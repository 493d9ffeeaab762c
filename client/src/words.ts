import { PORTAL_KEYS, PORTAL_PARAMETERS, PORTAL_TEXTS } from './generated/words.ts'

/**
 * Each service has its own word for its portal, and the types use `Portal`. Translates calls to the service's word and
 * answers back, so that the types fit every service.
 */
export class Words {
  readonly #parameters: ReadonlyMap<string, string>
  readonly #texts: ReadonlyMap<string, string>
  readonly #keys: ReadonlyMap<string, string>
  /** Matches the keys of an answer that contain the word; undefined if the service uses the word of the types. */
  readonly #written: RegExp | undefined

  constructor(word = 'Portal') {
    const pairs = (texts: readonly string[]) => texts.map((text) => [putIn(text, 'Portal'), putIn(text, word)] as const)
    this.#parameters = new Map(pairs(PORTAL_PARAMETERS))
    this.#texts = new Map(pairs(PORTAL_TEXTS))
    this.#keys = new Map(pairs(PORTAL_KEYS).map(([key, written]) => [written, key]))
    const keys = [...this.#keys.keys()].map((key) => key.replace(/[^A-Za-z0-9 ]/g, '\\$&'))
    this.#written = word === 'Portal' ? undefined : new RegExp(`"(${keys.join('|')})"(?=\\s*:)`, 'g')
  }

  query(query: string): string {
    if (this.#written === undefined) return query
    const worded = new URLSearchParams()
    for (const [name, value] of new URLSearchParams(query))
      worded.append(this.#parameters.get(name) ?? name, this.#worded(value))
    return worded.toString()
  }

  /** Translates an answer. In JSON, a string before a colon is a key; inside other strings, quotes are escaped. */
  answer(json: string): string {
    if (this.#written === undefined) return json
    return json.replace(this.#written, (_, key: string) => `"${this.#keys.get(key) ?? key}"`)
  }

  #worded(value: string): string {
    let worded = value
    for (const [text, put] of this.#texts) worded = worded.replaceAll(text, put)
    return worded
  }
}

function putIn(text: string, word: string): string {
  return text.replace('{Portal}', word).replace('{portal}', word.toLowerCase()).replace('{P}', word.slice(0, 1))
}
