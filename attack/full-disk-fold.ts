import assert from 'node:assert/strict'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault } from '../src/base/failure.ts'
import { foldSegments } from '../src/catalog/embedded/derive/fold.ts'
import { currentPath } from '../src/catalog/embedded/folder.ts'
import { trialCards } from '../test/catalog/trial.ts'
import type { Attack, Measured } from './attack.ts'
import { ALL_IN_ONE, answersOf, makeSegments } from './fold/segments.ts'
import { onSmallDisk } from './small-disk.ts'

const DISK_MB = 256
const HOMES = 20_000

/** Kilobytes that are left for a fold: from none to enough. */
const ROOM_KB = [0, 64, 256, 1024, 4096, 16_384, 32_768]

export const fullDiskFold: Attack = {
  name: 'full-disk-fold',
  promise: 'on a full disk a fold changes no answer, and the next one with room leaves nothing of it behind',
  full: () => onSmallDisk(DISK_MB, attack),
}

async function attack(disk: string): Promise<Measured> {
  let refused = 0
  let folded = 0
  for (const roomKb of ROOM_KB) {
    const dataDir = join(disk, 'data')
    makeSegments(dataDir, HOMES)
    const before = await answersOf(dataDir)
    const filler = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - roomKb * 1024)))
    try {
      fold(dataDir)
      folded++
    } catch (error) {
      assert.ok(error instanceof CommandFault, String(error))
      assert.match(error.message, /^The disk that holds the catalogue .* is full: /)
      refused++
    }
    rmSync(filler)
    assert.equal((await answersOf(dataDir)).answers, before.answers, `with room for ${roomKb} kB`)
    fold(dataDir)
    assert.deepEqual(await answersOf(dataDir), { ...before, segments: 1 })
    rmSync(dataDir, { recursive: true })
  }
  assert.ok(refused > 0 && folded > 0, 'some find room, and some do not')
  return { 'folds without room': refused, 'folds that had room': folded }
}

function fold(dataDir: string): void {
  foldSegments({ path: currentPath(dataDir) ?? '', cards: trialCards, policy: ALL_IN_ONE })
}
