import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { refuseRestoring } from '../../kit/store/store-folder.ts'

/**
 * The pointer file of a data folder, which contains the name of the current catalog file. Renaming a new pointer over
 * the old one replaces the catalog in a single step. Servers read the old catalog until their next check.
 */
const POINTER = 'catalogue'
const CATALOG_FILE = /^catalogue-[0-9a-f]{16}\.sqlite$/

/** Creates the folder if it is missing. Throws a CommandFault if the folder cannot be used. */
export function ensureFolder(dataDir: string): void {
  try {
    makeFolder(resolve(dataDir))
    readdirSync(dataDir)
  } catch (error) {
    throw folderFault(dataDir, error)
  }
}

/**
 * Creates one level at a time: recursive mkdirSync never returns on file systems such as /proc, which reject new
 * folders with ENOENT.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 }) // only for the owner, since the folder contains data about people
}

/**
 * Returns the path of the current catalog file; undefined if the folder has none. Throws a CommandFault if the file is
 * missing.
 */
export function currentPath(dataDir: string): string | undefined {
  const path = namedPath(dataDir)
  if (path === undefined || existsSync(path)) return path
  const pointer = join(dataDir, POINTER)
  throw new CommandFault(`${pointer} names ${basename(path)}, which does not exist: ${wayOut(dataDir)}`, EXIT.noInput)
}

/**
 * Returns the path of the file that the pointer names, even if the file does not exist. For callers that already have
 * the file open.
 */
export function namedPath(dataDir: string): string | undefined {
  refuseRestoring(dataDir)
  const pointer = join(dataDir, POINTER)
  let name: string
  try {
    if (statSync(pointer, { throwIfNoEntry: false }) === undefined) return undefined
    name = readFileSync(pointer, 'utf8').trim()
  } catch (error) {
    throw folderFault(dataDir, error)
  }
  if (!CATALOG_FILE.test(name)) {
    const why = `${pointer} is damaged: it must contain the name of a catalog file`
    throw new CommandFault(`${why}: ${wayOut(dataDir)}`, EXIT.data)
  }
  return join(dataDir, name)
}

/** Returns the time when the files of the current catalog last changed; undefined if unknown. */
export function changedMs(dataDir: string): number | undefined {
  try {
    const path = namedPath(dataDir) ?? ''
    const file = statSync(path, { throwIfNoEntry: false })
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
    return file && Math.max(file.mtimeMs, log === undefined || log.size === 0 ? 0 : log.mtimeMs)
  } catch {
    return undefined
  }
}

/**
 * Returns advice for a pointer that names no existing catalog file. Deleting the pointer is dangerous, because the next
 * new catalog would then remove all other files.
 */
function wayOut(dataDir: string): string {
  const files = catalogFiles(dataDir)
  if (files.length > 0) return `write the name of an existing file into it: ${files.join(' or ')}.`
  return 'restore that file from a copy, or remove the file catalogue and make a catalog again with ./plat sample or ./plat import.'
}

/** Names of all catalog files in a folder, including old ones. */
export function catalogFiles(dataDir: string): string[] {
  return readdirSync(dataDir).filter(isCatalogFile)
}

export function isCatalogFile(name: string): boolean {
  return CATALOG_FILE.test(name)
}

/** Returns a value that changes whenever the pointer is written, even if it names the same catalog file again. */
export function forceMark(dataDir: string): string {
  const stats = statSync(join(dataDir, POINTER), { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs}`
}

export function pathOf(dataDir: string, catalogId: string): string {
  return join(dataDir, `catalogue-${catalogId}.sqlite`)
}

/** Makes a finished, synced catalog file the current one. At every moment, the pointer names a complete catalog. */
export function putInForce(dataDir: string, path: string): void {
  const pointer = join(dataDir, POINTER)
  writeFileSync(`${pointer}.new`, `${basename(path)}\n`, { flush: true })
  renameSync(`${pointer}.new`, pointer)
  syncFolder(dataDir)
}

/** Removes a catalog file and SQLite's files beside it. */
export function removeCatalog(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

/** Paths of old catalog files, and of files that interrupted imports left behind. */
export function leftovers(dataDir: string): string[] {
  const current = currentPath(dataDir)
  return catalogFiles(dataDir)
    .map((name) => join(dataDir, name))
    .filter((path) => path !== current)
}

/** Call this after renaming a file: a rename is durable only once its folder is synced. */
export function syncFolder(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function folderFault(dataDir: string, error: unknown): CommandFault {
  const { code } = error as { code?: string }
  const isFile = existsSync(dataDir) && !statSync(dataDir).isDirectory()
  const why = isFile || code === 'ENOTDIR' || code === 'EEXIST' ? 'it is a file, not a folder' : reason(code)
  return new CommandFault(`Cannot use the data folder ${dataDir}: ${why}.`, EXIT.cannotWrite, { cause: error })
}

function reason(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'EROFS') return 'the disk is read-only'
  if (code === 'ENOSPC') return 'the disk is full'
  return `the system reports ${code ?? 'nothing'}`
}

/** The file of a data folder in which a check records damage to the catalog. Running services read it. */
const DAMAGE_NOTE = 'catalogue.damaged'

/** Records the result of a full check of a catalog file: a sentence about the damage, or undefined. */
export function noteDamage(dataDir: string, path: string, sentence: string | undefined): void {
  const note = join(dataDir, DAMAGE_NOTE)
  if (sentence === undefined) rmSync(note, { force: true })
  else writeFileSync(note, `${fileOf(path)}\n${sentence}\n`, { mode: 0o600 })
}

/**
 * Returns the sentence that the last check recorded. Undefined if that check found no damage, or checked another file.
 */
export function notedDamage(dataDir: string, path: string): string | undefined {
  try {
    const [name, sentence] = readFileSync(join(dataDir, DAMAGE_NOTE), 'utf8').split('\n')
    return name === fileOf(path) ? sentence : undefined
  } catch {
    return undefined
  }
}

/** Identifies a file by name and inode, since a restored copy has the same name as the damaged file. */
function fileOf(path: string): string {
  return `${basename(path)} ${statSync(path).ino}`
}
