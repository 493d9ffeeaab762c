import assert from 'node:assert/strict'
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plat, scratch } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { bringIn, contentOf, importKinds } from './import-kinds.ts'
import { onSmallDisk } from './small-disk.ts'

/** Room for the catalogue and for one change of it. */
const DISK_MB = 256
const ROWS = 4_000

/** Megabytes that are left for an import: from none to nearly enough. */
const ROOM_MB = [0, 2, 6, 16]

/** What an import or an export says on a full disk. */
const SENTENCE = /^(The disk that holds .* is full: |Cannot write the (rejects|export) to .*: the disk is full)/m

async function attack(disk: string): Promise<Measured> {
  const folder = scratch()
  try {
    let refused = 0
    let done = 0
    for (const kind of importKinds(folder.path, ROWS)) {
      const dataDir = join(disk, 'data')
      for (const roomMb of ROOM_MB) {
        for (const words of kind.before) await bringIn(words, dataDir)
        const before = kind.before.length === 0 ? undefined : await contentOf(dataDir, kind.shownBy)
        const filler = join(disk, 'filler')
        writeFileSync(filler, Buffer.alloc(Math.max(0, roomLeft(disk) - roomMb) * 2 ** 20))
        const { code, stderr } = await plat([...kind.words, '--data', dataDir])
        assert.doesNotMatch(stderr, /^\s+at /m, `a fault of ours: ${stderr}`)
        rmSync(filler)
        if (code === 0) done++
        else {
          assert.equal(code, 73, stderr)
          assert.match(stderr, SENTENCE)
          refused++
          if (before !== undefined)
            assert.equal(await contentOf(dataDir, kind.shownBy), before, `${kind.name} at ${roomMb} MB`)
          await bringIn(kind.words, dataDir)
        }
        const out = join(disk, 'out.csv')
        writeFileSync(filler, Buffer.alloc(roomLeft(disk) * 2 ** 20))
        const exported = await plat(['export', kind.shownBy, '--out', out, '--data', dataDir])
        rmSync(filler)
        if (exported.code !== 0) {
          assert.equal(exported.code, 73, exported.stderr)
          assert.match(exported.stderr, SENTENCE)
        }
        const half = readdirSync(disk).filter((name) => name.startsWith('out.csv'))
        assert.deepEqual(half, exported.code === 0 ? ['out.csv'] : [], 'a file is whole, or not there')
        rmSync(out, { force: true })
        rmSync(dataDir, { recursive: true })
      }
    }
    assert.ok(refused > 0, 'some find no room')
    return { 'imports without room, refused': refused, 'imports that had room': done }
  } finally {
    folder.remove()
  }
}

function roomLeft(disk: string): number {
  const { bavail, bsize } = statfsSync(disk)
  return Math.floor((bavail * bsize) / 2 ** 20)
}

export const fullDiskImport: Attack = {
  name: 'full-disk-import',
  promise: 'on a full disk an import brings in nothing, an export writes nothing, and both say so in a sentence',
  full: () => onSmallDisk(DISK_MB, attack),
}
