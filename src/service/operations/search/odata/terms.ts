/** A condition as OData writes it, or whether it holds where that is the same for all rows. */
export type Term = string | boolean

/** Whether the catalogue has a field. It has none that no record has a value in, and refuses its name. */
export type HasField = (name: string) => boolean

export function allOf(terms: readonly Term[]): Term {
  if (terms.includes(false)) return false
  const written = terms.filter((term) => typeof term === 'string')
  return written.length === 0 ? true : written.join(' and ')
}

export function anyOf(terms: readonly Term[]): Term {
  if (terms.includes(true)) return true
  const written = terms.filter((term) => typeof term === 'string')
  if (written.length === 0) return false
  return written.length === 1 ? (written[0] as string) : `(${written.join(' or ')})`
}

/** The condition must be true or false for every row, never unknown. */
export function not(term: Term): Term {
  if (typeof term === 'boolean') return !term
  return term.startsWith('(') ? `not ${term}` : `not (${term})`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function isOneOf(path: string, texts: readonly string[]): Term {
  if (texts.length === 0) return false
  return texts.length === 1
    ? `${path} eq ${literal(texts[0] as string)}`
    : `${path} in (${texts.map(literal).join(',')})`
}
