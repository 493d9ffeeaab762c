import { hash } from 'node:crypto'
import type { Statements } from '../store/statements.ts'
import type { Connection } from './database.ts'

export function statementsOf(connection: Pick<Connection, 'query'>): Statements {
  return { query: (text, values = []) => connection.query({ name: nameOf(text), text, values }) }
}

/** Statements are prepared once for each connection, by a name of their own. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}
