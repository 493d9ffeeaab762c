import type { DerivedRows } from '../derived-rows.ts'
import type { BuiltSearch, SearchRecord } from '../search/builder.ts'
import type { CardPileParts } from '../search/card-pile.ts'
import type { Derivation, Derivatives } from './derivation.ts'

/** Records as a flat list: type, JSON, type, JSON, … */
export type Batch = readonly string[]

/** Derived data in a form that can be posted to another thread. */
export interface DerivedParts {
  readonly search: SearchParts
  readonly beside: DerivedRows
  readonly records: number
  readonly stale: boolean
}

export interface SearchParts extends Omit<BuiltSearch, 'table' | 'pile'> {
  readonly table: Pick<BuiltSearch['table'], 'manifest' | 'arrays'>
  readonly pile: CardPileParts
}

/** Smaller buffers may be slices of the pool that Node shares among buffers, which cannot be transferred. */
const MOVED_FROM_BYTES = Buffer.poolSize + 1

/** Returns the buffers that a thread transfers when it posts derived data. Shared memory needs no transfer. */
export function memoryOf({ search: { rowOf, pile }, beside }: DerivedParts): ArrayBuffer[] {
  const arrays = [...Object.values(beside.arrays), rowOf, pile.starts, pile.lengths]
  return [...new Set(arrays.map(({ buffer }) => buffer))].filter(canMove)
}

function canMove(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer && buffer.byteLength >= MOVED_FROM_BYTES
}

export function takeAll(derivation: Derivation, batch: Batch): void {
  for (let i = 0; i + 1 < batch.length; i += 2) derivation.take(batch[i] as SearchRecord, batch[i + 1] as string)
}

export function partsOf({ search, ...others }: Derivatives): DerivedParts {
  const { table, pile, ...rest } = search
  const { manifest, arrays } = table
  return { search: { ...rest, table: { manifest, arrays }, pile: pile.parts() }, ...others }
}
