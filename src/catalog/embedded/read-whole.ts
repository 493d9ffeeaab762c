import type { DatabaseSync } from 'node:sqlite'
import { checkRow } from '../../kit/algorithms/row-sum.ts'
import type { Ruling } from '../../model/source-home.ts'
import { LOGGED_NOUNS } from '../ports/change-log.ts'
import type { Noun, RecordId, Records } from '../ports/nouns.ts'
import { sourceHomeOf } from '../ports/source-homes.ts'
import type { WholeCatalog } from '../ports/whole-catalog.ts'
import { logAfterIn } from './change-log.ts'
import { lastChangeIn, sequenceBaseOf } from './change-numbers.ts'
import { openCurrent, stepwise } from './read-through.ts'
import { eachRecord } from './records.ts'

/** Opens a catalog file for reading all of it. Throws a CommandFault if that is not possible. */
export function openWholeCatalog(path: string): WholeCatalog {
  return openCurrent(path, (database, checked) => {
    const rows = (text: string) =>
      stepwise(
        checked(() => database.prepare(text).iterate()),
        checked,
      )
    return {
      meta: checked(() => metaOf(database)),
      lastChange: checked(() => lastChangeIn(database)),
      *each<N extends Noun>(noun: N): Generator<Records[N]> {
        for (const json of stepwise(eachRecord(database, noun), checked)) yield JSON.parse(json)
      },
      *joined() {
        for (const { id, home, record, sum } of rows('SELECT id, home, record, sum FROM source_home ORDER BY id')) {
          checked(() => checkRow('source_home', [Number(id), Number(home), String(record)], sum))
          yield sourceHomeOf(Number(home), String(record))
        }
      },
      *rulings() {
        for (const { one, other, verdict, sum } of rows('SELECT one, other, verdict, sum FROM home_ruling')) {
          checked(() => checkRow('home_ruling', [Number(one), Number(other), String(verdict)], sum))
          yield { one: Number(one), other: Number(other), verdict: verdict as Ruling['verdict'] } // the table stores only verdicts
        }
      },
      *keys() {
        for (const { place, unit, home, area } of rows('SELECT place, unit, home, area FROM home_key'))
          yield [Number(home), { place: Number(place), unit: Number(unit), area: Number(area) }]
      },
      logAfter: checked(() => logAfterIn(database)),
      *events() {
        const base = checked(() => sequenceBaseOf(database))
        for (const { sum, ...row } of rows(
          'SELECT sequence, noun, id, kinds, undo, sum FROM change_log ORDER BY sequence',
        )) {
          const { sequence, noun, id, kinds, undo } = row as unknown as EventRow // the table has these columns
          checked(() => checkRow('change_log', [sequence, noun, id, kinds, undo], sum))
          yield { sequence: base + sequence, noun: LOGGED_NOUNS[noun] ?? 'home', id, kinds, undo }
        }
      },
      close: () => database.close(),
    }
  })
}

interface EventRow {
  readonly sequence: number
  readonly noun: number
  readonly id: RecordId
  readonly kinds: number
  readonly undo: Uint8Array
}

function metaOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT name, value, sum FROM meta').all()
  return new Map(
    rows.map(({ name, value, sum }) => {
      checkRow('meta', [String(name), String(value)], sum)
      return [String(name), String(value)]
    }),
  )
}
