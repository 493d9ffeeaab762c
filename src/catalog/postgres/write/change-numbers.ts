import { CHANGING_NOUNS, type ChangingNoun, type LastChange } from '../../ports/record-pages.ts'
import type { Session } from '../session.ts'
import { changeTable, MOMENTS, NUMBERED_TOKEN } from '../tables/change-tables.ts'
import type { WriterMeta } from './writer-meta.ts'

/** The last number and moment that were given; undefined where none were. */
export function lastChangeIn(session: Session): LastChange | undefined {
  const [row] = session.query(`SELECT sequence, moment FROM catalog.${MOMENTS} ORDER BY sequence DESC LIMIT 1`)
  return row && { sequence: Number(row.sequence), momentMs: Number(row.moment) }
}

/** Whether the last commit numbered what it changed: a Plat from before numbers were given does not. */
export function isNumbered(meta: WriterMeta): boolean {
  return meta.get(NUMBERED_TOKEN) === meta.get('token')
}

/**
 * Numbers the records that the writer's transaction has changed, in order of noun and id: a record has one number, that
 * of its last change. Those of a commit begin with the time in microseconds, which none gets ahead of: where a copy of
 * the database is put back, no number is given twice. To be called once all are flushed, and before anything is derived again for the sake of others.
 * `last`: what was given before, by a catalogue that this one replaces, too. `isAll`: every record gets a number.
 */
export function numberChanges(
  session: Session,
  last: LastChange | undefined,
  { isFirst, isAll, isChanged }: Numbered,
): void {
  const [now] = session.query(NOW)
  const before = Math.max(Number(now?.us), last?.sequence ?? 0)
  let sequence = before
  for (const noun of CHANGING_NOUNS) {
    if (!isAll && !isChanged(noun)) continue
    const [row] = session.query(numberingSql(noun, isAll ? ALL(noun) : CHANGED(noun)), [sequence])
    sequence += Number(row?.given)
  }
  if (sequence === before && !isFirst) return
  const momentMs = Math.max(Number(now?.ms), (last?.momentMs ?? 0) + 1)
  session.query(`INSERT INTO catalog.${MOMENTS} VALUES ($1, $2)`, [sequence, momentMs])
}

interface Numbered {
  /** The catalogue is new: a commit is noted even if it has no records. */
  readonly isFirst: boolean
  readonly isAll: boolean
  isChanged(noun: ChangingNoun): boolean
}

const NOW = `SELECT (extract(epoch FROM now) * 1000000)::int8 AS us, (extract(epoch FROM now) * 1000)::int8 AS ms
  FROM clock_timestamp() now`

/** `ids`: the records, and whether they are gone. */
function numberingSql(noun: ChangingNoun, ids: string): string {
  return `WITH given AS (
    INSERT INTO catalog.${changeTable(noun)} (sequence, id, is_gone)
    SELECT $1::int8 + row_number() OVER (ORDER BY id), id, is_gone FROM (${ids}) changed
    ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, is_gone = excluded.is_gone RETURNING 1)
  SELECT count(*) AS given FROM given`
}

const ALL = (noun: ChangingNoun) => `SELECT id, false AS is_gone FROM catalog.${noun}
  UNION ALL SELECT id, true FROM catalog.${changeTable(noun)} kept
  WHERE NOT EXISTS (SELECT FROM catalog.${noun} record WHERE record.id = kept.id)`

const CHANGED = (noun: ChangingNoun) => `SELECT id, record IS NULL AS is_gone
  FROM changed_${noun} LEFT JOIN catalog.${noun} USING (id)
  WHERE ${noun === 'home' ? IS_TOLD_OTHERWISE : 'before IS DISTINCT FROM record'}`

/** Says the opposite of `isToldAgain`. */
const IS_TOLD_OTHERWISE = `before IS DISTINCT FROM record AND (before IS NULL OR record IS NULL
  OR regexp_replace(before, ',"toldMs":[0-9]+\\}$', '}') <> regexp_replace(record, ',"toldMs":[0-9]+\\}$', '}'))`
