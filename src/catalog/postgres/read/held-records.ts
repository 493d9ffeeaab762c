import type { Noun } from '../../ports/nouns.ts'

/** Nouns of which the same few records are part of many answers. */
const HELD: ReadonlySet<Noun> = new Set(['building', 'agent', 'office', 'series'])

/** Characters of JSON that are held at most, in two halves, of which the older is forgotten as a whole. */
const HALF_MAX = 4_000_000

/** Reads that began in one state of the catalog. */
interface ReadingState {
  readonly version: string
}

/**
 * Records as JSON that were read since the newest commit that the catalog tells of: an answer is never made from an
 * older state than that, with them or without.
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

  /** Call it when a read begins, and give the result to `hold` with what was read. */
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

  /** The JSON of a record; null where there is none, and undefined where that is not held. */
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

  /** Holds a record of a read that began in the newest state, or that there is none. */
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
