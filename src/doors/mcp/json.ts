/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the value at a path of keys in JSON; undefined if there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let inner = value
  for (const key of path) inner = isFields(inner) ? inner[key] : undefined
  return inner
}

/** Returns the string at a path of keys in JSON; null if the value is empty or not a string. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const inner = at(value, ...path)
  return typeof inner === 'string' && inner !== '' ? inner : null
}

export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const inner = at(value, ...path)
  return typeof inner === 'number' ? inner : null
}

export function flagAt(value: unknown, ...path: readonly string[]): boolean {
  return at(value, ...path) === true
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const inner = at(value, ...path)
  return Array.isArray(inner) ? inner : []
}

export function textsAt(value: unknown, ...path: readonly string[]): readonly string[] {
  return listAt(value, ...path).filter((each) => typeof each === 'string')
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Joins strings. Skips null and empty strings. */
export function joined(texts: readonly (string | null)[], between = ', '): string {
  return texts.filter((text) => text !== null && text !== '').join(between)
}

/** Removes fields that are null, undefined or empty. */
export function known(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isKnown(value)))
}

function isKnown(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return !isFields(value) || Object.keys(value).length > 0
}

/** Converts milliseconds since 1970 to a date in UTC; null if the value is not a number. */
export function dayAt(value: unknown, ...path: readonly string[]): string | null {
  const timeMs = numberAt(value, ...path)
  return timeMs === null ? null : new Date(timeMs).toISOString().slice(0, 10)
}
