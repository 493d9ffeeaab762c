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
import { CommandFault, EXIT } from '../../base/failure.ts'

/**
 * The data folder. The file `catalogue` names the catalogue file in force, so that a whole new catalogue takes the place
 * of the old one in one rename, while servers go on reading the old one until they look.
 */
const POINTER = 'catalogue'
const CATALOG_FILE = /^catalogue-[0-9a-f]{16}\.sqlite$/

/** Makes the folder if need be. Throws a CommandFault when it cannot be used. */
export function ensureFolder(dataDir: string): void {
  try {
    makeFolder(resolve(dataDir))
    readdirSync(dataDir)
  } catch (error) {
    throw folderFault(dataDir, error)
  }
}

/** Level by level: mkdirSync's own recursion never ends where a file system (such as /proc) refuses new folders as missing. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Path of the catalogue in force; undefined when the folder has none. Throws a CommandFault when it is not to be had. */
export function currentPath(dataDir: string): string | undefined {
  const path = namedPath(dataDir)
  if (path === undefined || existsSync(path)) return path
  const pointer = join(dataDir, POINTER)
  throw new CommandFault(`${pointer} names ${basename(path)}, which is not there: ${wayOut(dataDir)}`, EXIT.noInput)
}

/** Likewise, for whoever has that file open: it may have gone since. */
export function namedPath(dataDir: string): string | undefined {
  const pointer = join(dataDir, POINTER)
  let name: string
  try {
    if (!existsSync(pointer)) return undefined
    name = readFileSync(pointer, 'utf8').trim()
  } catch (error) {
    throw folderFault(dataDir, error)
  }
  if (!CATALOG_FILE.test(name)) {
    const why = `${pointer} is damaged: it should hold the name of a catalogue file`
    throw new CommandFault(`${why}: ${wayOut(dataDir)}`, EXIT.data)
  }
  return join(dataDir, name)
}

/** What to do about a pointer that leads nowhere: without one, the next catalogue that is made removes all others. */
function wayOut(dataDir: string): string {
  const files = catalogFiles(dataDir)
  if (files.length > 0) return `write into it the name of one that is there, ${files.join(' or ')}.`
  return 'put a copy of that file back, or remove the file catalogue and make one again with ./plat sample or ./plat import.'
}

function catalogFiles(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => CATALOG_FILE.test(name))
}

/** Differs whenever a file has been put in force, the same one once more too. */
export function forceMark(dataDir: string): string {
  const stats = statSync(join(dataDir, POINTER), { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs}`
}

export function pathOf(dataDir: string, catalogId: string): string {
  return join(dataDir, `catalogue-${catalogId}.sqlite`)
}

/** Puts a finished catalogue file, which is on the disk, in force. Whatever happens on the way, the pointer names a whole catalogue. */
export function putInForce(dataDir: string, path: string): void {
  const pointer = join(dataDir, POINTER)
  writeFileSync(`${pointer}.new`, `${basename(path)}\n`, { flush: true })
  renameSync(`${pointer}.new`, pointer)
  syncFolder(dataDir)
}

/** Removes a catalogue file with what SQLite keeps beside it. */
export function removeCatalog(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

/** Files of earlier catalogues and of attempts that were cut short. */
export function leftovers(dataDir: string): string[] {
  const current = currentPath(dataDir)
  return catalogFiles(dataDir)
    .map((name) => join(dataDir, name))
    .filter((path) => path !== current)
}

/** Names of files are the folder's contents. */
function syncFolder(path: string): void {
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
  return `the system says ${code ?? 'nothing'}`
}
