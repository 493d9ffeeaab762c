import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { SEARCHED_FIELDS, SORTED_FIELDS } from '../../src/doors/odata/resources/property.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import { gatherSample } from '../sample/trial.ts'
import { type KnownProperty, knownProperties } from '../search/naive-properties.ts'
import { oddHome } from '../search/odd-homes.ts'
import { allRows, type JsonRow, textOf } from './asked.ts'
import { importedCatalog } from './imported-world.ts'
import { MadeCatalog } from './made-catalog.ts'
import { momentUs } from './naive-values.ts'
import { writeOddWorld } from './odd-world.ts'

const HOMES = 400

interface RecordWithRow {
  readonly record: KnownProperty
  readonly row: JsonRow
}

suite('the columns by which Property is searched', () => {
  const made: MadeCatalog[] = []
  const records: RecordWithRow[] = []

  before(async () => {
    const { records: sample } = await gatherSample(HOMES)
    const odd = MadeCatalog.holding((writer) => {
      for (const noun of ['office', 'agent', 'home', 'offer'] as const)
        for (const record of sample[noun]) writer.put(noun, record)
      writeOddWorld(writer)
      writer.put('home', oddHome(8_999, { facts: { seniorCommunity: true, heating: ['gas_urban', 'Forced_Air'] } }))
    })
    made.push(odd, await importedCatalog())
    for (const { context } of made) {
      const rows = new Map((await allRows(context, 'Property')).map((row) => [row.ListingKey, row]))
      for (const record of await knownProperties(context.catalog.pages))
        records.push({ record, row: rows.get(String(record.id)) as JsonRow }) // every record has a row
    }
  })
  after(() => {
    for (const each of made) each.remove()
  })

  test('have the values that rows show', () => {
    assert.ok(records.length > HOMES)
    const filled = new Set<string>()
    for (const [name, { column, kind, wordFor }] of SEARCHED_FIELDS) {
      if (kind === 'key') continue
      for (const { record, row } of records) {
        const shown = row[name] ?? null
        const value = record.values.get(column)
        if (kind === 'place') assert.equal(shown === null, value === undefined, `${name} of ${record.id}`)
        else if (kind === 'list') {
          const words = ((value ?? []) as readonly string[]).map(wordFor)
          assert.deepEqual(words, shown ?? [], `${name} of ${record.id}`)
        } else assert.equal(columnValue(shown, kind), wordOf(value, wordFor), `${name} of ${record.id}`)
        if (value !== undefined) filled.add(name)
      }
    }
    const empty = [...SEARCHED_FIELDS.keys()].filter((name) => !filled.has(name) && name !== 'ListingKey')
    assert.deepEqual(empty, [])
  })

  test('sort texts as their words sort', () => {
    for (const [name, { column, kind, wordFor }] of SEARCHED_FIELDS) {
      if (kind !== 'text' || !SORTED_FIELDS.has(name)) continue
      const texts = records.flatMap(({ record }) => record.values.get(column) ?? []).map(textOf)
      const words = [...new Set(texts)].sort().map(wordFor)
      assert.deepEqual(words, [...new Set(words)].sort(), name)
    }
  })
})

function wordOf(value: unknown, wordFor: (text: string) => string): unknown {
  return typeof value === 'string' ? wordFor(value) : value
}

/** Converts a value in a row's JSON to the form in which the column stores it. */
function columnValue(shown: unknown, kind: string): unknown {
  if (shown === null) return undefined
  if (kind === 'boolean') return shown === true ? 1 : 0
  if (kind === 'moment') return momentUs(textOf(shown))
  if (kind === 'day') return Date.parse(textOf(shown)) / DAY_MS
  return shown
}
