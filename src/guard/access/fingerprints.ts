import { Fault } from '../../kit/base/failure.ts'
import { fingerprint, malformation } from './key-text.ts'

/** Maximum number of cached keys: enough for all keys in constant use and a few invalid ones. */
const KEYS_MAX = 1000

/**
 * Caches the fingerprints of recent keys, so that a key is not hashed on every call. A cached key may be invalid. The
 * cache is cleared when any key or plan changes, so that unused keys do not stay in memory.
 */
export class Fingerprints {
  readonly #fingerprints = new Map<string, string>()
  readonly #changes: Int32Array
  #seenChanges = 0

  /** @param changes A number that changes with every change to keys and plans. */
  constructor(changes: Int32Array) {
    this.#changes = changes
  }

  /** Returns a Fault with status 401 if the text cannot be a key. */
  of(key: string): string | Fault {
    this.#forgetAfterChange()
    const remembered = this.#fingerprints.get(key)
    if (remembered !== undefined) return remembered
    const broken = malformation(key)
    if (broken !== undefined) return new Fault('key.malformed', broken)
    if (this.#fingerprints.size >= KEYS_MAX) this.#fingerprints.clear()
    const made = fingerprint(key)
    this.#fingerprints.set(key, made)
    return made
  }

  #forgetAfterChange(): void {
    const changes = Atomics.load(this.#changes, 0)
    if (changes === this.#seenChanges) return
    this.#fingerprints.clear()
    this.#seenChanges = changes
  }

  get size(): number {
    return this.#fingerprints.size
  }
}
