import type { Session } from '../session.ts'
import { LOGGED_TOKEN, NUMBERED_TOKEN } from '../tables/change-tables.ts'
import { NEXT_COMMIT } from '../tables/commits.ts'
import type { WriterMeta } from './writer-meta.ts'

/**
 * Makes services switch to the state of this transaction. The transaction must not change any record whose changes are
 * numbered or logged.
 */
export function announceCommit(session: Session, meta: WriterMeta): void {
  const token = meta.get('token')
  const behind = [NUMBERED_TOKEN, LOGGED_TOKEN].filter((name) => meta.get(name) !== token)
  session.query(NEXT_COMMIT)
  for (const name of behind) meta.remove(name) // so that the next commit still notices what an older version left undone
}
