/**
 * A value in a form that PostgreSQL stores: in texts, a replacement character takes the place of a NUL. `pg` writes
 * half a surrogate pair as that, too. It is applied to all values that are stored or looked for.
 */
export function storable<V>(value: V): V | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** Makes a bound value storable, which may be a list. */
export function storableValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(storable) : storable(value)
}
