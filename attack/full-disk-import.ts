import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { plat } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { done, inFolder, withRoom } from './harness.ts'
import { bringIn, contentOf, type ImportKind, importKinds } from './import-kinds.ts'
import { onSmallDisk } from './small-disk.ts'

/** Room for the catalogue and for one change of it. */
const DISK_MB = 256
const ROWS = 4_000

/** Megabytes that are left for an import: from none to nearly enough. */
const ROOM_MB = [0, 2, 6, 16]

/** An import or an export says this on a full disk. */
const SENTENCE = /^(The disk that holds .* is full: |Cannot write the (rejects|export) to .*: the disk is full)/m

async function attack(disk: string): Promise<Measured> {
  return inFolder(async (at) => {
    let refused = 0
    let imported = 0
    for (const kind of importKinds(at(), ROWS)) {
      for (const roomMb of ROOM_MB) {
        if (await importsWith(roomMb, kind, disk)) imported++
        else refused++
        await exportsWhole(kind, disk)
        rmSync(join(disk, 'data'), { recursive: true })
      }
    }
    assert.ok(refused > 0, 'some find no room')
    return { 'imports without room, refused': refused, 'imports that had room': imported }
  })
}

/** Whether the import found room; where it did not, nothing is changed, and it works afterwards. */
async function importsWith(roomMb: number, kind: ImportKind, disk: string): Promise<boolean> {
  const dataDir = join(disk, 'data')
  for (const words of kind.before) await bringIn(words, dataDir)
  const before = kind.before.length === 0 ? undefined : await contentOf(dataDir, kind.shownBy)
  const { code, stderr } = await withRoom(disk, roomMb * 2 ** 20, () => plat([...kind.words, '--data', dataDir]))
  assert.doesNotMatch(stderr, /^\s+at /m, `a fault of ours: ${stderr}`)
  if (code === 0) return true
  assert.equal(code, 73, stderr)
  assert.match(stderr, SENTENCE)
  if (before !== undefined) assert.equal(await contentOf(dataDir, kind.shownBy), before, `${kind.name} at ${roomMb} MB`)
  await done(...kind.words, '--data', dataDir)
  return false
}

async function exportsWhole({ shownBy }: ImportKind, disk: string): Promise<void> {
  const out = join(disk, 'out.csv')
  const words = ['export', shownBy, '--out', out, '--data', join(disk, 'data')]
  const { code, stderr } = await withRoom(disk, 2 ** 19, () => plat(words))
  if (code !== 0) {
    assert.equal(code, 73, stderr)
    assert.match(stderr, SENTENCE)
  }
  const files = readdirSync(disk).filter((name) => name.startsWith('out.csv'))
  assert.deepEqual(files, code === 0 ? ['out.csv'] : [], 'a file is whole, or not there')
  rmSync(out, { force: true })
}

export const fullDiskImport: Attack = {
  name: 'full-disk-import',
  promise: 'on a full disk an import brings in nothing, an export writes nothing, and both say so in a sentence',
  full: () => onSmallDisk(DISK_MB, attack),
}
