import { momentsOf, type Steps } from '../../facts/change-moments.ts'
import { CHANGING_NOUNS, type ChangingNoun } from '../../ports/record-pages.ts'
import type { Session } from '../session.ts'
import { changeTable, LAST_CHANGE, NUMBERED_TOKEN, NUMBERS_AFTER } from '../tables/change-tables.ts'
import type { WriterMeta } from './writer-meta.ts'

/** The highest sequence number assigned so far. */
export function lastChangeIn(session: Session): number {
  const [row] = session.query(LAST_CHANGE)
  return Number(row?.last)
}

/** Whether the last commit gave sequence numbers to its changes. Older versions of Plat assign none. */
export function isNumbered(meta: WriterMeta): boolean {
  return meta.get(NUMBERED_TOKEN) === meta.get('token')
}

/**
 * Assigns sequence numbers to the records that the writer's transaction has changed, in order of record type and id;
 * see `momentsOf`. Experiences come last; only their events have numbers. Call this after all records are flushed, and
 * before homes are derived again because of other records. `last`: the highest number so far, even of a catalog that
 * this catalog replaced.
 */
export function numberChanges(
  session: Session,
  meta: WriterMeta,
  last: number,
  { isFirst, isAll, isChanged }: Numbered,
): Numbers {
  const changes = CHANGING_NOUNS.filter((noun) => isAll || isChanged(noun)).map((noun) => {
    const ids = isAll ? ALL(noun) : CHANGED(noun)
    return { noun, ids, count: countOf(session, ids) }
  })
  const experiences = !isAll && isChanged('experience') ? countOf(session, CHANGED('experience')) : 0
  const count = changes.reduce((sum, each) => sum + each.count, experiences)
  const [now] = session.query('SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::int8 AS us')
  const { first, step } = momentsOf(count, last, Number(now?.us))
  if (isFirst) meta.set(NUMBERS_AFTER, String(first - 1))
  let next = first
  for (const each of changes) {
    if (each.count > 0) session.query(numberingSql(each.noun, each.ids), [next - step, step])
    next += each.count * step
  }
  return {
    nowUs: Number(now?.us),
    last: count === 0 ? last : first + (count - 1) * step,
    experiences: { first: next, step },
  }
}

function countOf(session: Session, ids: string): number {
  const [row] = session.query(`SELECT count(*) AS count FROM (${ids}) changed`)
  return Number(row?.count)
}

/** The sequence numbers assigned in a transaction. */
export interface Numbers {
  readonly nowUs: number
  /** The highest number so far, perhaps assigned by an earlier transaction. */
  readonly last: number
  /** The numbers of changed experiences, in order of id. */
  readonly experiences: Steps
}

interface Numbered {
  /** Whether the catalog is new. */
  readonly isFirst: boolean
  readonly isAll: boolean
  isChanged(noun: ChangingNoun | 'experience'): boolean
}

/** @param ids SQL for the ids of records, and whether each was deleted. */
function numberingSql(noun: ChangingNoun, ids: string): string {
  return `INSERT INTO catalog.${changeTable(noun)} (sequence, id, is_gone)
    SELECT $1::int8 + $2::int8 * row_number() OVER (ORDER BY id), id, is_gone FROM (${ids}) changed
    ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, is_gone = excluded.is_gone`
}

const ALL = (noun: ChangingNoun) => `SELECT id, false AS is_gone FROM catalog.${noun}
  UNION ALL SELECT id, true FROM catalog.${changeTable(noun)} 
  WHERE id NOT IN (SELECT id FROM catalog.${noun})`

const CHANGED = (noun: ChangingNoun | 'experience') => `SELECT id, record IS NULL AS is_gone
  FROM changed_${noun} LEFT JOIN catalog.${noun} USING (id)
  WHERE ${noun === 'home' ? DIFFERS_BEYOND_TOLD_MS : 'before IS DISTINCT FROM record'}`

/** SQL for the opposite of `differsOnlyInToldMs`: a field other than `toldMs` has changed. */
const DIFFERS_BEYOND_TOLD_MS = `before IS DISTINCT FROM record AND (before IS NULL OR record IS NULL
  OR regexp_replace(before, ',"toldMs":[0-9]+\\}$', '}') <> regexp_replace(record, ',"toldMs":[0-9]+\\}$', '}'))`
