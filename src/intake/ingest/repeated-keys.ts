import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Source } from './sources/source.ts'

export interface KeyTimes {
  /** Returns the number of rows with this key. It may be too high if two keys have the same hash. */
  timesOf(key: string): number
}

/** Smaller files fit into two batches, so reading ahead saves nothing. */
const WORTH_READING_TWICE_BYTES = 4_000_000

/** Number of rows per turn of the event loop. */
const ROWS_PER_TURN = 5_000

/** A file whose keys to count. */
export interface KeyedFile {
  readonly file: string
  readonly bytesTotal: number
  /** Opens the file again. */
  readonly open: () => Promise<Source>
  /** Returns the row's key. Undefined if the row has no key or is not imported. */
  readonly keyOf: (cells: readonly string[]) => string | undefined
}

/**
 * Counts the rows of each key before the import. The import can then write a record as soon as all its rows are read.
 * Returns undefined if this saves nothing, or if a file can be read only once.
 */
export async function readKeyTimes(
  files: readonly KeyedFile[],
  onTurn: (rows: number) => void,
  fromBytes = WORTH_READING_TWICE_BYTES,
): Promise<KeyTimes | undefined> {
  const bytes = files.reduce((sum, { bytesTotal }) => sum + bytesTotal, 0)
  if (bytes < fromBytes || !files.every(({ file }) => statSync(file).isFile())) return undefined
  const keys = new Keys()
  let rows = 0
  for (const { open, keyOf } of files) {
    const source = await open()
    try {
      for await (const row of source.rows()) {
        const key = 'rule' in row ? undefined : keyOf(row.cells)
        if (key !== undefined) keys.add(key)
        if (++rows % ROWS_PER_TURN !== 0) continue
        onTurn(rows)
        await nextTurn()
      }
    } finally {
      source.close()
    }
  }
  return keys.times()
}

const FIRST_PLACES = 1 << 16

/** Counts keys by their hashes, in 16 to 32 bytes per key. A set of texts would need about 100. */
class Keys {
  /** A hash table with open addressing, at most half full. 0 marks an empty place. */
  #hashes = new Float64Array(FIRST_PLACES)
  #count = 0
  readonly #times = new Map<number, number>()

  add(key: string): void {
    const hash = hashOf(key)
    const place = placeOf(this.#hashes, hash)
    if (this.#hashes[place] === hash) this.#times.set(hash, (this.#times.get(hash) ?? 1) + 1)
    else this.#addNew(hash, place)
  }

  /** Returns the keys that occur more than once, and releases the memory of all others. */
  times(): KeyTimes {
    const times = this.#times
    return { timesOf: (key) => times.get(hashOf(key)) ?? 1 }
  }

  #addNew(hash: number, place: number): void {
    this.#hashes[place] = hash
    if (2 * ++this.#count <= this.#hashes.length) return
    const larger = new Float64Array(2 * this.#hashes.length)
    for (const keyHash of this.#hashes) if (keyHash !== 0) larger[placeOf(larger, keyHash)] = keyHash
    this.#hashes = larger
  }
}

function placeOf(hashes: Float64Array, hash: number): number {
  const mask = hashes.length - 1
  let place = hash & mask
  while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & mask
  return place
}

/** Returns a hash from 1 to 2^52. In a million keys, the probability of a collision is 1 in 10,000. */
function hashOf(key: string): number {
  let [low, high] = [0x9e37_79b1, 0x85eb_ca6b]
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i)
    low = Math.imul(low ^ code, 0x0100_0193)
    high = Math.imul(high ^ code, 0x5bd1_e995)
    high ^= high >>> 13
  }
  low = Math.imul(low ^ (low >>> 16) ^ high, 0x2c1b_3c6d)
  high = Math.imul(high ^ (high >>> 15) ^ low, 0x297a_2d39)
  return (((high ^ (high >>> 14)) >>> 0) & 0xf_ffff) * 2 ** 32 + ((low ^ (low >>> 13)) >>> 0) + 1
}
