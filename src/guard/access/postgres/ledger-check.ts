import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { DEMO_KEY_ID } from '../stored-key.ts'

/** Each counts what does not fit; see `checkLedger`. */
const CHECK = `
  SELECT (SELECT count(*) FROM plat.usage WHERE calls < 0 OR credits < 0) AS "belowZero",
    (SELECT count(*) FROM (
      SELECT key_id, plan_number, day, sum(credits) AS credits FROM plat.usage GROUP BY 1, 2, 3 HAVING sum(credits) <> 0
    ) AS used FULL JOIN (SELECT * FROM plat.spent WHERE credits <> 0) AS spent USING (key_id, plan_number, day)
    WHERE used.credits IS DISTINCT FROM spent.credits) AS unequal,
    (SELECT count(*) FROM plat.usage WHERE key_id <> $1 AND key_id NOT IN (SELECT id FROM plat.key)) AS unknown,
    (SELECT count(*) FROM plat.usage WHERE day > $2) AS ahead`

/** Tells what does not fit together in keys and credits of a database, a sentence each; nothing is changed. */
export async function checkSharedLedger(database: Database, nowMs: number): Promise<readonly string[]> {
  const there = `SELECT to_regclass('plat.spent') IS NOT NULL AS there`
  const [tables] = await database.query<{ there: boolean }>({ name: 'ledger-there', text: there })
  if (tables?.there !== true) return []
  const values = [DEMO_KEY_ID, dayOf(nowMs + DAY_MS)]
  const [counts] = await database.query<Counts>({ name: 'ledger-check', text: CHECK, values })
  if (counts === undefined) return []
  const sentences: Readonly<Record<keyof Counts, string>> = {
    belowZero: `Some sums of usage (${counts.belowZero}) are below zero: put a backup back.`,
    unequal: `On some days of keys (${counts.unequal}) usage and what was spent are not the same: put a backup back.`,
    unknown: `Some sums of usage (${counts.unknown}) are of keys that the database does not have: put a backup back.`,
    ahead: `Some sums of usage (${counts.ahead}) are of days to come: the clock of the database is behind, or was ahead.`,
  }
  return (Object.keys(sentences) as (keyof Counts)[]).filter((each) => counts[each] > 0).map((each) => sentences[each])
}

interface Counts {
  readonly belowZero: number
  readonly unequal: number
  readonly unknown: number
  readonly ahead: number
}
