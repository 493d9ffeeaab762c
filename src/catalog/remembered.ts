import type { Region } from '../model/region.ts'
import type { Catalog } from './catalog.ts'

/**
 * Remembers what is dear to make of a catalogue, until the catalogue changes: it hands out the same regions until then.
 * Calls that come while a value is being made wait for it; a failure is the next caller's to try again.
 * @param most Values kept at once; the next one starts anew.
 */
export function remembering<V>(most: number) {
  const memories = new WeakMap<readonly Region[], Map<string, Promise<V>>>()
  return (catalog: Catalog, key: string, make: () => Promise<V>): Promise<V> => {
    const state = catalog.regions()
    const memory = memories.get(state) ?? new Map<string, Promise<V>>()
    memories.set(state, memory)
    const known = memory.get(key)
    if (known) return known
    if (memory.size >= most) memory.clear()
    const value = make()
    memory.set(key, value)
    value.catch(() => memory.delete(key))
    return value
  }
}
