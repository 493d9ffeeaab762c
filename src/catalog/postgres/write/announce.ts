import type { Session } from '../session.ts'
import { LOGGED_TOKEN, NUMBERED_TOKEN } from '../tables/change-tables.ts'
import { NEXT_COMMIT } from '../tables/commits.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Has nodes take up the state of the transaction, which changes no record that is numbered or logged. */
export function announceCommit(session: Session, meta: WriterMeta): void {
  const token = meta.get('token')
  const behind = [NUMBERED_TOKEN, LOGGED_TOKEN].filter((name) => meta.get(name) !== token)
  session.query(NEXT_COMMIT)
  for (const name of behind) meta.remove(name) // what another Plat has left out is still to be noticed
}
