import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import type { Database } from '../../kit/postgres/database.ts'
import { statementsOf } from '../../kit/postgres/statements.ts'
import type { Statements } from '../../kit/store/statements.ts'
import { DEMO_KEY_ID } from './stored-key.ts'

/** For each kind of inconsistency, the number of rows. */
const CHECK = `
  SELECT (SELECT count(*) FROM plat.usage WHERE calls < 0 OR credits < 0) AS "belowZero",
    (SELECT count(*) FROM (
      SELECT key_id, plan_number, day, sum(credits) AS credits FROM plat.usage GROUP BY 1, 2, 3 HAVING sum(credits) <> 0
    ) AS used FULL JOIN (SELECT * FROM plat.spent WHERE credits <> 0) AS spent USING (key_id, plan_number, day)
    WHERE used.credits IS DISTINCT FROM spent.credits) AS unequal,
    (SELECT count(*) FROM plat.usage WHERE key_id <> $1 AND key_id NOT IN (SELECT id FROM plat.key)) AS unknown,
    (SELECT count(*) FROM plat.usage WHERE day > $2) AS ahead`

type Counts = Readonly<Record<'belowZero' | 'unequal' | 'unknown' | 'ahead', number>>

/** Returns a sentence for each inconsistency in the credits of a store. Changes nothing. */
export async function checkCredits(store: Statements, nowMs: number): Promise<readonly string[]> {
  const [counts] = await store.query<Counts>(CHECK, [DEMO_KEY_ID, dayOf(nowMs + DAY_MS)])
  if (counts === undefined) return []
  const sentences: Readonly<Record<keyof Counts, string>> = {
    belowZero: `Usage totals below zero: ${counts.belowZero}. Restore a backup.`,
    unequal: `Days on which the usage of a key and its spent credits differ: ${counts.unequal}. Restore a backup.`,
    unknown: `Usage totals of keys that do not exist: ${counts.unknown}. Restore a backup.`,
    ahead: `Usage totals for days in the future: ${counts.ahead}. The clock is behind, or was ahead.`,
  }
  return (Object.keys(sentences) as (keyof Counts)[]).filter((each) => counts[each] > 0).map((each) => sentences[each])
}

/** Checks the credits in a database. Returns an empty list if the database has no tables of keys. */
export async function checkSharedKeys(database: Database, nowMs: number): Promise<readonly string[]> {
  const store = statementsOf(database)
  const [tables] = await store.query<{ there: boolean }>(`SELECT to_regclass('plat.key_change') IS NOT NULL AS there`)
  return tables?.there ? checkCredits(store, nowMs) : []
}
