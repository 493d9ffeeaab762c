import { LISTING_CLASSES } from '../../model/home-columns.ts'
import { tableOf } from './columns.ts'
import type { Session } from './session.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Keeps how many listings there are of each class, by what a change of the homes in `changed_home` adds and takes. */
export function countingListed<T>(session: Session, meta: WriterMeta, change: () => T): T {
  const before = listedAmongChanged(session)
  const result = change()
  const after = listedAmongChanged(session)
  const known: Readonly<Record<string, number>> = JSON.parse(meta.get('listed') ?? '{}')
  const counts = LISTING_CLASSES.map((name, i) => [name, (known[name] ?? 0) + (after[i] ?? 0) - (before[i] ?? 0)])
  meta.set('listed', JSON.stringify(Object.fromEntries(counts)))
  return result
}

function listedAmongChanged(session: Session): readonly number[] {
  const counts = LISTING_CLASSES.map(tableOf).map(
    (table, i) => `(SELECT count(*) FROM catalog.${table} JOIN changed_home ON id = zpid) AS "${i}"`,
  )
  const [row] = session.query(`SELECT ${counts.join(', ')}`)
  return LISTING_CLASSES.map((_, i) => Number(row?.[i]))
}
