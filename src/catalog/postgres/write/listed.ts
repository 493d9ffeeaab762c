import { LISTING_CLASSES } from '../../../model/home-columns.ts'
import type { Session } from '../session.ts'
import { tableOf } from '../tables/columns.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Changed homes that are counted in one statement. */
const BATCH = 2000

/**
 * Keeps how many listings there are of each class, by what a change of the homes in `changed_home` adds and takes.
 * `isFirst`: there were none before, and their tables may have no keys to look up homes by.
 */
export function countingListed<T>(session: Session, meta: WriterMeta, isFirst: boolean, change: () => T): T {
  const before = isFirst ? [] : listedAmongChanged(session)
  const result = change()
  const after = isFirst ? allListed(session) : listedAmongChanged(session)
  const known: Readonly<Record<string, number>> = JSON.parse(meta.get('listed') ?? '{}')
  const counts = LISTING_CLASSES.map((name, i) => [name, (known[name] ?? 0) + (after[i] ?? 0) - (before[i] ?? 0)])
  meta.set('listed', JSON.stringify(Object.fromEntries(counts)))
  return result
}

function allListed(session: Session): readonly number[] {
  return LISTING_CLASSES.map((name) =>
    Number(session.query(`SELECT count(*) AS homes FROM catalog.${tableOf(name)}`)[0]?.homes),
  )
}

function listedAmongChanged(session: Session): readonly number[] {
  const counts = LISTING_CLASSES.map(() => 0)
  for (let last: unknown = -1; ; ) {
    const rows = session.query(`SELECT id FROM changed_home WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [last])
    if (rows.length === 0) return counts
    const ids = rows.map(({ id }) => id)
    last = ids.at(-1)
    for (const [i, table] of LISTING_CLASSES.map(tableOf).entries()) {
      const [row] = session.query(`SELECT count(*) AS homes FROM catalog.${table} WHERE zpid = ANY($1::int8[])`, [ids])
      counts[i] = (counts[i] ?? 0) + Number(row?.homes)
    }
  }
}
