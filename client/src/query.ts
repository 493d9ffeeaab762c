/** From one number to another, both included; without one of them, the range is open on that side. */
export interface Range {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** The parameters of operations that take none. */
export type NoParameters = Readonly<Record<string, never>>

/** Whatever a parameter takes; what is undefined is not sent. */
export type Value = string | number | boolean | readonly (string | number)[] | Range | undefined

export type Parameters = Readonly<Record<string, Value>>

/** Lists of these are written with semicolons, since the names of places have commas in them; all others with commas. */
const SEMICOLONS: ReadonlySet<string> = new Set(['location', 'searchDestinations'])

export function queryOf(parameters: object): string {
  const pairs = Object.entries(parameters as Parameters).flatMap(([name, value]): [string, string][] => {
    return value === undefined || value === null ? [] : [[name, textOf(name, value)]]
  })
  return new URLSearchParams(pairs).toString()
}

function textOf(name: string, value: Exclude<Value, undefined>): string {
  if (isList(value)) return value.join(SEMICOLONS.has(name) ? ';' : ',')
  if (typeof value !== 'object') return String(value)
  const ends = Object.entries(value).filter(([, end]) => end !== undefined)
  return ends.map(([end, number]) => `${end}:${number}`).join(',')
}

function isList(value: Value): value is readonly (string | number)[] {
  return Array.isArray(value)
}
