import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { folderStore } from '../src/catalog/opening/catalog-store.ts'
import { readSourceNote, SOURCE_NOTES, sourceNoteName } from '../src/intake/ingest/import-notes.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import { PLAT, Program } from '../test/e2e/program.ts'
import type { Asked, Attack, Measured } from './attack.ts'
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

/** The last imports of a source that a catalogue remembers; more files would hide a second import of the first. */
const FILES_MAX = 20

interface Size {
  readonly files: number
  readonly rows: number
  readonly kills: number
}

/** `plat import --watch` is killed at random moments while it takes up the files of a folder. */
export const killedWatch: Attack = {
  name: 'killed-watch',
  promise:
    'however often plat import --watch is killed, each file of its folder is taken up exactly once, if a file that was skipped is touched',
  short: () => attack({ files: 3, rows: 20, kills: 1 }, {}),
  full: (asked) => attack({ files: FILES_MAX, rows: 500, kills: 20 }, asked),
}

function attack({ files, rows, kills }: Size, { seed = 1 }: Asked): Promise<Measured> {
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
    // A file in which two kills in a row fell is skipped until it changes.
    const had = new Set(importsOf(dataDir).map((path) => basename(path)))
    for (const name of readdirSync(feed)) if (!had.has(name)) utimesSync(join(feed, name), 1, 1)
    const last = new Program(PLAT, words)
    put(files - 1) // once it is taken up, the program surely listens to signals
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

/** Names of the files that the catalogue remembers, one for each time that one was imported. */
function importsOf(dataDir: string): readonly string[] {
  try {
    const note = folderStore(dataDir).notes(SOURCE_NOTES).get(sourceNoteName('feed'))
    return readSourceNote(note).imports.flatMap(({ rows }) => rows.map(({ file }) => file))
  } catch {
    return [] // there is no catalogue yet
  }
}
