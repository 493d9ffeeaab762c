import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { tooHeavy, weights } from './weight.ts'

/** A script that counts lines in the same way. It may be missing beside this checkout. */
const SCRIPT = '../shared/weight.sh'

test('the lines of each wing are those that the plans count', () => {
  const wings = weights('HEAD')
  assert.ok((wings.get('kit')?.code ?? 0) > 1000 && (wings.get('test/')?.tests ?? 0) > 1000)
  if (!existsSync(SCRIPT)) return
  const rows = execFileSync(SCRIPT, { encoding: 'utf8' }).matchAll(/^(\S+) +(\d+) +(\d+)$/gm)
  const counted = Array.from(rows, ([, wing = '', code, tests]) => [wing, { code: Number(code), tests: Number(tests) }])
  assert.deepEqual(Object.fromEntries(wings), Object.fromEntries(counted.filter(([wing]) => wing !== 'src')))
})

test('a wing can be 1 % above its limit, and a heavier wing is named with its lines and its limit', () => {
  const wings = new Map(['kit', 'doors', 'new/'].map((wing) => [wing, { code: 1011, tests: 0 }]))
  assert.deepEqual(tooHeavy(wings, { kit: 1001, doors: 1000 }), [
    'doors has 1011 lines of code, and its limit in tools/weight.ts is 1000: make it lighter.',
    'new/ has 1011 lines of code, and its limit in tools/weight.ts is 0: make it lighter.',
  ])
})
