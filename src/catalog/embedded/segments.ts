import type { DatabaseSync } from 'node:sqlite'
import type { SearchedNoun } from '../../model/searched.ts'
import { allocate } from '../engine/column.ts'
import { SEARCHED_NOUNS } from '../facts/searched.ts'
import type { StoredSegment } from '../ports/catalog-store.ts'
import { arrayReader } from './arrays.ts'
import { dataVersionOf, meta, setMeta } from './meta.ts'

export interface SegmentList {
  /** The number in the name of the next segment. */
  readonly next: number
  /** The base segment comes first. Empty until something has been derived. */
  readonly segments: readonly StoredSegment[]
}

function metaOf(noun: SearchedNoun): string {
  return `segments/${noun}`
}

export function segmentName(noun: SearchedNoun, number: number): string {
  return `search/${noun}_${number}`
}

export function readSegments(database: DatabaseSync, noun: SearchedNoun): SegmentList {
  const stored = meta(database, metaOf(noun))
  return stored === undefined ? { next: 1, segments: [] } : JSON.parse(stored)
}

export function storeSegments(database: DatabaseSync, noun: SearchedNoun, list: SegmentList): void {
  setMeta(database, metaOf(noun), JSON.stringify(list))
}

/** Names of the segments of all record types. */
export function segmentNames(database: DatabaseSync): readonly string[] {
  return SEARCHED_NOUNS.flatMap((noun) => readSegments(database, noun).segments.map(({ name }) => name))
}

/**
 * Identifies a state and its segments, so that a reader can tell whether its memory is current. Apart from its removed
 * rows, a segment's data never changes. No name is used twice.
 */
export function stateVersionOf(database: DatabaseSync): string {
  return [dataVersionOf(database), ...segmentNames(database)].join(' ')
}

/** Name of the array with a bit for each row of a segment's search index: whether the row was removed. */
export function removedRowsOf({ name }: Pick<StoredSegment, 'name'>): string {
  return `${name}/removed`
}

/** Reads one bit per row: whether the row was removed. Returns undefined if no row was removed. */
export function readRemoved(database: DatabaseSync, name: string, removed: number): Uint32Array | undefined {
  return removed === 0 ? undefined : readBits(database, name)
}

/** Reads one bit per row into shared memory. The first row has the lowest bit of the first number. */
export function readBits(database: DatabaseSync, name: string): Uint32Array {
  const bytes = arrayReader(database)(name)
  const bits = allocate('u32', bytes.length / Uint32Array.BYTES_PER_ELEMENT)
  new Uint8Array(bits.buffer).set(bytes)
  return bits
}

export function hasBit(bits: Uint32Array | undefined, row: number): boolean {
  return bits !== undefined && (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1
}

/** Returns a copy with room for this many rows. */
export function copiedBits(bits: Uint32Array | undefined, rows: number): Uint32Array {
  const copy = new Uint32Array(Math.ceil(rows / 32))
  if (bits !== undefined) copy.set(bits)
  return copy
}

export function setBit(bits: Uint32Array, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31))
}

export function clearBit(bits: Uint32Array, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) & ~(1 << (row & 31))
}
