import { hash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isRunning } from '../../kit/base/process.ts'
import { guarded } from '../../kit/store/store-fault.ts'
import { createStoreFile, openStoreFile, type StoreFormat } from '../../kit/store/store-file.ts'
import type { CardMaker } from '../ports/cards.ts'
import { arrayReader, arrayWriter } from './arrays.ts'
import { CATALOG_FORMAT } from './format.ts'
import { meta, setMeta } from './meta.ts'
import { ARRAY_TABLES } from './schema.ts'
import { readMovedCards, storeMovedCards } from './search/moved-cards.ts'
import type { SearchParts } from './search/stored.ts'
import { checkSums, SUMMED, TableSums } from './table-sums.ts'

/** What to do about a file of cards that cannot be read. */
export const WAY_OUT = 'remove it, and it is made again when it is needed'

/**
 * The cards of a segment with another origin of pictures than the catalogue's own, so that a service that is started
 * again need not make them again. The file can be removed at any time.
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

/** Any of them, with the id of the process that writes it while it is half written. */
const CARDS_FILE = /^cards-[\w-]+\.sqlite(?:\.(\d+)\.new)?$/

/**
 * Of each segment. A file takes as much space as the catalogue's own cards: services that share a folder may want
 * several.
 */
const FILES_MAX = 3

/** What the cards in a file were made from, since a copy put back may give a name again: stored beside them. */
const MADE_FROM = 'madeFrom'

/** Which cards are wanted, and where they may be kept. */
export interface KeptCardsSetting {
  readonly dataDir: string
  readonly cards: Pick<CardMaker, 'fingerprint' | 'mediaOrigin'>
}

function pathOf({ dataDir, cards }: KeptCardsSetting, { name }: SearchParts): string {
  const wanted = JSON.stringify([CATALOG_FORMAT.version, cards.fingerprint, cards.mediaOrigin])
  return join(dataDir, `${beginningOf(name)}${hash('sha1', wanted, 'base64url')}.sqlite`)
}

/** Beginning of the names of all files of a segment. */
function beginningOf(segment: string): string {
  return `cards-${basename(segment)}-`
}

/** A segment with the cards that were kept for it; undefined when there are none, or they cannot be read. */
export function withKeptCards(setting: KeptCardsSetting, segment: SearchParts): SearchParts | undefined {
  const path = pathOf(setting, segment)
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return guarded(path, CARDS_FORMAT, () => {
      const database = openStoreFile(path, CARDS_FORMAT)
      try {
        if (meta(database, MADE_FROM) !== madeFrom(segment)) return undefined
        return readMovedCards(arrayReader(database), segment, setting.cards.mediaOrigin)
      } finally {
        database.close()
      }
    })
  } catch {
    return undefined // whatever is wrong with it, the file is made again
  }
}

function madeFrom({ name, cardSum }: SearchParts): string {
  return `${name} ${cardSum}`
}

/**
 * Keeps the cards of a segment in a file. It appears in the folder complete, by a rename; nothing waits for the disk,
 * since a file that has suffered is noticed and made again. `isStored` tells whether the segment is still there: a
 * change removes only the files that are finished by then.
 */
export function keepCards(setting: KeptCardsSetting, segment: SearchParts, isStored: () => boolean): void {
  const path = pathOf(setting, segment)
  const unfinished = `${path}.${process.pid}.new`
  removeHalfWritten(setting.dataDir)
  rmSync(path, { force: true })
  removeOldest(setting.dataDir, segment, FILES_MAX - 1)
  try {
    write(unfinished, segment)
    if (!isStored()) return
    renameSync(unfinished, path)
  } finally {
    rmSync(unfinished, { force: true }) // unless it was renamed
  }
  if (!isStored()) rmSync(path, { force: true })
  removeOldest(setting.dataDir, segment, FILES_MAX) // others may have been finished meanwhile
}

function write(path: string, segment: SearchParts): void {
  const database = createStoreFile(path, CARDS_FORMAT)
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    const sums = new TableSums(database)
    storeMovedCards(arrayWriter(database, sums), segment)
    setMeta(database, sums, MADE_FROM, madeFrom(segment))
    sums.store()
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/** Removes the oldest files of a segment that are finished, so that so many are left. */
function removeOldest(dataDir: string, { name }: SearchParts, left: number): void {
  const newestFirst = keptCards(dataDir)
    .filter((path) => basename(path).startsWith(beginningOf(name)))
    .map((path) => ({ path, writtenMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.writtenMs - a.writtenMs)
  for (const { path } of newestFirst.slice(left)) rmSync(path, { force: true })
}

/** Removes those that are finished but for the files of these segments: what the others were made from is gone. */
export function removeKeptCards(dataDir: string, segments: readonly string[]): void {
  for (const path of keptCards(dataDir)) {
    const isOf = (segment: string) => basename(path).startsWith(beginningOf(segment))
    if (!segments.some(isOf)) rmSync(path, { force: true })
  }
}

/**
 * Removes what was left half written: the process has ended, or is this one, which writes one file at a time and calls
 * this before it does. What another process is writing stays, and so does everything where nothing can be removed.
 */
export function removeHalfWritten(dataDir: string): void {
  for (const { path, writer } of filesIn(dataDir)) {
    if (writer === undefined || (writer !== process.pid && isRunning(writer))) continue
    try {
      rmSync(path, { force: true })
    } catch {
      return // it only takes space
    }
  }
}

/** Paths of the files that hold cards. */
export function keptCards(dataDir: string): string[] {
  return filesIn(dataDir).flatMap(({ path, writer }) => (writer === undefined ? path : []))
}

/** All of them; `writer` is the process that a half written one belongs to. */
function filesIn(dataDir: string): { readonly path: string; readonly writer: number | undefined }[] {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir).flatMap((name) => {
    const found = CARDS_FILE.exec(name)
    if (found === null) return []
    return { path: join(dataDir, name), writer: found[1] === undefined ? undefined : Number(found[1]) }
  })
}
