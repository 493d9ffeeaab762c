import { always, each, type Keywords, nullable, object, optional, type Property, text } from './schema.ts'

/** What most bodies begin with. */

export const SOURCE = text(
  'Where the data comes from: the name of the source, `Plat` where an answer rests on several, or that the data is invented.',
)

type Fields = Readonly<Record<string, Property>>

/** The answer of a look-up. */
export function answer(fields: Fields): Keywords {
  return object({ message: always('200: Success'), source: SOURCE, ...fields })
}

/** The answer of a search. */
export function found(fields: Fields): Keywords {
  return object({ message: always('200'), source: SOURCE, ...fields })
}

export const MAYBE_TEXT = nullable(text())

/** Texts of which each is null where it is not known. */
export function maybeTexts(...keys: readonly string[]): Fields {
  return each(MAYBE_TEXT, ...keys)
}

export function texts(...keys: readonly string[]): Fields {
  return each(text(), ...keys)
}

/** Keys that may be absent, all of one kind. */
export function optionals(property: Keywords, ...keys: readonly string[]): Fields {
  return each(optional(property), ...keys)
}
