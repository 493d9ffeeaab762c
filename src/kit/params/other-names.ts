import type { Parameters } from './parameter.ts'

/** Placeholder for the value in the templates of `OtherNames`. */
export const WHOLE = '#'

/** The parameter that an alternative name stands for. */
export interface Meant {
  readonly name: string
  readonly template: string
}

/**
 * Returns a function that finds the parameter for an undeclared name. It accepts any parameter's declared or
 * alternative name in other letter case, with other separators, or with the words in another order. Declared names take
 * precedence.
 */
export function otherNamesOf(parameters: Parameters): (written: string) => Meant | undefined {
  const meant = new Map<string, Meant>()
  const add = (written: string, one: Meant) => {
    for (const form of formsOf(written)) if (!meant.has(form)) meant.set(form, one)
  }
  for (const name of Object.keys(parameters)) add(name, { name, template: WHOLE })
  for (const [name, { otherNames = {} }] of Object.entries(parameters)) {
    for (const [other, template] of Object.entries(otherNames)) add(other, { name, template })
  }
  return (written) =>
    formsOf(written)
      .map((form) => meant.get(form))
      .find((one) => one !== undefined)
}

/**
 * Returns two forms of a name. `minPrice`, `MIN_PRICE` and `min-price` share both forms; `price_min` shares the second.
 */
function formsOf(written: string): readonly [joined: string, sorted: string] {
  const words = wordsOf(written)
  return [words.join(''), words.toSorted().join(' ')]
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[\s_-]+/)
}

/** Returns the only name that has every word of another name: `haveGarage` for `garage`. */
export function nameWith(written: string, names: readonly string[]): string | undefined {
  const words = wordsOf(written)
  const [only, ...others] = names.filter((name) => words.every((word) => wordsOf(name).includes(word)))
  return others.length === 0 ? only : undefined
}
