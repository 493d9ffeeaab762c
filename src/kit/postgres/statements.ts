import { hash } from 'node:crypto'
import type { Statements } from '../store/statements.ts'
import type { Connection } from './database.ts'

export function statementsOf(connection: Pick<Connection, 'query'>): Statements {
  return { query: (text, values = []) => connection.query({ name: nameOf(text), text, values }) }
}

/** Each connection prepares a statement once, under a name that derives from its text. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}
