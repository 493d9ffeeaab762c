/**
 * Returns a value that PostgreSQL can store: a replacement character takes the place of each NUL in texts. `pg` writes
 * unpaired surrogates as this character too. All values that are stored or searched for must pass through here.
 */
export function storable<V>(value: V): V | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** Makes a bound value storable. The value may be a list. */
export function storableValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(storable) : storable(value)
}
