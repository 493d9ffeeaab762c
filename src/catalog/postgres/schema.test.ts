import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { CATALOG_PART, SEARCHED_TABLES } from './schema.ts'

/** A database that has taken a step never takes it again. */
const STEPS = ['001-records 1Cc22WslwyoyumIu6wFThX', '002-search ZR7qpWwxfVOKSvgyHVwaIj']

test('a step that databases have taken stays as it is: what is to change is another step', () => {
  const steps = CATALOG_PART.migrations.map(({ name, sql }) => `${name} ${fingerprintOf(sql)}`)
  assert.deepEqual(steps, STEPS)
})

/** What follows from the columns of nouns is brought up beside the steps. */
function fingerprintOf(sql: string): string {
  return hash('sha256', sql.replace(SEARCHED_TABLES, '').replace(/\s+/g, ' '), 'base64url').slice(0, 22)
}
