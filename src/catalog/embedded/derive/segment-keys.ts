import type { DatabaseSync } from 'node:sqlite'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { arrayWriter } from '../arrays.ts'
import { readHomeRows, removedHomesOf } from '../home-rows.ts'
import { readPropertyKeys, removedPropertiesOf, storeModified } from '../properties/stored.ts'
import { readKeys } from '../search/stored.ts'
import { copiedBits, hasBit, readRemoved, removedRowsOf, setBit } from '../segments.ts'

/** The keys of all records of a segment, even of unlisted records, with a bit for each removed record. */
interface SegmentKeys {
  readonly keys: Float64Array
  readonly removed: Uint32Array | undefined
}

export function readSegmentKeys(database: DatabaseSync, segment: StoredSegment): SegmentKeys {
  const { name, properties } = segment
  const keys = properties > 0 ? readPropertyKeys(database, name) : readKeys(database, name)
  return { keys, removed: readRemovedOf(database, segment) }
}

/** Reads one bit per row: whether the row's record was removed. */
export function readRemovedOf(database: DatabaseSync, segment: StoredSegment): Uint32Array | undefined {
  return segment.properties > 0
    ? readRemoved(database, removedPropertiesOf(segment), segment.removedProperties)
    : readRemoved(database, removedRowsOf(segment), segment.removed)
}

/** Yields the keys of the segment's records that are not removed. */
export function* liveKeys({ keys, removed }: SegmentKeys): Generator<number> {
  for (let row = 0; row < keys.length; row++) if (!hasBit(removed, row)) yield keys[row] as number
}

/** Marks the rows with these keys as removed. Returns the updated segment. */
export function withRemoved(database: DatabaseSync, segment: StoredSegment, keys: ReadonlySet<number>): StoredSegment {
  const { name, homes, properties } = segment
  const mark = (array: string, marked: number, rows: Float64Array): number => {
    const bits = copiedBits(readRemoved(database, array, marked), rows.length)
    let count = marked
    for (let row = 0; row < rows.length; row++) {
      if (!keys.has(rows[row] as number) || hasBit(bits, row)) continue
      setBit(bits, row)
      count++
    }
    if (count > marked) arrayWriter(database)(array, new Uint8Array(bits.buffer))
    return count
  }
  const removed = mark(removedRowsOf(segment), segment.removed, readKeys(database, name))
  const removedHomes =
    homes > 0 ? mark(removedHomesOf(segment), segment.removedHomes, readHomeRows(database, name, ['ids']).ids) : 0
  const removedProperties =
    properties > 0 ? mark(removedPropertiesOf(segment), segment.removedProperties, readPropertyKeys(database, name)) : 0
  return { ...segment, removed, removedHomes, removedProperties }
}

/** Describes a segment that was just stored, without removed rows. Also stores when its records last changed. */
export function storedSegment(
  database: DatabaseSync,
  noun: SearchedNoun,
  { name, rows, records }: Pick<StoredSegment, 'name' | 'rows'> & { readonly records: number },
): StoredSegment {
  const properties = noun === 'experience' ? 0 : records
  if (noun !== 'experience') storeModified(database, noun, name)
  return {
    name,
    rows,
    removed: 0,
    homes: noun === 'home' ? records : 0,
    removedHomes: 0,
    properties,
    removedProperties: 0,
  }
}
