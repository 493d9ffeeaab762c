import type { Noun } from '../../ports/nouns.ts'

/** Record types with few records that occur in many answers. */
const HELD: ReadonlySet<Noun> = new Set(['building', 'agent', 'office', 'series'])

/**
 * Maximum size of each half of the cache, in characters of JSON. When the newer half is full, it becomes the older
 * half, and the previous older half is dropped.
 */
const HALF_MAX = 4_000_000

/** Identifies reads that began in the same state of the catalog. */
interface ReadingState {
  readonly version: string
}

/**
 * Caches records as JSON. Empties the cache when this service notices a newer commit, so that no answer uses an older
 * state.
 */
export class HeldRecords {
  readonly #versionNow: () => string
  #state: ReadingState = { version: '' }
  #newer = new Map<string, string | null>()
  #older = new Map<string, string | null>()
  #newerLength = 0

  constructor(versionNow: () => string) {
    this.#versionNow = versionNow
  }

  /** Call this before reading a record. Pass the result to `hold`. */
  begin(): ReadingState {
    const version = this.#versionNow()
    if (version !== this.#state.version) {
      this.#state = { version }
      this.#newer.clear()
      this.#older.clear()
      this.#newerLength = 0
    }
    return this.#state
  }

  /** Returns the JSON of a record. Null means that the record does not exist; undefined means that it is not cached. */
  get(noun: Noun, id: number | string): string | null | undefined {
    if (!HELD.has(noun)) return undefined
    this.begin()
    const key = `${noun} ${id}`
    const newer = this.#newer.get(key)
    if (newer !== undefined) return newer
    const older = this.#older.get(key)
    if (older !== undefined) this.#put(key, older)
    return older
  }

  /** Caches a record, or the fact that it does not exist, unless a newer commit was noticed since the read began. */
  hold(begun: ReadingState, noun: Noun, id: number | string, json: string | null): void {
    if (HELD.has(noun) && begun === this.begin()) this.#put(`${noun} ${id}`, json)
  }

  #put(key: string, json: string | null): void {
    const length = key.length + (json?.length ?? 0)
    if (this.#newerLength + length > HALF_MAX) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#newerLength = 0
    }
    if (!this.#newer.has(key)) this.#newerLength += length
    this.#newer.set(key, json)
  }
}
