/** A range of numbers, both ends included. If an end is absent, the range is open there. */
export interface Range {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** The parameters of an operation that has none. */
export type NoParameters = Readonly<Record<string, never>>

/** Any value of a parameter. An undefined value is not sent. */
export type Value = string | number | boolean | readonly (string | number)[] | Range | Texts | undefined

/** The parameters of another call, sent as if they were this call's own. */
type Texts = Readonly<Record<string, string>>

export type Parameters = Readonly<Record<string, Value>>

/**
 * Parameters whose lists are separated by semicolons, because place names contain commas. Commas separate all other
 * lists.
 */
const SEMICOLONS: ReadonlySet<string> = new Set(['location', 'searchDestinations'])

export function queryOf(parameters: object): string {
  const pairs = Object.entries(parameters as Parameters).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    return isTexts(value) ? Object.entries(value) : [[name, textOf(name, value)]]
  })
  return new URLSearchParams(pairs).toString()
}

function isTexts(value: Exclude<Value, undefined>): value is Texts {
  return typeof value === 'object' && !isList(value) && !('min' in value || 'max' in value)
}

function textOf(name: string, value: Exclude<Value, Texts | undefined>): string {
  if (isList(value)) return value.join(SEMICOLONS.has(name) ? ';' : ',')
  if (typeof value !== 'object') return String(value)
  const ends = Object.entries(value).filter(([, end]) => end !== undefined)
  return ends.map(([end, number]) => `${end}:${number}`).join(',')
}

function isList(value: Value): value is readonly (string | number)[] {
  return Array.isArray(value)
}
