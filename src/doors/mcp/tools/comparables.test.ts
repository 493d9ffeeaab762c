import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../../../../test/operations/call.ts'
import { RICH, SOLD } from '../../../../test/operations/made-homes.ts'
import { smallContext, WORDS } from '../../../../test/operations/small-catalog.ts'
import type { Home } from '../../../model/home.ts'
import type { Door } from '../door.ts'
import { runTool, type Tool } from '../tool.ts'
import { comparables } from './comparables.ts'
import { homeDetails } from './home-details.ts'

function doorOf(homes: readonly Home[]): Door {
  const context = smallContext({ homes })
  return {
    run: async (path, query) => {
      const body = await call(path, query, context)
      return { status: 200, body, credits: 1, left: undefined, retryAfterS: undefined }
    },
    failed: (error) => assert.fail(String(error)),
    today: () => '2026-11-20',
    isSample: false,
    words: WORDS,
    areas: ['A'],
    opensPeople: false,
  }
}

test('bedrooms of a comparable are null if unknown, and 0 for a studio', async () => {
  const { bedroomsTotal: _, ...facts } = SOLD.facts
  const unknown = { ...SOLD, zpid: 2001, sourceKey: 'unknown', facts }
  const studio = { ...SOLD, zpid: 2002, sourceKey: 'studio', facts: { ...facts, bedroomsTotal: 0 } }
  const door = doorOf([RICH, unknown, studio])
  const { structuredContent } = await runTool(comparables, { id: String(RICH.zpid) }, door)
  const { columns, rows } = (structuredContent as unknown as { comparables: { columns: string[]; rows: unknown[][] } })
    .comparables
  const cellOf = (row: unknown[], name: string) => row[columns.indexOf(name)]
  assert.deepEqual(
    new Map(rows.map((row) => [cellOf(row, 'id'), cellOf(row, 'beds')])),
    new Map([
      ['2001', null],
      ['2002', 0],
    ]),
  )
})

test('a published value without a range gets the range by sales, its source, and a warning if the value is outside', async () => {
  const sales = [1, 2, 3, 4, 5, 6].map((nth) => ({ ...SOLD, zpid: 2000 + nth, sourceKey: `sale ${nth}` }))
  const door = doorOf([{ ...RICH, estimate: { value: 9_000_000 } }, ...sales])
  const askOf = async (tool: Tool) => {
    const { structuredContent } = await runTool(tool, { id: String(RICH.zpid) }, door)
    return structuredContent ?? assert.fail(tool.name)
  }
  const { home } = await askOf(homeDetails)
  const whole = await askOf(comparables)
  const { value, value_by, value_range, range_by, value_warnings } = home as typeof whole
  assert.deepEqual([value, range_by], [9_000_000, 'comparable sales'])
  assert.notEqual(value_by, range_by)
  assert.match(String(value_warnings), /below the published value of [^,]+, \$9,000,000 \(no range\)/)
  assert.deepEqual(
    [value, value_by, value_range, range_by, value_warnings],
    [whole.value, whole.value_by, whole.value_range, whole.range_by, whole.warnings],
  )
})
