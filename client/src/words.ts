import { PlatError } from './failure.ts'
import { PORTAL_KEYS, PORTAL_PARAMETERS, PORTAL_TEXTS } from './generated/words.ts'

/** Finds the word that the service uses for `Portal` in a key such as `daysOnPortal`. No other keys have this form. */
const WORDED_KEY = /"(?:daysOn|timeOn|listingDateTimeOn)([A-Z]\w*)"\s*:/

/**
 * Translates between `Portal` and the service's word for it, in calls and answers. The client's types thus fit any
 * service.
 */
export class Words {
  readonly #parameters: ReadonlyMap<string, string>
  readonly #texts: ReadonlyMap<string, string>
  readonly #keys: ReadonlyMap<string, string>
  /** Matches an answer's keys that contain the service's word. Undefined if that word is `Portal`. */
  readonly #written: RegExp | undefined
  readonly #isGiven: boolean

  constructor(given: string | undefined) {
    const word = given ?? 'Portal'
    this.#isGiven = given !== undefined
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

  /**
   * Translates the keys of an answer. In JSON, a string before a colon is a key; quotes inside other strings are
   * escaped. Throws a `PlatError` if the service has a word of its own and the client does not know it, because values
   * would otherwise be missing unnoticed.
   */
  answer(json: string): string {
    if (!this.#isGiven) requireWord(json)
    if (this.#written === undefined) return json
    return json.replace(this.#written, (_, key: string) => `"${this.#keys.get(key) ?? key}"`)
  }

  #worded(value: string): string {
    let worded = value
    for (const [text, put] of this.#texts) worded = worded.replaceAll(text, put)
    return worded
  }
}

function requireWord(json: string): void {
  const [, word = 'Portal'] = WORDED_KEY.exec(json) ?? []
  if (word !== 'Portal')
    throw new PlatError(`This service has the word ${word} in its keys: set portalWord: '${word}'.`)
}

function putIn(text: string, word: string): string {
  return text.replace('{Portal}', word).replace('{portal}', word.toLowerCase()).replace('{P}', word.slice(0, 1))
}
