import type { Parameters } from './parameter.ts'

/** In `OtherNames`, the value as it is. */
export const WHOLE = '#'

/** The parameter that another name stands for. */
export interface Meant {
  readonly name: string
  readonly template: string
}

/**
 * Finds what a name that is not declared stands for: a declared name, or another name of one, in other letter case,
 * with other separators or with its words in another order. A parameter's own name takes precedence.
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

/** `minPrice`, `MIN_PRICE` and `min-price` share both forms; `price_min` has the second form in common with them. */
function formsOf(written: string): readonly [joined: string, sorted: string] {
  const words = written
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[\s_-]+/)
  return [words.join(''), words.toSorted().join(' ')]
}
