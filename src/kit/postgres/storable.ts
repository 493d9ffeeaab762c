/**
 * Returns a value that PostgreSQL can store: each NUL in a string becomes a replacement character, as `pg` does with
 * unpaired surrogates. All values that are stored or searched for must pass through here.
 */
export function storable<V>(value: V): V | string {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** Makes a bound value storable. The value may be a list. */
export function storableValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(storable) : storable(value)
}
