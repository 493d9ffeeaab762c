import { setTimeout as wait } from 'node:timers/promises'
import type { Erasure } from '../../ports/catalog-store.ts'
import { Session } from '../session.ts'
import { announceCommit } from './announce.ts'
import { beginAlone } from './writer-lock.ts'
import { WriterMeta } from './writer-meta.ts'

/** Maximum number of attempts to remove the rows. Calls that began before the erasure end within seconds. */
const TRIES = 20
const WAIT_MS = 250

/**
 * Deletes a person, and has the server remove the rows and index entries from its files. `clean` says whether they are
 * removed. They stay while another program, such as a dump, reads the earlier state. The server's log, replicas and
 * backups keep the data. Rejects with a CommandFault if erasing fails.
 */
export async function erasePersonAt(url: string, personId: string, tries = TRIES): Promise<Erasure> {
  const session = new Session(url)
  try {
    beginAlone(session)
    const wasThere = session.query('DELETE FROM catalog.person WHERE id = $1 RETURNING id', [personId]).length > 0
    session.query('DELETE FROM catalog.person_address WHERE id = $1', [personId])
    if (wasThere) noteChange(session)
    session.query('SELECT pg_stat_force_next_flush()') // so that these rows are counted before the vacuum, not after it
    session.query('COMMIT')
    for (let tried = 1; ; tried++) {
      session.query(`VACUUM (INDEX_CLEANUP ON) ${TABLES.join(', ')}`)
      const [row] = session.query(ARE_REMOVED, [TABLES])
      const clean = row?.clean === true
      if (clean || tried >= tries) return { wasThere, clean }
      await wait(WAIT_MS)
    }
  } finally {
    session.end()
  }
}

const TABLES = ['catalog.person', 'catalog.person_address']

/**
 * SQL that says whether a vacuum removed all rows: a vacuum counts the rows that it had to leave. Long records are in
 * another table, which is checked too.
 */
const ARE_REMOVED = `WITH kept AS (SELECT oid, reltoastrelid FROM pg_class WHERE oid = ANY($1::regclass[]))
  SELECT current_setting('track_counts')::bool AND bool_and(pg_stat_get_dead_tuples(each) = 0) AS clean
  FROM (SELECT oid AS each FROM kept UNION ALL SELECT reltoastrelid FROM kept) tables`

/** Subtracts 1 from the number of people, and makes services switch to the new state. */
function noteChange(session: Session): void {
  const meta = new WriterMeta(session)
  const counts = JSON.parse(meta.get('counts') ?? '{}') as Record<string, number> // the writer stored numbers
  counts.person = Math.max(0, (counts.person ?? 0) - 1)
  meta.set('counts', JSON.stringify(counts))
  meta.setChanged()
  announceCommit(session, meta)
}
