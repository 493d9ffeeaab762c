/**
 * Makes a value with the first question about an object and keeps it for as long as the object is in use. For what
 * follows from an array that its owner hands out again until it changes, such as `regions()` of a catalogue.
 */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { readonly value: V }>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known.value
    const value = make(of)
    made.set(of, { value })
    return value
  }
}
