import { Fault } from '../../kit/base/failure.ts'
import { fingerprint, malformation } from './key-text.ts'

/** Maximum number of remembered keys: enough for keys that call all day and a few guesses. */
const KEYS_MAX = 1000

/**
 * Remembers the fingerprints of keys that called recently, so that a key is checked and hashed once, not at every call.
 * Does not remember whether a key is valid. Forgets all keys when any key or plan changes, so that unused keys do not
 * stay in memory.
 */
export class Fingerprints {
  readonly #fingerprints = new Map<string, string>()
  readonly #changes: Int32Array
  #seenChanges = 0

  /** `changes`: a number that differs after every change to keys and plans, such as a revocation. */
  constructor(changes: Int32Array) {
    this.#changes = changes
  }

  /** Returns a Fault of status 401 if the text cannot be a key. */
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
