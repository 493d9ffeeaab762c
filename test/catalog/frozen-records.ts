import { readFileSync } from 'node:fs'
import type { Records } from '../../src/catalog/ports/nouns.ts'
import type { Gathered } from '../sample/trial.ts'

/** Reads records from a fixture that tools/freeze-records.ts wrote. They do not depend on the code under test. */
export function frozenRecords(): Gathered {
  const lines = readFileSync(new URL('../fixtures/records.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const byNoun = Object.groupBy(
    lines.map((line) => JSON.parse(line) as { noun: keyof Records; record: never }), // the tool writes this type
    ({ noun }) => noun,
  )
  const entries = Object.entries(byNoun).map(([noun, of]) => [noun, of.map(({ record }) => record)])
  return Object.fromEntries(entries)
}
