import { nearestName } from '../base/sentence.ts'
import { Refusal } from './shape.ts'

/** A closed set of words, each with its value. */
export type Meanings<V> = ReadonlyMap<string, V>

/** A list of words that are their own values, or a map from words to values. */
export type Choices<V> = readonly (V & string)[] | Meanings<V>

/** Inputs that are accepted in addition to the words of the set. */
export interface Understood<V> {
  /** Other names that programs use for a word, in any spelling. */
  readonly also?: Readonly<Record<string, readonly string[]>>
  /** Reads values outside the set. */
  readonly open?: Open<V>
}

/** Values that have no word of their own, such as numbers. */
export interface Open<V> {
  /** The end of the list of allowed words in error messages, e.g. `a number such as 2 or 2+`. */
  readonly accepted: string
  /** Reads an input that `spellingOf` has already normalized. */
  read(text: string): V | undefined
  /** Writes a value outside the set, so that `read` reads it back. */
  format(value: V): string
}

/** A closed set of words that callers can write in any case, with blanks, hyphens or underscores. */
export class Spellings<V> {
  readonly accepted: readonly string[]
  readonly #meanings: Meanings<V>
  readonly #understood: Understood<V>
  readonly #texts: ReadonlyMap<V, string>
  /** The words that each spelling may mean. A spelling with several meanings is ambiguous and rejected. */
  readonly #bySpelling = new Map<string, Set<string>>()

  constructor(choices: Choices<V>, understood: Understood<V> = {}) {
    this.#meanings =
      choices instanceof Map ? choices : new Map((choices as readonly (V & string)[]).map((text) => [text, text]))
    this.#understood = understood
    this.#texts = new Map(Array.from(this.#meanings, ([text, value]) => [value, text]))
    this.accepted = [...this.#meanings.keys()]
    for (const text of this.accepted) {
      for (const name of [text, ...(understood.also?.[text] ?? [])]) this.#spell(name, text)
    }
  }

  #spell(name: string, text: string): void {
    const key = spellingOf(name)
    this.#bySpelling.set(key, (this.#bySpelling.get(key) ?? new Set()).add(text))
  }

  /**
   * Returns the value for an input. Undefined if the input matches no word or several. An exact match takes precedence
   * over other spellings.
   */
  find(text: string): V | undefined {
    if (this.#meanings.has(text)) return this.#meanings.get(text)
    const spelling = spellingOf(text)
    const [only, ...others] = this.#bySpelling.get(spelling) ?? []
    if (only !== undefined) return others.length === 0 ? this.#meanings.get(only) : undefined
    return this.#understood.open?.read(spelling)
  }

  read(text: string): V | Refusal {
    return this.find(text) ?? this.refuse(text)
  }

  /** Returns why an input is rejected. */
  refuse(text: string): Refusal {
    const several = [...(this.#bySpelling.get(spellingOf(text)) ?? [])]
    if (several.length > 1) return new Refusal(`could mean ${several.join(' or ')}.`, this.accepted)
    return new Refusal(this.#sentence(text), this.accepted, nearestName(text, this.accepted))
  }

  format(value: V): string {
    return this.#texts.get(value) ?? this.#understood.open?.format(value) ?? ''
  }

  #sentence(text: string): string {
    const nearest = nearestName(text, this.accepted)
    const { open } = this.#understood
    const list = [...this.accepted, ...(open ? [`or ${open.accepted}`] : [])].join(', ')
    return `must be one of ${list}.${nearest ? ` Did you mean ${nearest}?` : ''}`
  }

  /** Returns the set with the placeholders in its words replaced. */
  worded(put: (text: string) => string): Spellings<V> {
    const { also } = this.#understood
    return new Spellings(new Map(Array.from(this.#meanings, ([text, value]) => [put(text), value])), {
      ...this.#understood,
      ...(also && { also: Object.fromEntries(Object.entries(also).map(([text, names]) => [put(text), names])) }),
    })
  }
}

/**
 * Maps all spellings of a word to one form: `For_Sale`, `for sale` and `ForSale` become `forsale`. A leading minus is
 * preserved and numbers are never joined: -1 does not become 1, and 1-2 does not become 12.
 */
function spellingOf(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, (gap, at: number, whole: string) => {
    const isBetweenDigits = /\d/.test(whole.charAt(at - 1)) && /\d/.test(whole.charAt(at + gap.length))
    return at === 0 || isBetweenDigits ? '-' : ''
  })
}
