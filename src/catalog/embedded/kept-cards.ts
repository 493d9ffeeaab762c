import { hash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../base/store-fault.ts'
import { createStoreFile, openStoreFile, type StoreFormat } from '../../base/store-file.ts'
import type { CardMaker } from '../cards.ts'
import { SEARCHED_NOUNS } from '../searched.ts'
import { arrayReader, arrayWriter } from './arrays.ts'
import { CATALOG_FORMAT } from './format.ts'
import { type Loaded, withSearches } from './loaded.ts'
import { meta, setMeta } from './meta.ts'
import { ARRAY_TABLES } from './schema.ts'
import { readMovedCards, storeMovedCards } from './search/moved-cards.ts'
import { checkSums, SUMMED, TableSums } from './table-sums.ts'

/** What to do about a file of cards that cannot be read. */
export const WAY_OUT = 'remove it, and it is made again when it is needed'

/**
 * A file of cards with another origin of pictures than the catalogue's own, so that a service that is started again
 * need not make them again. It can be removed at any time.
 */
export const CARDS_FORMAT: StoreFormat = {
  noun: 'file of cards',
  files: 'cards-*',
  applicationId: 0x504c_4143, // "PLAC"
  version: 1, // what is in it follows the catalogue's format, which is part of its name
  pageBytes: CATALOG_FORMAT.pageBytes,
  schema: ARRAY_TABLES,
  steps: [],
  older: WAY_OUT,
  sums: (database) => checkSums(database, { meta: SUMMED.meta ?? [], arrays: SUMMED.arrays ?? [] }),
}

const FINISHED = '.sqlite'
const CARDS_FILE = /^cards-[\w-]+\.sqlite(\.\d+\.new)?$/

/** Each takes as much space as the catalogue's own cards: services that share a folder may want several. */
const FILES_MAX = 3

/** What the cards in a file were made from: stored beside them. */
const MADE_FROM = 'madeFrom'

/** Which cards are wanted, and where they may be kept. */
export interface KeptCardsSetting {
  readonly dataDir: string
  readonly cards: Pick<CardMaker, 'fingerprint' | 'mediaOrigin'>
  readonly packed: boolean
}

function pathOf({ dataDir, cards, packed }: KeptCardsSetting): string {
  const wanted = JSON.stringify([CATALOG_FORMAT.version, cards.fingerprint, cards.mediaOrigin, packed])
  return join(dataDir, `cards-${hash('sha1', wanted, 'base64url')}.sqlite`)
}

/** A state with the cards that were kept for it; undefined when there are none, or they cannot be read. */
export function withKeptCards(setting: KeptCardsSetting, loaded: Loaded): Loaded | undefined {
  const path = pathOf(setting)
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return guarded(path, CARDS_FORMAT, () => {
      const database = openStoreFile(path, CARDS_FORMAT)
      try {
        return meta(database, MADE_FROM) === madeFrom(loaded) ? readFrom(database, setting, loaded) : undefined
      } finally {
        database.close()
      }
    })
  } catch {
    return undefined // whatever is wrong with it, the file is made again
  }
}

function madeFrom({ dataVersion, arraysVersion }: Loaded): string {
  return `${dataVersion} ${arraysVersion}`
}

function readFrom(database: DatabaseSync, { cards, packed }: KeptCardsSetting, loaded: Loaded): Loaded {
  const read = arrayReader(database)
  const { mediaOrigin } = cards
  return withSearches(loaded, (search, noun) => readMovedCards(read, noun, search, { mediaOrigin, packed }))
}

/**
 * Keeps the cards of a state in a file, in place of those of any earlier state. It appears in the folder complete, by
 * a rename; nothing waits for the disk, since a file that has suffered is noticed and made again.
 */
export function keepCards(setting: KeptCardsSetting, loaded: Loaded): void {
  const path = pathOf(setting)
  const unfinished = `${path}.${process.pid}.new`
  prune(setting.dataDir, path)
  try {
    const database = createStoreFile(unfinished, CARDS_FORMAT)
    try {
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
      const sums = new TableSums(database)
      const set = arrayWriter(database, sums)
      for (const noun of SEARCHED_NOUNS) storeMovedCards(set, noun, loaded.searches[noun])
      setMeta(database, sums, MADE_FROM, madeFrom(loaded))
      sums.store()
      database.exec('COMMIT')
    } finally {
      database.close()
    }
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Makes room for a file: removes it, what was left half written, and the oldest ones beyond the limit. */
function prune(dataDir: string, path: string): void {
  const others = keptCards(dataDir).filter((each) => each !== path)
  const newest = others
    .map((each) => ({ each, writtenMs: statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.writtenMs - a.writtenMs)
    .slice(0, FILES_MAX - 1)
    .map(({ each }) => each)
  for (const each of pathsIn(dataDir)) if (!newest.includes(each)) rmSync(each, { force: true })
}

/** Removes all of them: they belong to data that has been replaced. */
export function removeKeptCards(dataDir: string): void {
  for (const path of pathsIn(dataDir)) rmSync(path, { force: true })
}

/** Paths of the files that hold cards. */
export function keptCards(dataDir: string): string[] {
  return pathsIn(dataDir).filter((path) => path.endsWith(FINISHED))
}

/** With those that are half written. */
function pathsIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir)
    .filter((name) => CARDS_FILE.test(name))
    .map((name) => join(dataDir, name))
}
