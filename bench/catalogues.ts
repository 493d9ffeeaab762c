import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openWriter } from '../src/catalog/open.ts'
import { makeSample } from '../src/sample/sample.ts'
import { CARDS, NOW_MS } from './search/setting.ts'

const ROOT = new URL('..', import.meta.url)
const DATA = new URL('data/', import.meta.url)

/** What a sample's contents follow beside its size and seed; a change of the store makes it anew too. */
export const MADE_BY = [
  ...['src/sample', 'src/model', 'src/names', 'src/regions', 'src/addresses', 'src/completion'],
  ...['src/catalog/embedded', 'src/engine'],
]

/** One sample, and everything that a bench derives from it. */
export interface SampleFolder {
  /** Holds the catalogue, as a data folder of the service does. */
  readonly path: string
  readonly homes: number
}

/**
 * A sample of this size: the one that an earlier run has left, unless the code that makes samples has changed since.
 */
export async function sampleFolder(homes: number, seed: number, note: (text: string) => void): Promise<SampleFolder> {
  const folder = new URL(`homes-${homes}-seed-${seed}/`, DATA)
  const path = fileURLToPath(folder)
  const stamp = `${NOW_MS} ${codeHash(MADE_BY)}`
  if (readStamp(folder, 'sample') === stamp) return { path, homes }
  note(`Making a sample of ${homes.toLocaleString('en-US')} homes in ${path} …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const writer = openWriter({
    dataDir: path,
    kind: 'sample',
    replace: true,
    cards: CARDS,
    newCatalogId: () => randomBytes(8).toString('hex'),
  })
  await makeSample(writer, { homes, seed, nowMs: NOW_MS })
  writeStamp(folder, 'sample', stamp)
  return { path, homes }
}

/** What was noted down when something in the folder was made; undefined when it was not, or not to the end. */
export function readStamp(folder: URL | string, name: string): string | undefined {
  const path = stampPath(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

export function writeStamp(folder: URL | string, name: string, stamp: string): void {
  writeFileSync(stampPath(folder, name), stamp)
}

function stampPath(folder: URL | string, name: string): string {
  return `${folder instanceof URL ? fileURLToPath(folder) : folder}/${name}.stamp`
}

/** Stands for what the code in these folders or files says, tests apart. */
export function codeHash(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) for (const file of sourcesIn(path)) hash.update(readFileSync(new URL(file, ROOT)))
  return hash.digest('base64url')
}

function sourcesIn(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(new URL(path, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => `${path}/${name}`)
}
