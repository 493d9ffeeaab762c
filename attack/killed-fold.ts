import assert from 'node:assert/strict'
import { cpSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { foldSegments } from '../src/catalog/embedded/derive/fold.ts'
import { currentPath } from '../src/catalog/embedded/folder.ts'
import { CATALOG_FORMAT } from '../src/catalog/embedded/format.ts'
import { storedNames } from '../src/catalog/embedded/segments.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { openStoreFile } from '../src/kit/store/store-file.ts'
import { trialCards } from '../test/catalog/trial.ts'
import { Program } from '../test/e2e/program.ts'
import type { Asked, Attack, Measured } from './attack.ts'
import { ALL_IN_ONE, answersOf, FOLDING, makeSegments } from './fold/segments.ts'
import { inFolder, timeOf } from './harness.ts'

/** A program that folds is killed at random moments; the next one folds what is left. */
export const killedFold: Attack = {
  name: 'killed-fold',
  promise: 'a fold that is killed has changed no answer, and the next one leaves nothing of it behind',
  short: () => attack(300, 1, {}),
  full: (asked) => attack(20_000, 20, asked),
}

function attack(homes: number, kills: number, { seed = 1 }: Asked): Promise<Measured> {
  const random = new Random(seed, 'killed-fold')
  return inFolder(async (at) => {
    const [origin, dataDir] = [at('origin'), at('killed')]
    makeSegments(origin, homes)
    const before = await answersOf(origin)
    assert.ok(before.segments > 2)
    cpSync(origin, dataDir, { recursive: true })
    const tookMs = await timeOf(() => assert.ok(fold(dataDir)))
    assert.deepEqual(await answersOf(dataDir), { ...before, segments: 1 })
    const measured = { homes, 'killed before the new segment took its place': 0, 'killed after': 0, 'left behind': 0 }
    for (let kill = 0; kill < kills; kill++) {
      rmSync(dataDir, { recursive: true })
      cpSync(origin, dataDir, { recursive: true })
      const program = new Program(process.execPath, [FOLDING, dataDir])
      await program.shows(/folding/)
      await pause(random.unit() * tookMs)
      program.child.kill('SIGKILL')
      await program.ended()
      const { answers, segments } = await answersOf(dataDir)
      assert.equal(answers, before.answers, `killed for the ${kill + 1}. time`)
      measured[segments === 1 ? 'killed after' : 'killed before the new segment took its place']++
      if (leftBehind(dataDir) > segments) measured['left behind']++
      fold(dataDir)
      assert.deepEqual(await answersOf(dataDir), { ...before, segments: 1 })
      assert.equal(leftBehind(dataDir), 1, 'nothing is stored but the one segment')
    }
    return measured
  })
}

function fold(dataDir: string): boolean {
  return foldSegments({ path: currentPath(dataDir) ?? '', cards: trialCards, policy: ALL_IN_ONE })
}

/** How many segments something is stored of, whether or not they are in the list. */
function leftBehind(dataDir: string): number {
  const database = openStoreFile(currentPath(dataDir) ?? '', CATALOG_FORMAT)
  const names = storedNames(database, 'home')
  database.close()
  return names.length
}
