import { type Fields, isFields } from './json.ts'

/** Turns the arguments of a refused call into those of a call that may be made instead. */
export type Fix = (given: Fields) => Fields

/** Why a tool cannot answer, and what to do: a tool error, which the model reads. */
export class Refusal extends Error {
  /** Values that may have been meant, to be given instead. */
  readonly candidates: readonly string[]
  /** The calls of which one asks what was meant, as far as the refusal can know. */
  readonly fixes: readonly Fix[]

  constructor(sentence: string, candidates: readonly string[] = [], fixes: readonly Fix[] = []) {
    super(sentence)
    this.name = 'Refusal'
    this.candidates = candidates
    this.fixes = fixes
  }
}

/** Sets arguments; one that is undefined is left out. */
export function setting(changes: Fields): Fix {
  return (given) =>
    Object.fromEntries(Object.entries({ ...given, ...changes }).filter(([, value]) => value !== undefined))
}

/** Leaves arguments out. */
export function without(...names: readonly string[]): Fix {
  return setting(Object.fromEntries(names.map((name) => [name, undefined])))
}

/** Takes words out of the list of an argument, which is left out where none remain. */
export function withoutWord(name: string, word: string): Fix {
  return (given) => {
    const list = given[name]
    const rest = Array.isArray(list) ? list.filter((each) => each !== word) : []
    return setting({ [name]: rest.length === 0 ? undefined : rest })(given)
  }
}

/** Writes another text where one stands in an argument, such as the name of a place; the same arguments if in none. */
export function replacing(text: string, by: string): Fix {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(text, () => by)
    return isFields(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each)]))
      : value
  }
  return (given) => {
    const next = replaced(given) as Fields // an object stays one
    return JSON.stringify(next) === JSON.stringify(given) ? given : next
  }
}

/** Callers have to put in something of their own for it. */
export function blank(name: string): string {
  return `<${name}>`
}
