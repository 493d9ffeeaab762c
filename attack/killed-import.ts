import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PLAT, Program, scratch } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { bringIn, contentOf, type ImportKind, importKinds } from './import-kinds.ts'

/** Parts of the time that an import takes, spread evenly and beyond its end: the same at every run. */
function momentsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => ((i * 0.618_034) % 1) * 1.1)
}

/** Files of a data folder that are no catalogue in force: what an import began and did not end. */
function leftoversIn(dataDir: string): readonly string[] {
  return readdirSync(dataDir).filter((name) => name.endsWith('.partial'))
}

/** Kills one kind of import at some moments. Returns how often what it brought was in, and how often not. */
async function killed(kind: ImportKind, folder: string, kills: number): Promise<{ in: number; out: number }> {
  const origin = join(folder, 'origin')
  mkdirSync(origin, { recursive: true })
  for (const words of kind.before) await bringIn(words, origin)
  const before = kind.before.length === 0 ? undefined : await contentOf(origin, kind.shownBy)
  const whole = join(folder, 'whole')
  cpSync(origin, whole, { recursive: true })
  const beganMs = performance.now()
  await bringIn(kind.words, whole)
  const tookMs = performance.now() - beganMs
  const after = await contentOf(whole, kind.shownBy)
  assert.notEqual(after, before, `${kind.name} changes what is exported`)
  const outcomes = { in: 0, out: 0 }
  for (const moment of momentsOf(kills)) {
    const dataDir = join(folder, 'killed')
    cpSync(origin, dataDir, { recursive: true })
    const program = new Program(PLAT, [...kind.words, '--data', dataDir])
    await pause(moment * tookMs)
    program.child.kill('SIGKILL')
    await program.ended()
    const found = await contentOf(dataDir, kind.shownBy)
    assert.ok(found === before || found === after, `${kind.name}, killed at ${moment.toFixed(2)}: half of it is in`)
    outcomes[found === after ? 'in' : 'out']++
    await bringIn(kind.words, dataDir)
    assert.equal(await contentOf(dataDir, kind.shownBy), after, `${kind.name}: the next import brings all of it`)
    assert.deepEqual(leftoversIn(dataDir), [])
    rmSync(dataDir, { recursive: true })
  }
  for (const path of [origin, whole]) if (existsSync(path)) rmSync(path, { recursive: true })
  return outcomes
}

async function attack(rows: number, kills: number, only?: string): Promise<Measured> {
  const folder = scratch()
  const awake = setInterval(() => {}, 1000) // what is left of a killed program keeps no loop alive
  try {
    const measured: Record<string, number> = { rows }
    for (const kind of importKinds(folder.path, rows)) {
      if (only !== undefined && kind.name !== only) continue
      const outcomes = await killed(kind, folder.path, kills)
      measured[`${kind.name}: killed, and all of it in`] = outcomes.in
      measured[`${kind.name}: killed, and nothing of it in`] = outcomes.out
    }
    return measured
  } finally {
    clearInterval(awake)
    folder.remove()
  }
}

export const killedImport: Attack = {
  name: 'killed-import',
  promise: 'an import that is killed has brought in all or nothing, and the next one works',
  full: () => attack(3_000, 20),
}
