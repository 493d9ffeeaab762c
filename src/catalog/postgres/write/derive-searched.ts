import { experienceKeyOf } from '../../../model/experience-columns.ts'
import type { CountedPlace } from '../../../model/named-place.ts'
import { PlaceTally } from '../../facts/place-tally.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import type { OtherNoun } from '../../ports/noun-search.ts'
import type { CardWriter } from '../cards.ts'
import type { Session } from '../session.ts'
import { type BlobKind, storeBlob, storedBlob } from '../tables/blobs.ts'
import { type CopyValue, copyLine } from '../tables/copy-lines.ts'
import { columnNames } from '../tables/home-tables.ts'
import { PLACE_TABLES, type PlaceTables } from '../tables/place-tables.ts'
import { changedRecords } from './rows.ts'

/** The places that records name, by record type. Each spelling is counted, so that changes can be subtracted. */
export const NAMED_PLACES: Readonly<Record<OtherNoun, BlobKind<readonly CountedPlace[]>>> = {
  offer: { name: 'named/offer', read: (bytes) => tallyOf(bytes).places() },
  experience: { name: 'named/experience', read: (bytes) => tallyOf(bytes).places() },
}

function tallyOf(bytes: Uint8Array | undefined): PlaceTally {
  return PlaceTally.from(bytes === undefined ? [] : JSON.parse(Buffer.from(bytes).toString()))
}

/**
 * Derives all data again that depends on the changed records of a type: rows for searches, search results and named
 * places.
 */
export function deriveSearched(session: Session, noun: OtherNoun, cardWriter: CardWriter): void {
  // Tables and description are for the same record type.
  const tables = PLACE_TABLES[noun] as unknown as PlaceTables<OtherNoun>
  const described = SEARCHED[noun] as unknown as NounDescription<OtherNoun>
  const named = tallyOf(storedBlob(session, NAMED_PLACES[noun]))
  for (const batch of changedRecords(session, noun)) {
    const keys = batch.map(({ id }) => keyOf(id))
    removeRows(session, tables, named, keys)
    const lines = new Map<string, string[]>()
    const add = (table: string, row: readonly CopyValue[]) => {
      const linesOfTable = lines.get(table) ?? []
      lines.set(table, linesOfTable)
      linesOfTable.push(copyLine(row))
    }
    for (const [at, { id, after: record }] of batch.entries()) {
      if (record === undefined || described.classOf(record) === undefined) continue // skipped: no search finds this record
      const places = described.placesOf?.(record) ?? []
      named.add(places)
      for (const [table, row] of tables.rowsOf(record)) add(table, row)
      add(tables.cards, [keys[at], ...cardWriter.values(cardWriter.record(noun, record)), id, JSON.stringify(places)])
    }
    for (const [table, all] of lines)
      session.copy(`COPY catalog.${table} ${columnsOf(tables, table)} FROM STDIN`, all.join(''))
  }
  storeBlob(session, NAMED_PLACES[noun], Buffer.from(JSON.stringify(named.spellings())))
}

/** Returns the key of a record in the search tables. */
function keyOf(id: number | string): number {
  return typeof id === 'number' ? id : experienceKeyOf({ experienceId: id })
}

/** Names the columns in the order of the values, since a later version may have added columns to the table. */
function columnsOf({ classTables }: PlaceTables<OtherNoun>, table: string): string {
  const classTable = classTables.find(({ name }) => name === table)
  return classTable === undefined ? '' : `(${columnNames(classTable)})`
}

function removeRows(
  session: Session,
  { all, cards }: PlaceTables<OtherNoun>,
  named: PlaceTally,
  keys: readonly number[],
): void {
  for (const table of all) {
    const removed = session.query(
      `DELETE FROM catalog.${table} WHERE key = ANY($1) ${table === cards ? 'RETURNING named' : ''}`,
      [keys],
    )
    for (const row of removed) named.remove(JSON.parse(String(row.named)))
  }
}
