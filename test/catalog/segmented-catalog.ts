import { openStoreFile } from '../../src/base/store-file.ts'
import type { CardMaker } from '../../src/catalog/cards.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { SnapshotCatalog } from '../../src/catalog/embedded/catalog.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { load } from '../../src/catalog/embedded/loaded.ts'
import { Questions } from '../../src/catalog/embedded/questions.ts'
import { beginReading, Snapshot } from '../../src/catalog/embedded/reader.ts'
import { eachRecord } from '../../src/catalog/embedded/records.ts'
import { type BuiltSearch, searchBuilder } from '../../src/catalog/embedded/search/builder.ts'
import { CardPile } from '../../src/catalog/embedded/search/card-pile.ts'
import { sumsInOrder } from '../../src/catalog/embedded/search/packed-pile.ts'
import type { SearchParts, SearchSegments } from '../../src/catalog/embedded/search/stored.ts'
import { SEARCHED } from '../../src/catalog/searched.ts'
import { nobody } from '../../src/catalog/withheld.ts'
import { allocate } from '../../src/engine/column.ts'
import type { SearchedNoun } from '../../src/model/searched.ts'

/** How the records of a catalogue are divided among the segments of its searches. */
export interface Division {
  /** Segments besides the base. */
  readonly added: number
  /** A number from 0 to below 1: drawn once for each building, and for each other record. */
  draw(): number
  /** Share of the records that are in the base. */
  readonly baseShare: number
}

/**
 * The catalogue of a folder as it would be after imports had changed it: its searches have several segments. Each
 * record of an added segment is in an earlier one, too, where it was removed.
 */
export function segmentedCatalog(dataDir: string, cards: CardMaker, division: Division): Catalog {
  const path = currentPath(dataDir) ?? ''
  const database = openStoreFile(path, CATALOG_FORMAT)
  beginReading(database)
  const loaded = load(database, { mediaOrigin: cards.mediaOrigin, packed: true })
  const recordsOf = (noun: SearchedNoun | 'agent' | 'office') =>
    Array.from(eachRecord(database, noun), (json): unknown => JSON.parse(json))
  const people = (['agent', 'office'] as const).flatMap((noun) =>
    recordsOf(noun).map((record) => [noun, record] as const),
  )
  const segments = (noun: SearchedNoun): SearchSegments => {
    const build = (records: readonly Placed[]) => {
      const builder = searchBuilder(noun, cards)
      for (const [kind, record] of people) builder.take(kind, record)
      for (const { record } of records) builder.take(noun, record)
      const found = records.filter(({ record }) => classOf(noun, record) !== undefined)
      return partsOf(builder.build(), found, cards)
    }
    const [base = [], ...added] = divided(noun, recordsOf(noun), division)
    const { namedPlaces } = loaded.searches[noun][0]
    return [{ ...build(base), namedPlaces }, ...added.map(build)]
  }
  const searches = { home: segments('home'), offer: segments('offer'), experience: segments('experience') }
  database.close()
  const snapshot = Snapshot.open(path, { ...loaded, searches }, cards)
  if (snapshot === undefined) throw new Error('the catalogue was changed meanwhile')
  const state = { snapshot, close: () => snapshot.close() }
  const soundness = { finding: { unread: undefined, damaged: undefined }, report() {}, close() {} }
  return new SnapshotCatalog(state, new Questions(state, soundness), nobody)
}

interface Placed {
  readonly record: unknown
  readonly isRemoved: boolean
}

function divided(noun: SearchedNoun, records: readonly unknown[], { added, draw, baseShare }: Division): Placed[][] {
  const parts = Array.from({ length: added + 1 }, (): Placed[] => [])
  const partOfBuilding = new Map<string, number>()
  const drawn = () => (draw() < baseShare ? 0 : 1 + Math.floor(draw() * added))
  for (const record of records) {
    const building = SEARCHED[noun].buildingOf?.(record as never) // the noun says which record it is, here and below
    const part = (building === undefined ? undefined : partOfBuilding.get(building)) ?? drawn()
    if (building !== undefined) partOfBuilding.set(building, part)
    parts[part]?.push({ record, isRemoved: false })
    if (part > 0) parts[Math.floor(draw() * part)]?.push({ record, isRemoved: true })
  }
  return parts
}

function classOf(noun: SearchedNoun, record: unknown): string | undefined {
  return SEARCHED[noun].classOf(record as never)
}

/** A search that was built, as it would be read after it was stored. */
function partsOf(built: BuiltSearch, records: readonly Placed[], cards: CardMaker): SearchParts {
  const { table, rowOf, pile, places, tags, buildings, numbers } = built
  const packed = CardPile.from(built.packed.pieces)
  const removed = new Uint32Array(Math.ceil(rowOf.length / 32))
  records.forEach(({ isRemoved }, added) => {
    const row = rowOf[added] as number
    if (isRemoved) removed[row >>> 5] = (removed[row >>> 5] as number) | (1 << (row & 31))
  })
  return {
    name: '',
    manifest: table.manifest,
    arrays: table.arrays,
    cards: joined(pile.inOrder(rowOf), pile.bytes),
    cardStarts: pile.startsInOrder(rowOf),
    cardOrigin: cards.mediaOrigin,
    packed: {
      packed: joined(packed.inOrder(rowOf), packed.bytes),
      packedStarts: packed.startsInOrder(rowOf),
      packedSums: sumsInOrder(built.packed.sums, rowOf),
    },
    places,
    namedPlaces: [],
    tags,
    buildings,
    numbers,
    removed: records.some(({ isRemoved }) => isRemoved) ? removed : undefined,
  }
}

function joined(pieces: Iterable<Uint8Array>, bytes: number): Uint8Array {
  const whole = allocate('u8', bytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
