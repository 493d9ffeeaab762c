import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ensureFolder, namedPath } from './folder.ts'

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

test('a folder that this user may not read is refused, rather than taken for one without a catalog', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-folder-'))
  const isRoot = process.geteuid?.() === 0
  chmodSync(folder, 0)
  context.after(() => {
    if (isRoot) process.seteuid?.(0)
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true })
  })
  if (isRoot) process.seteuid?.(65_534) // root may read every folder
  assert.throws(() => namedPath(folder), /^CommandFault: Cannot use the data folder .*: permission denied\.$/)
})
