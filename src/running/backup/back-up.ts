import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { changedMs, syncFolder } from '../../catalog/opening/whole-file.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { Reading } from '../../kit/store/store-check.ts'
import { copyStore, readStore } from '../../kit/store/store-copy.ts'
import { ACCESS, CATALOG, PEOPLE, PLANS, REVOCATIONS, STORES, SUBSCRIPTIONS, storeNamed } from './contents.ts'
import { sumFile, systemFault, writeNew } from './files.ts'
import { BACKUP_FORMAT, type BackupFile, MANIFEST, type Manifest } from './manifest.ts'

export interface BackupOptions {
  readonly dataDir: string
  /** The folder of the backup, which must not exist yet. */
  readonly to: string
  /** Part of the temporary folder's name, so that two backups to the same folder do not mix. */
  readonly unique: string
  readonly clock: Clock
  readonly version: string
  readonly signal: AbortSignal
  readonly onProgress: (step: BackupStep, reading: Reading) => void
}

export type BackupStep = 'copying' | 'reading'

/**
 * Copies all data that cannot be derived again and checks the copy. Services and imports can keep running. The copy
 * gets its final name only when it is complete. On failure, rejects with a CommandFault and leaves no files behind.
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { dataDir, to } = options
  if (existsSync(to)) {
    throw new CommandFault(`${quote(to)} exists already: give the name of a new folder.`, EXIT.usage)
  }
  if (!STORES.some((store) => isThere(store.path(dataDir)))) {
    const next = 'make a catalog there with ./plat sample or ./plat import'
    throw new CommandFault(`There is nothing to back up in ${quote(dataDir)}: ${next}.`, EXIT.noInput)
  }
  const target = resolve(to)
  const partial = `${target}.${options.unique}.partial`
  try {
    mkdirSync(partial, { mode: 0o700 })
    const manifest = await fill(partial, options)
    renameSync(partial, target)
    syncFolder(dirname(target))
    return manifest
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw systemFault(error, `write the backup ${quote(to)}`)
  }
}

function isThere(path: string | undefined): boolean {
  return path !== undefined && existsSync(path)
}

async function fill(folder: string, options: BackupOptions): Promise<Manifest> {
  const { dataDir, clock, version } = options
  const began = new Date(clock.now()).toISOString()
  const changed = changedMs(dataDir)
  const names = await copyAll(folder, options)
  const files: BackupFile[] = []
  for (const name of names) files.push(await checked(folder, name, options))
  if (changed !== undefined) for (const name of names) setTime(join(folder, name), changed)
  const manifest: Manifest = {
    what: 'A backup of a data folder of Plat. To restore it: ./plat restore FOLDER --data DIR',
    backup: BACKUP_FORMAT,
    plat: version,
    began,
    ended: new Date(clock.now()).toISOString(),
    ...(changed !== undefined && { changed: new Date(changed).toISOString() }),
    files,
  }
  writeNew(join(folder, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  syncFolder(folder)
  return manifest
}

/**
 * Copies files in an order that loses nothing. Revocations are copied before the key file, because a revocation moves
 * from its own file into the key file. Plans are copied after the key file, so that no copied key lacks its plan. The
 * list of people to hide from answers is copied last, so that it includes everyone who was added during the copy.
 */
async function copyAll(folder: string, options: BackupOptions): Promise<readonly string[]> {
  const { dataDir } = options
  const names: (string | undefined)[] = [await copy(CATALOG)]
  names.push(copyText(REVOCATIONS), await copy(ACCESS), copyText(PLANS), await copy(SUBSCRIPTIONS), await copy(PEOPLE))
  return names.filter((name) => name !== undefined)

  async function copy({ format, path }: typeof CATALOG): Promise<string | undefined> {
    const from = path(dataDir)
    if (from === undefined || !existsSync(from)) return undefined
    const { signal, onProgress } = options
    await copyStore(from, format, join(folder, basename(from)), {
      signal,
      onProgress: (reading) => onProgress('copying', reading),
    })
    return basename(from)
  }

  /** Copies a small text file; undefined if it does not exist. */
  function copyText(name: string): string | undefined {
    const from = join(dataDir, name)
    if (!existsSync(from)) return undefined
    let bytes: Buffer
    try {
      bytes = readFileSync(from)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    writeNew(join(folder, name), bytes)
    return name
  }
}

async function checked(folder: string, name: string, options: BackupOptions): Promise<BackupFile> {
  const path = join(folder, name)
  const store = storeNamed(name)
  chmodSync(path, 0o600)
  const read = store && readStore(path, store.format, (reading) => options.onProgress('reading', reading))
  const summed = await sumFile(path, options.signal)
  return { name, ...summed, ...(read && { format: read.version, rows: read.rows }) }
}

function setTime(path: string, timeMs: number): void {
  utimesSync(path, timeMs / 1000, timeMs / 1000)
}
