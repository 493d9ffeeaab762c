import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../../../../test/operations/call.ts'
import { RICH, SOLD } from '../../../../test/operations/made-homes.ts'
import { smallContext, WORDS } from '../../../../test/operations/small-catalog.ts'
import type { Door } from '../door.ts'
import { runTool } from '../tool.ts'
import { comparables } from './comparables.ts'

test('agents are told null of a comparable whose bedrooms are unknown, and 0 of a studio', async () => {
  const { bedroomsTotal: _, ...facts } = SOLD.facts
  const unknown = { ...SOLD, zpid: 2001, sourceKey: 'unknown', facts }
  const studio = { ...SOLD, zpid: 2002, sourceKey: 'studio', facts: { ...facts, bedroomsTotal: 0 } }
  const context = smallContext({ homes: [RICH, unknown, studio] })
  const door: Door = {
    run: async (_area, path, query) => {
      const body = await call(path, query, context)
      return { status: 200, body, credits: 1, left: undefined, retryAfterS: undefined }
    },
    failed: (error) => assert.fail(String(error)),
    today: () => '2026-11-20',
    isSample: false,
    words: WORDS,
    areas: ['A'],
  }
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
