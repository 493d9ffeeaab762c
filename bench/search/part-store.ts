import { DatabaseSync } from 'node:sqlite'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { median } from '../timing.ts'
import { type SearchBench, startPlat } from './bench.ts'

const MAX_OPEN_S = 3
const MAX_BYTES = 200

/** How large the index is, and how soon a new process answers from it. */
export async function benchStore({ sample, rounds, figures }: SearchBench): Promise<void> {
  figures.heading('Opening and size')
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const plat = startPlat()
    seconds.push((await plat.ask('open', sample.path)) / 1000)
    await plat.end()
  }
  figures.add('open the catalogue and answer a first search', median(seconds), 's', { atMost: MAX_OPEN_S })
  const { listings, indexBytes, cardBytes } = sizesOf(sample.path)
  figures.add('homes in the catalogue', sample.homes, '')
  figures.add('homes that are listed', listings, '')
  const perListing = indexBytes / listings
  figures.add('columns, indexes and posting lists, each listed home', perListing, 'B', { atMost: MAX_BYTES })
  figures.add('cards, each listed home', cardBytes / listings, 'B')
}

/** Of what a catalogue file keeps for searches, and reads into memory as it is. */
function sizesOf(dataDir: string): { listings: number; indexBytes: number; cardBytes: number } {
  const database = new DatabaseSync(currentPath(dataDir) ?? '', { readOnly: true })
  const arrays = database
    .prepare("SELECT name, length(bytes) AS bytes FROM arrays WHERE name LIKE 'search/home%'")
    .all()
  const stored = database.prepare("SELECT value FROM meta WHERE name LIKE 'search/home%'").get()
  database.close()
  const bytesOf = (isCard: boolean) =>
    arrays
      .filter(({ name }) => /\/card(s\/|Starts)/.test(String(name)) === isCard)
      .reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const { manifest } = JSON.parse(String(stored?.value)) as { manifest: { rows: number } } // as it is stored
  return { listings: manifest.rows, indexBytes: bytesOf(false), cardBytes: bytesOf(true) }
}
