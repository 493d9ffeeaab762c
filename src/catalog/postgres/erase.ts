import { NEXT_COMMIT } from './commits.ts'
import { Session } from './session.ts'
import { beginAlone } from './writer-lock.ts'
import { WriterMeta } from './writer-meta.ts'

/**
 * Deletes a person's record, and has the server free the rows: nobody can read them any more, and their room is used
 * again. `found`: it was there. What the server has in its log and in backups is beyond our reach. Throws a CommandFault
 * when it cannot be done.
 */
export function erasePersonAt(url: string, personId: string): { readonly found: boolean } {
  const session = new Session(url)
  try {
    beginAlone(session)
    const found = session.query('DELETE FROM catalog.person WHERE id = $1 RETURNING id', [personId]).length > 0
    session.query('DELETE FROM catalog.person_address WHERE id = $1', [personId])
    if (found) noteChange(session)
    session.query('COMMIT')
    session.query('VACUUM catalog.person')
    session.query('VACUUM catalog.person_address')
    return { found }
  } finally {
    session.end()
  }
}

/** Counts one person fewer, and has nodes take up the new state. */
function noteChange(session: Session): void {
  const meta = new WriterMeta(session)
  const counts = JSON.parse(meta.get('counts') ?? '{}') as Record<string, number> // as the writer stored them
  counts.person = Math.max(0, (counts.person ?? 0) - 1)
  meta.set('counts', JSON.stringify(counts))
  session.query(NEXT_COMMIT)
}
