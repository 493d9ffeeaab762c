import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { folderStore } from '../src/catalog/opening/catalog-store.ts'
import { readSourceNote, SOURCE_NOTES, sourceNoteName } from '../src/intake/ingest/import-notes.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { PLAT, Program } from '../test/e2e/program.ts'
import type { Attack, AttackOptions, Measured } from './attack.ts'
import { inFolder, killedAgain, until } from './harness.ts'

const MAPPING = `
name: feed
source: feed
key: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: { constant: "98103" }
  StandardStatus: { constant: Active }
  ListPrice: price
`

/**
 * Number of imports that a catalog remembers per source. With more files, the test would not notice that the first one
 * was imported twice.
 */
const FILES_MAX = 20

interface Size {
  readonly files: number
  readonly rows: number
  readonly kills: number
}

/** Kills `plat import --watch` at random times while it imports the files of a folder. */
export const killedWatch: Attack = {
  name: 'killed-watch',
  promise:
    'however often plat import --watch is killed, it imports each file of its folder exactly once, if skipped files are touched',
  short: () => attack({ files: 3, rows: 20, kills: 1 }, {}),
  full: (options) => attack({ files: FILES_MAX, rows: 500, kills: 20 }, options),
}

function attack({ files, rows, kills }: Size, { seed = 1 }: AttackOptions): Promise<Measured> {
  return inFolder(async (at) => {
    const [dataDir, feed, mapping] = [at('data'), at('feed'), at('feed.yaml')]
    mkdirSync(feed)
    writeFileSync(mapping, MAPPING)
    const put = (i: number) => {
      const lines = Array.from({ length: rows }, (_, row) => `${i}-${row},${100_000 + row}\n`).join('')
      const whole = at('next.csv')
      writeFileSync(whole, `id,price\n${lines}`)
      renameSync(whole, join(feed, `${String(i).padStart(3, '0')}.csv`))
    }
    for (let i = 0; i < files - 1; i++) put(i)
    const words = ['import', '--watch', feed, '--mapping', mapping, '--data', dataDir, '--still-s', '0']
    await killedAgain(words, kills, new Random(seed, 'killed-watch'))
    // If the program was killed twice in a row while importing a file, it skips the file until the file changes.
    const had = new Set(importsOf(dataDir).map((path) => basename(path)))
    for (const name of readdirSync(feed)) if (!had.has(name)) utimesSync(join(feed, name), 1, 1)
    const last = new Program(PLAT, words)
    put(files - 1) // once this file is imported, the program handles signals
    const isOver = () => importsOf(dataDir).length >= files || last.child.exitCode !== null
    await until(isOver, () => last.stderr, { withinMs: 600_000 })
    last.child.kill('SIGTERM')
    assert.equal(await last.ended(), 0, last.stderr)
    const imported = importsOf(dataDir)
    assert.equal(new Set(imported).size, imported.length, `twice: ${imported.join(', ')}`)
    assert.equal(imported.length, files)
    const homes = folderStore(dataDir).tallySources(SOURCE_NOTES, () => {}).records[0]?.records
    assert.equal(homes, files * rows)
    return { files, 'killed, times': kills, homes }
  })
}

/** Returns the names of the files that the catalog remembers. A file that was imported twice occurs twice. */
function importsOf(dataDir: string): readonly string[] {
  try {
    const note = folderStore(dataDir).notes(SOURCE_NOTES).get(sourceNoteName('feed'))
    return readSourceNote(note).imports.flatMap(({ rows }) => rows.map(({ file }) => file))
  } catch {
    return [] // thrown if there is no catalog yet
  }
}
