import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { requireDiskSpace } from './disk-space.ts'

test('work that needs more space than is free is rejected before it begins, with both sizes', () => {
  requireDiskSpace(tmpdir(), 1, 'The copy')
  assert.throws(() => requireDiskSpace(tmpdir(), 2 ** 60, 'The copy'), {
    message: /^The copy may need 1,099,511,627,776 MB, and the disk of ".+" has [\d,]+ MB free: free some space/,
  })
})
