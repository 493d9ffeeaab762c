import { hash } from 'node:crypto'
import type { Statements } from '../store/statements.ts'
import type { Connection } from './database.ts'

export function statementsOf(connection: Pick<Connection, 'query'>): Statements {
  return { query: (text, values = []) => connection.query({ name: nameOf(text), text, values }) }
}

/** Names a statement after its text, so that each connection prepares it only once. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}
