/**
 * Returns a function that computes a value once per object, and caches it as long as the object exists. For values
 * derived from an array that is replaced when its contents change, such as `regions()` of a catalog.
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
