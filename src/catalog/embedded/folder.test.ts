import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ensureFolder } from './folder.ts'

test('other users cannot read a new data folder, and an existing folder keeps its permissions', (context) => {
  const parent = mkdtempSync(join(tmpdir(), 'plat-folder-'))
  context.after(() => rmSync(parent, { recursive: true }))
  const permissions = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const made = join(parent, 'one', 'two')
  ensureFolder(made)
  assert.equal(permissions(made), '700')
  chmodSync(made, 0o755)
  ensureFolder(made)
  assert.equal(permissions(made), '755')
})
