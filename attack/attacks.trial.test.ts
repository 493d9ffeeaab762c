import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IS_LONG } from '../test/long-run.ts'
import { ATTACKS } from './index.ts'

for (const { name, promise, short, long } of ATTACKS) {
  if (short === undefined || (long !== undefined && !IS_LONG)) continue
  test(`attack ${name}: ${promise}`, async () => {
    await short()
  })
}

test('no two attacks have the same name', () => {
  const names = ATTACKS.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})
