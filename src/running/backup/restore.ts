import { existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  catalogFiles,
  isCatalogFile,
  putInForce,
  removeCatalog,
  syncFolder,
  WriterLock,
} from '../../catalog/opening/whole-file.ts'
import { LOGS_OF_FORMAT_4 } from '../../guard/access/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { requireDiskSpace } from '../../kit/store/disk-space.ts'
import { isStoreInUse } from '../../kit/store/store-copy.ts'
import type { StoreFormat } from '../../kit/store/store-file.ts'
import { RESTORING } from '../../kit/store/store-folder.ts'
import { ACCESS, CATALOG, PEOPLE, PLANS, REVOCATIONS, SUBSCRIPTIONS } from './contents.ts'
import { sumFile, systemFault } from './files.ts'
import { type BackupFile, damagedBackup, type Manifest, readManifest } from './manifest.ts'

export interface RestoreOptions {
  readonly from: string
  readonly dataDir: string
  /** Whether existing data in the folder may be deleted. */
  readonly replace: boolean
  readonly signal: AbortSignal
  readonly onProgress: (doneBytes: number, totalBytes: number) => void
}

/** The folder for copied files until all of them are complete and checked. */
export const WAITING = 'restore.partial'

/**
 * Restores a backup into a data folder: first copies and checks all files, then replaces the existing data. During the
 * replacement, and after an interrupted restore, no program opens the folder. If the backup cannot be used, rejects
 * with a CommandFault and leaves the folder unchanged.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { from, dataDir, replace } = options
  const manifest = readManifest(from)
  const isNew = !existsSync(dataDir)
  const unfinished = existsSync(join(dataDir, RESTORING))
  const isEmpty = isNew || (!unfinished && !holdsData(dataDir))
  if (!isEmpty && !unfinished && !replace) {
    const sentence = `${quote(dataDir)} already has data: give another folder with --data, or delete this data with --replace.`
    throw new CommandFault(sentence, EXIT.usage)
  }
  if (!isEmpty && !unfinished) refuseInUse(dataDir)
  try {
    if (isNew) mkdirSync(dataDir, { mode: 0o700 })
    const lock = new WriterLock(dataDir)
    try {
      if (isEmpty) beginRestore(dataDir) // prevents a service that starts now from making a sample here
      await bringIn(manifest, options)
    } catch (error) {
      rmSync(join(dataDir, WAITING), { recursive: true, force: true })
      if (isEmpty && storesIn(dataDir).length === 0) rmSync(join(dataDir, RESTORING), { recursive: true, force: true })
      throw error
    } finally {
      lock.release()
    }
    return manifest
  } catch (error) {
    if (isNew) rmSync(dataDir, { recursive: true, force: true })
    throw systemFault(error, `restore to ${quote(dataDir)}`)
  }
}

/** Whether the folder has data that a restore would delete. */
function holdsData(dataDir: string): boolean {
  const names = ['catalogue', LOGS_OF_FORMAT_4, PLANS, REVOCATIONS]
  return storesIn(dataDir).length > 0 || names.some((name) => existsSync(join(dataDir, name)))
}

function storesIn(dataDir: string): readonly (readonly [path: string, format: StoreFormat])[] {
  const catalogs = catalogFiles(dataDir).map((name) => [join(dataDir, name), CATALOG.format] as const)
  const smaller = [ACCESS, SUBSCRIPTIONS, PEOPLE].map(({ path, format }) => [path(dataDir) ?? '', format] as const)
  return [...catalogs, ...smaller.filter(([path]) => existsSync(path))]
}

function refuseInUse(dataDir: string): void {
  for (const [path, format] of storesIn(dataDir)) {
    if (!isInUse(path, format)) continue
    const sentence = `Another process has the ${format.noun} ${path} open: stop the service and every command on "${dataDir}" first.`
    throw new CommandFault(sentence, EXIT.busy)
  }
}

/** Whether a program has the store open. False for a damaged store, because a restore replaces it. */
function isInUse(path: string, format: StoreFormat): boolean {
  try {
    return isStoreInUse(path, format)
  } catch (error) {
    if (error instanceof CommandFault && error.exitCode === EXIT.data) return false
    throw error
  }
}

async function bringIn(manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { dataDir, from } = options
  const waiting = join(dataDir, WAITING)
  rmSync(waiting, { recursive: true, force: true })
  mkdirSync(join(waiting, LOGS_OF_FORMAT_4), { recursive: true, mode: 0o700 })
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  requireDiskSpace(dataDir, total, 'The data of the backup')
  let done = 0
  const onPart = (bytes: number) => {
    done += bytes
    options.onProgress(done, total)
  }
  for (const file of manifest.files) await bringFile(from, waiting, file, options.signal, onPart)
  for (const folder of [join(waiting, LOGS_OF_FORMAT_4), waiting]) syncFolder(folder)
  takePlace(dataDir, waiting, manifest)
}

async function bringFile(
  from: string,
  waiting: string,
  file: BackupFile,
  signal: AbortSignal,
  onPart: (bytes: number) => void,
): Promise<void> {
  const path = join(from, file.name)
  if (!existsSync(path)) throw damagedBackup(from, `${file.name} is missing`)
  const { bytes, sha256 } = await sumFile(path, signal, join(waiting, file.name), onPart)
  if (bytes !== file.bytes) throw damagedBackup(from, `${file.name} has ${bytes} bytes instead of ${file.bytes}`)
  if (sha256 !== file.sha256) throw damagedBackup(from, `the checksum of ${file.name} is wrong`)
}

/** Marks the folder, so that programs no longer open its stores. */
function beginRestore(dataDir: string): void {
  mkdirSync(join(dataDir, RESTORING), { recursive: true })
  syncFolder(dataDir)
}

/** Marks the folder for restoring. Throws a CommandFault if a service started while files were copied. */
function beginUnused(dataDir: string): void {
  const unfinished = existsSync(join(dataDir, RESTORING))
  beginRestore(dataDir)
  try {
    refuseInUse(dataDir)
  } catch (error) {
    if (!unfinished) rmSync(join(dataDir, RESTORING), { recursive: true })
    throw error
  }
}

/** Replaces the existing data by renaming files. If this is interrupted, the operator must repeat the restore. */
function takePlace(dataDir: string, waiting: string, { files, changed }: Manifest): void {
  beginUnused(dataDir)
  for (const name of catalogFiles(dataDir)) removeCatalog(join(dataDir, name))
  for (const { path } of [ACCESS, SUBSCRIPTIONS, PEOPLE]) removeCatalog(path(dataDir) ?? '')
  for (const name of [LOGS_OF_FORMAT_4, PLANS, REVOCATIONS])
    rmSync(join(dataDir, name), { recursive: true, force: true })
  if (files.some(({ name }) => dirname(name) === LOGS_OF_FORMAT_4))
    mkdirSync(join(dataDir, LOGS_OF_FORMAT_4), { mode: 0o700 })
  for (const { name } of files) {
    const path = join(dataDir, name)
    renameSync(join(waiting, name), path)
    if (changed !== undefined && isCatalogFile(name)) utimesSync(path, new Date(changed), new Date(changed))
  }
  rmSync(waiting, { recursive: true })
  syncFolder(dataDir)
  const catalog = files.find(({ name }) => isCatalogFile(name))?.name
  if (catalog === undefined) rmSync(join(dataDir, 'catalogue'), { force: true })
  else putInForce(dataDir, join(dataDir, catalog))
  rmSync(join(dataDir, RESTORING), { recursive: true })
  syncFolder(dataDir)
}
