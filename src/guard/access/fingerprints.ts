import { Fault } from '../../kit/base/failure.ts'
import { fingerprint, malformation } from './key-text.ts'

/** Keys remembered at a time: those that call all day, and a few guesses in between. */
const KEYS_MAX = 1000

/**
 * The fingerprints of keys that called lately, so that a text is checked and hashed once, not at every call. Whether
 * a key is good is not remembered here. All are forgotten after any change to keys and plans, so that a key that is
 * no longer used does not stay in memory.
 */
export class Fingerprints {
  readonly #fingerprints = new Map<string, string>()
  readonly #changes: Int32Array
  #seenChanges = 0

  /** `changes`: a number that differs after every change to keys and plans, a revocation for one. */
  constructor(changes: Int32Array) {
    this.#changes = changes
  }

  /** A Fault of status 401 where the text cannot be a key. */
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

  /** Keys remembered now. */
  get size(): number {
    return this.#fingerprints.size
  }
}
