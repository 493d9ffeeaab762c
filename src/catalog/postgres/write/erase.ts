import { setTimeout as wait } from 'node:timers/promises'
import type { Erasure } from '../../ports/catalog-store.ts'
import { Session } from '../session.ts'
import { announceCommit } from './announce.ts'
import { beginAlone } from './writer-lock.ts'
import { WriterMeta } from './writer-meta.ts'

/** Calls that began before end within seconds. */
const TRIES = 20
const WAIT_MS = 250

/**
 * Deletes a person's record, and has the server remove the rows and what indexes have of them, so that their room is
 * used again. `clean`: they are removed, which they cannot be while somebody reads the state before, as a dump does.
 * What the server has in its log, on replicas and in backups is beyond our reach. Rejects with a CommandFault when it
 * cannot be done.
 */
export async function erasePersonAt(url: string, personId: string, tries = TRIES): Promise<Erasure> {
  const session = new Session(url)
  try {
    beginAlone(session)
    const wasThere = session.query('DELETE FROM catalog.person WHERE id = $1 RETURNING id', [personId]).length > 0
    session.query('DELETE FROM catalog.person_address WHERE id = $1', [personId])
    if (wasThere) noteChange(session)
    session.query('SELECT pg_stat_force_next_flush()') // counts these rows now, and not after the vacuum
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

/** A vacuum counts what it had to leave. Long records lie in a table beside their own. */
const ARE_REMOVED = `WITH kept AS (SELECT oid, reltoastrelid FROM pg_class WHERE oid = ANY($1::regclass[]))
  SELECT current_setting('track_counts')::bool AND bool_and(pg_stat_get_dead_tuples(each) = 0) AS clean
  FROM (SELECT oid AS each FROM kept UNION ALL SELECT reltoastrelid FROM kept) tables`

/** Counts one person fewer, and has nodes take up the new state. */
function noteChange(session: Session): void {
  const meta = new WriterMeta(session)
  const counts = JSON.parse(meta.get('counts') ?? '{}') as Record<string, number> // as the writer stored them
  counts.person = Math.max(0, (counts.person ?? 0) - 1)
  meta.set('counts', JSON.stringify(counts))
  meta.setChanged()
  announceCommit(session, meta)
}
