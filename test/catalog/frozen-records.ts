import { readFileSync } from 'node:fs'
import type { Records } from '../../src/catalog/ports/nouns.ts'
import type { Gathered } from '../sample/trial.ts'

/** Records from a fixture, independent of the code under test. Written by tools/freeze-records.ts. */
export function frozenRecords(): Gathered {
  const lines = readFileSync(new URL('../fixtures/records.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const byNoun = Object.groupBy(
    lines.map((line) => JSON.parse(line) as { noun: keyof Records; record: never }), // as the tool writes them
    ({ noun }) => noun,
  )
  const entries = Object.entries(byNoun).map(([noun, of]) => [noun, of.map(({ record }) => record)])
  return Object.fromEntries(entries)
}
