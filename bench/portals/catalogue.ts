import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openWriter } from '../../src/catalog/open.ts'
import { Calendar } from '../../src/sample/calendar.ts'
import { makeExperience } from '../../src/sample/experiences.ts'
import { makeOffer } from '../../src/sample/offers.ts'
import { codeHash, MADE_BY, readStamp, writeStamp } from '../catalogues.ts'
import { CARDS, NOW_MS } from '../search/setting.ts'

const DATA = new URL('../data/', import.meta.url)

/**
 * A data folder with so many offers and so many experiences: the one of an earlier run, unless the code has changed
 * since.
 */
export function portalsFolder(rows: number, seed: number, note: (text: string) => void): string {
  const folder = new URL(`portals-${rows}-seed-${seed}/`, DATA)
  const path = fileURLToPath(folder)
  const stamp = `${NOW_MS} ${codeHash(MADE_BY)}`
  if (readStamp(folder, 'portals') === stamp) return path
  note(`Making ${rows.toLocaleString('en-US')} offers and as many experiences in ${path} …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const newCatalogId = () => randomBytes(8).toString('hex')
  const writer = openWriter({ dataDir: path, kind: 'sample', replace: true, cards: CARDS, newCatalogId })
  const calendar = new Calendar(NOW_MS)
  for (let index = 0; index < rows; index++) {
    writer.put('offer', makeOffer(seed, index, calendar))
    writer.put('experience', makeExperience(seed, index, calendar))
  }
  writer.commit()
  writeStamp(folder, 'portals', stamp)
  return path
}
