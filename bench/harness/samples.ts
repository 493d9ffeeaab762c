import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSample } from '../../sample/sample.ts'
import { openWriter } from '../../src/catalog/opening/open.ts'
import type { Figures } from './figures.ts'
import { CARDS, NOW_MS } from './setting.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DATA = fileURLToPath(new URL('../data', import.meta.url))

/** The code that determines how a sample of a given size and seed is made and stored. */
const MADE_BY = ['sample', 'src/model', 'src/kit/names', 'src/places', 'src/catalog', 'src/service/rendering']

/**
 * Returns the data folder of a sample. Reuses an earlier sample unless the code that makes samples has changed since.
 */
export async function sampleFolder(
  { homes, seed }: { readonly homes: number; readonly seed: number },
  figures: Figures,
): Promise<string> {
  const folder = join(DATA, `homes-${homes}-seed-${seed}`)
  await madeOnce(folder, 'sample', MADE_BY, async () => {
    figures.note(`Making a sample of ${homes.toLocaleString('en-US')} homes in ${folder} …`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const newCatalogId = () => randomBytes(8).toString('hex')
    const writer = openWriter({ dataDir: folder, kind: 'sample', replace: true, cards: CARDS, newCatalogId })
    await makeSample(writer, { homes, seed, nowMs: NOW_MS })
  })
  return folder
}

/** Calls `make` for a folder, unless an earlier run with the same code has completed it. */
export async function madeOnce(
  folder: string,
  name: string,
  code: readonly string[],
  make: () => Promise<void>,
): Promise<void> {
  const stampPath = join(folder, `${name}.stamp`)
  const stamp = `${NOW_MS} ${codeHash(code)}`
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return
  rmSync(stampPath, { force: true })
  await make()
  writeFileSync(stampPath, stamp)
}

/** A hash of the code in these folders, without tests. */
function codeHash(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
    for (const name of sources) hash.update(readFileSync(join(ROOT, folder, name)))
  }
  return hash.digest('base64url')
}
