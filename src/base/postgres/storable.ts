/**
 * A value as PostgreSQL stores it: none of its texts holds a NUL, which a replacement character stands for. `pg` writes
 * half a surrogate pair as that, too. Done to all that is stored and to all that is looked for.
 */
export function storable<V>(value: V): V | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** The same of a bound value, which may be a list. */
export function storableValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(storable) : storable(value)
}
