import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ATTACKS } from './index.ts'

for (const { name, promise, short } of ATTACKS) {
  if (short === undefined) continue
  test(`attack ${name}: ${promise}`, async () => {
    await short()
  })
}

test('no two attacks have the same name', () => {
  const names = ATTACKS.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})
