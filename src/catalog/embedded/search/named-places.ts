import type { DatabaseSync } from 'node:sqlite'
import type { SearchedNoun } from '../../../model/searched.ts'
import { type PlaceSpelling, PlaceTally } from '../../facts/place-tally.ts'
import { meta, setMeta } from '../meta.ts'

function metaOf(noun: SearchedNoun): string {
  return `named/${noun}`
}

/** Reads the places that records of a type name. */
export function readNamedPlaces(database: DatabaseSync, noun: SearchedNoun): PlaceTally {
  return PlaceTally.from(JSON.parse(meta(database, metaOf(noun)) ?? '[]'))
}

export function storeNamedPlaces(
  database: DatabaseSync,
  noun: SearchedNoun,
  spellings: readonly PlaceSpelling[],
): void {
  setMeta(database, metaOf(noun), JSON.stringify(spellings))
}
