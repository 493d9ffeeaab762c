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

/** The places that records of a noun name. They are stored by spelling, so that changes can be counted. */
export const NAMED_PLACES: Readonly<Record<OtherNoun, BlobKind<readonly CountedPlace[]>>> = {
  offer: { name: 'named/offer', read: (bytes) => tallyOf(bytes).places() },
  experience: { name: 'named/experience', read: (bytes) => tallyOf(bytes).places() },
}

function tallyOf(bytes: Uint8Array | undefined): PlaceTally {
  return PlaceTally.from(bytes === undefined ? [] : JSON.parse(Buffer.from(bytes).toString()))
}

/**
 * Derives again all data that follows from the changed records of a noun: rows for searches, cards and named places.
 */
export function deriveSearched(session: Session, noun: OtherNoun, cardWriter: CardWriter): void {
  // Both tables and description get records of their own noun only.
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
      if (record === undefined || described.classOf(record) === undefined) continue // no search finds this record
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

/** The key of a record in the noun's tables. */
function keyOf(id: number | string): number {
  return typeof id === 'number' ? id : experienceKeyOf({ experienceId: id })
}

/** The columns in the order of the values. A later version may have added a column at the end of the table. */
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
