import { always, each, type Fields, nullable, object, text, type Value } from './index.ts'

export const SOURCE = text(
  'Where the data comes from: the attribution of the source, or of all sources of a search, or a note that the data is invented.',
)

export const ZPID_TEXT = text('Id of the home, as a string.')

export function answer<F extends Fields>(fields: F) {
  return object({ message: always('200: Success'), source: SOURCE, ...fields })
}

export function found<F extends Fields>(fields: F) {
  return object({ message: always('200'), source: SOURCE, ...fields })
}

export const MAYBE_TEXT = nullable(text())

/** Declares keys that hold a string, or null if unknown. */
export function maybeTexts<const K extends readonly string[]>(
  ...names: K
): { readonly [N in K[number]]: Value<string | null> } {
  return each(MAYBE_TEXT, ...names)
}

export function texts<const K extends readonly string[]>(...names: K): { readonly [N in K[number]]: Value<string> } {
  return each(text(), ...names)
}
