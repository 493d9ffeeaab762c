import { networkOf } from './strangers.ts'

/** Keys remembered at a time. */
const KEYS_MAX = 20_000

/**
 * To whom the time of a call is charged, before anything of it was looked at: the key that it carries where that was
 * good before, or else its address. Callers who make keys up get no share for each.
 */
export class Payers {
  /** Key ids by their keys. */
  readonly #keyIds = new Map<string, string>()

  /** `keys`: those that a call carries. */
  of(keys: readonly string[], address: string): string {
    for (const key of keys) {
      const keyId = this.#keyIds.get(key)
      if (keyId !== undefined) return keyId
    }
    return networkOf(address)
  }

  /** A key was good. */
  remember(key: string, keyId: string): void {
    if (this.#keyIds.get(key) === keyId) return
    if (this.#keyIds.size >= KEYS_MAX) this.#keyIds.clear()
    this.#keyIds.set(key, keyId)
  }
}
