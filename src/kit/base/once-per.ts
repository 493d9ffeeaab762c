/**
 * Makes a value when an object is first asked about, and keeps it for as long as the object is in use. It suits values
 * that are derived from an array which its owner returns again until it changes, such as `regions()` of a catalogue.
 */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { readonly value: V }>()
  return (of) => {
    const existing = made.get(of)
    if (existing !== undefined) return existing.value
    const value = make(of)
    made.set(of, { value })
    return value
  }
}
