import { experienceKeyOf } from '../../../model/experience-columns.ts'
import type { CountedPlace } from '../../../model/named-place.ts'
import type { RecordOf } from '../../../model/searched.ts'
import { PlaceTally } from '../../facts/place-tally.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import type { OtherNoun } from '../../ports/noun-search.ts'
import { NUMBERED } from '../../ports/nouns.ts'
import type { CardWriter } from '../cards.ts'
import type { Session } from '../session.ts'
import { type BlobKind, storeBlob, storedBlob } from '../tables/blobs.ts'
import { type CopyValue, copyLine } from '../tables/copy-lines.ts'
import { columnNames } from '../tables/home-tables.ts'
import { PLACE_TABLES, type PlaceTables } from '../tables/place-tables.ts'

/** Records that are read, and whose rows are written, at a time. */
const BATCH = 2000

/** The named places of a noun's records: stored by how they are spelled, so that changes can be counted. */
export const NAMED_PLACES: Readonly<Record<OtherNoun, BlobKind<readonly CountedPlace[]>>> = {
  offer: { name: 'named/offer', read: (bytes) => tallyOf(bytes).places() },
  experience: { name: 'named/experience', read: (bytes) => tallyOf(bytes).places() },
}

function tallyOf(bytes: Uint8Array | undefined): PlaceTally {
  return PlaceTally.from(bytes === undefined ? [] : JSON.parse(Buffer.from(bytes).toString()))
}

/** Derives again all that follows from the changed records of a noun: rows of searches, cards and named places. */
export function deriveSearched(session: Session, noun: OtherNoun, cardWriter: CardWriter): void {
  // both get records of their own noun only
  const tables = PLACE_TABLES[noun] as unknown as PlaceTables<OtherNoun>
  const described = SEARCHED[noun] as unknown as NounDescription<OtherNoun>
  const named = tallyOf(storedBlob(session, NAMED_PLACES[noun]))
  for (const batch of changedRecords<RecordOf<OtherNoun>>(session, noun)) {
    removeRows(
      session,
      tables,
      named,
      batch.map(({ key }) => key),
    )
    const lines = new Map<string, string[]>()
    const add = (table: string, row: readonly CopyValue[]) => {
      const known = lines.get(table) ?? []
      lines.set(table, known)
      known.push(copyLine(row))
    }
    for (const { id, key, record } of batch) {
      if (record === undefined || described.classOf(record) === undefined) continue // nobody finds it
      const places = described.placesOf?.(record) ?? []
      named.add(places)
      for (const [table, row] of tables.rowsOf(record)) add(table, row)
      add(tables.cards, [key, ...cardWriter.values(cardWriter.record(noun, record)), id, JSON.stringify(places)])
    }
    for (const [table, all] of lines)
      session.copy(`COPY catalog.${table} ${columnsOf(tables, table)} FROM STDIN`, all.join(''))
  }
  storeBlob(session, NAMED_PLACES[noun], Buffer.from(JSON.stringify(named.spellings())))
}

/** In the order of values, where a later version may have added one behind the others. */
function columnsOf({ classTables }: PlaceTables<OtherNoun>, table: string): string {
  const found = classTables.find(({ name }) => name === table)
  return found === undefined ? '' : `(${columnNames(found)})`
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

interface ChangedRecord<R> {
  readonly id: number | string
  readonly key: number
  /** undefined: it was removed. */
  readonly record: R | undefined
}

/** Those of the temporary table that lists their ids. */
function* changedRecords<R>(session: Session, noun: OtherNoun): Generator<ChangedRecord<R>[]> {
  const isNumbered = (NUMBERED as readonly string[]).includes(noun)
  for (let last: unknown = isNumbered ? -1 : ''; ; ) {
    const rows = session.query(
      `SELECT id, record FROM (SELECT id FROM changed_${noun} WHERE id > $1 ORDER BY id LIMIT ${BATCH}) changed
       LEFT JOIN catalog.${noun} USING (id) ORDER BY id`,
      [last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.id
    yield rows.map(({ id, record }) => ({
      id: isNumbered ? Number(id) : String(id),
      key: isNumbered ? Number(id) : experienceKeyOf({ experienceId: String(id) }),
      record: typeof record === 'string' ? JSON.parse(record) : undefined,
    }))
  }
}
