import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { Attack, Measured } from './attack.ts'
import { type At, ended, inFolder, momentsOf, timeOf } from './harness.ts'
import { bringIn, contentOf, type ImportKind, importKinds } from './import-kinds.ts'

/**
 * Kills an import of one kind at several times. Returns how often the import was complete, and how often it had no
 * effect.
 */
async function killed(kind: ImportKind, at: At, kills: number): Promise<{ in: number; out: number }> {
  const [origin, whole, dataDir] = [at('origin'), at('whole'), at('killed')]
  mkdirSync(origin, { recursive: true })
  for (const words of kind.before) await bringIn(words, origin)
  const before = kind.before.length === 0 ? undefined : await contentOf(origin, kind.shownBy)
  cpSync(origin, whole, { recursive: true })
  const tookMs = await timeOf(() => bringIn(kind.words, whole))
  const after = await contentOf(whole, kind.shownBy)
  assert.notEqual(after, before, `${kind.name} changes what is exported`)
  const outcomes = { in: 0, out: 0 }
  for (const moment of momentsOf(kills)) {
    cpSync(origin, dataDir, { recursive: true })
    await ended([...kind.words, '--data', dataDir], moment * tookMs)
    const content = await contentOf(dataDir, kind.shownBy)
    assert.ok(content === before || content === after, `${kind.name}, killed at ${moment.toFixed(2)}: half of it is in`)
    outcomes[content === after ? 'in' : 'out']++
    await bringIn(kind.words, dataDir)
    assert.equal(await contentOf(dataDir, kind.shownBy), after, `${kind.name}: the next import brings all of it`)
    const left = readdirSync(dataDir).filter((name) => name.endsWith('.partial'))
    assert.deepEqual(left, [], 'an import that began and did not end leaves nothing')
    rmSync(dataDir, { recursive: true })
  }
  for (const path of [origin, whole]) rmSync(path, { recursive: true, force: true })
  return outcomes
}

async function attack(rows: number, kills: number): Promise<Measured> {
  return inFolder(async (at) => {
    const measured: Record<string, number> = { rows }
    for (const kind of importKinds(at(), rows)) {
      const outcomes = await killed(kind, at, kills)
      measured[`${kind.name}: killed, and all of it in`] = outcomes.in
      measured[`${kind.name}: killed, and nothing of it in`] = outcomes.out
    }
    return measured
  })
}

export const killedImport: Attack = {
  name: 'killed-import',
  promise: 'a killed import has imported all or nothing, and the next import works',
  full: () => attack(3_000, 20),
}
