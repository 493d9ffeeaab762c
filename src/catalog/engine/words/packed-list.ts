import { READ_BEYOND, readDistances, riceSize, writeDistances } from './rice.ts'

export { READ_BEYOND }

/** Rows per group. Readers can skip whole groups. */
const GROUP = 128

/** A number below 2^32 takes at most this many bytes. */
const MAX_NUMBER_BYTES = 5

/** Size in bytes of the field that contains the length of a group. */
const SIZE = 2

/**
 * Returns the maximum size of a packed list in bytes. Numbers are varints (7 bits per byte, lowest first) unless stated
 * otherwise.
 *
 * A list starts with the number of rows. Each group of 128 rows has:
 * - the distance between its first row and the first row of the previous group
 * - the size of the following distances in two bytes (not in the last group)
 * - the distances between its rows, as in `rice.ts` (not for a single row)
 */
export function packedSize(rowCount: number): number {
  const groups = Math.ceil(rowCount / GROUP)
  return MAX_NUMBER_BYTES + groups * (MAX_NUMBER_BYTES + SIZE + riceSize(Math.min(rowCount, GROUP)))
}

/**
 * Writes `rows[start]` … `rows[end - 1]` at `position`, where `packedSize` bytes must be 0. Returns the end of the
 * list. READ_BEYOND more bytes must follow the list, because the reader reads past its end.
 */
export function packList(rows: Uint32Array, start: number, end: number, bytes: Uint8Array, position: number): number {
  let place = writeNumber(bytes, position, end - start)
  let previousFirst = 0
  for (let group = start; group < end; group += GROUP) {
    const groupEnd = Math.min(end, group + GROUP)
    const first = rows[group] as number
    place = writeNumber(bytes, place, first - previousFirst)
    previousFirst = first
    if (groupEnd === end) return end - group > 1 ? writeDistances(rows, group, end, bytes, place) : place
    const groupPlace = place + SIZE
    place = writeDistances(rows, group, groupEnd, bytes, groupPlace)
    writeSize(bytes, groupPlace - SIZE, place - groupPlace)
  }
  return place
}

function writeSize(bytes: Uint8Array, position: number, size: number): void {
  bytes[position] = size & 0xff
  bytes[position + 1] = size >>> 8
}

function writeNumber(bytes: Uint8Array, position: number, number: number): number {
  let place = position
  let rest = number
  while (rest > 0x7f) {
    bytes[place++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  bytes[place++] = rest
  return place
}

/** Reads a packed list once, from the first row to the last. */
export class PackedListReader {
  readonly count: number
  readonly #bytes: Uint8Array
  /** Position of the next byte to read. */
  #position: number
  /** Number of rows in groups that were not unpacked yet. */
  #unread: number
  /** First row of the next group. */
  #nextFirst = 0
  readonly #group = new Uint32Array(GROUP)
  #groupCount = 0
  #reached = 0

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes
    this.#position = position
    this.count = this.#readNumber()
    this.#unread = this.count
    if (this.#unread > 0) this.#nextFirst = this.#readNumber()
  }

  /** Writes all rows to `into`, which must have room for `count`. */
  unpack(into: Uint32Array): number {
    let written = 0
    while (this.#unread > 0) written = this.#unpackGroup(into, written)
    return written
  }

  /** See `Filter.keep`. */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number {
    const group = this.#group
    let next = at
    for (let i = start; i < end; i++) {
      const row = rows[i] as number
      if (this.#unread > 0 && row >= this.#nextFirst) this.#goTo(row)
      let reached = this.#reached
      while (reached < this.#groupCount && (group[reached] as number) < row) reached++
      into[next] = row
      next += +(reached < this.#groupCount && group[reached] === row)
      this.#reached = reached
    }
    return next
  }

  /** Unpacks the group that may contain `row`: the last group whose first row is at most `row`. */
  #goTo(row: number): void {
    let first = this.#nextFirst
    while (this.#unread > GROUP) {
      const groupPosition = this.#position
      this.#position += SIZE + this.#groupSize()
      const nextFirst = first + this.#readNumber()
      if (nextFirst > row) {
        this.#position = groupPosition
        break
      }
      this.#unread -= GROUP
      first = nextFirst
    }
    this.#nextFirst = first
    this.#groupCount = this.#unpackGroup(this.#group, 0)
    this.#reached = 0
  }

  /** Unpacks the next group, and reads the first row of the group that follows. */
  #unpackGroup(into: Uint32Array, at: number): number {
    const count = Math.min(GROUP, this.#unread)
    if (this.#unread > GROUP) this.#position += SIZE
    into[at] = this.#nextFirst
    if (count > 1) this.#position = readDistances(this.#bytes, this.#position, this.#nextFirst, count, into, at)
    this.#unread -= count
    if (this.#unread > 0) this.#nextFirst += this.#readNumber()
    return at + count
  }

  #groupSize(): number {
    return (this.#bytes[this.#position] as number) | ((this.#bytes[this.#position + 1] as number) << 8)
  }

  #readNumber(): number {
    let number = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#position++] as number
      number |= (byte & 0x7f) << shift
      if (byte <= 0x7f) return number >>> 0
    }
  }
}
