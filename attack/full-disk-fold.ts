import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { foldSegments } from '../src/catalog/embedded/derive/fold.ts'
import { currentPath } from '../src/catalog/embedded/folder.ts'
import { CommandFault } from '../src/kit/base/failure.ts'
import { trialCards } from '../test/catalog/trial.ts'
import type { Attack, Measured } from './attack.ts'
import { ALL_IN_ONE, answersOf, makeSegments } from './fold/segments.ts'
import { withRoom } from './harness.ts'
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
    const fault = await withRoom(disk, roomKb * 1024, async () => faultOfFold(dataDir))
    if (fault === undefined) folded++
    else {
      assert.ok(fault instanceof CommandFault, inspect(fault))
      assert.match(fault.message, /^The disk that holds the catalogue .* is full: /)
      refused++
    }
    assert.equal((await answersOf(dataDir)).answers, before.answers, `with room for ${roomKb} kB`)
    fold(dataDir)
    assert.deepEqual(await answersOf(dataDir), { ...before, segments: 1 })
    rmSync(dataDir, { recursive: true })
  }
  assert.ok(refused > 0 && folded > 0, 'some find room, and some do not')
  return { 'folds without room': refused, 'folds that had room': folded }
}

/** Undefined where the fold found room. */
function faultOfFold(dataDir: string): unknown {
  try {
    fold(dataDir)
    return undefined
  } catch (error) {
    return error
  }
}

function fold(dataDir: string): void {
  foldSegments({ path: currentPath(dataDir) ?? '', cards: trialCards, policy: ALL_IN_ONE })
}
