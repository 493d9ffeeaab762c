import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { isKnownName, storeNamed } from './contents.ts'

/** The file that lists the contents of a backup. It is written after all other files. */
export const MANIFEST = 'backup.json'

/** The format of backups. Increase it if older versions of Plat cannot read the backups of newer versions. */
export const BACKUP_FORMAT = 1

export interface BackupFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  /** The format version of a store, and its number of rows per table. Absent for text files. */
  readonly format?: number
  readonly rows?: Readonly<Record<string, number>>
}

export interface Manifest {
  readonly what: string
  readonly backup: number
  /** The version of Plat that made the backup. */
  readonly plat: string
  /** The backup contains all changes before `began`, and perhaps some changes between `began` and `ended`. */
  readonly began: string
  readonly ended: string
  /** When the catalog last changed. */
  readonly changed?: string
  readonly files: readonly BackupFile[]
}

/** Reads the manifest of a backup. Throws a CommandFault if this version of Plat cannot restore the backup. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) {
    const sentence = `Cannot restore from ${quote(folder)}: it must be a folder that ./plat backup made, with a file ${MANIFEST}.`
    throw new CommandFault(sentence, EXIT.noInput)
  }
  const manifest = parsed(path)
  if (manifest === undefined) throw damagedBackup(folder, `${MANIFEST} cannot be read`)
  if (manifest.backup > BACKUP_FORMAT) throw newer(folder, `backup format ${manifest.backup}`, BACKUP_FORMAT)
  for (const { name, format } of manifest.files) {
    if (!isKnownName(name))
      throw damagedBackup(folder, `${MANIFEST} lists ${quote(name)}, which is not a file of a backup`)
    const store = storeNamed(name)?.format
    if (store === undefined || format === undefined || format <= store.version) continue
    throw newer(folder, `a ${store.noun} of format ${format}`, store.version)
  }
  return manifest
}

function parsed(path: string): Manifest | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isManifest(read) ? read : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw new CommandFault(`Cannot read ${path}: ${String(error)}.`, EXIT.noInput, { cause: error })
  }
}

function isManifest(read: unknown): read is Manifest {
  if (typeof read !== 'object' || read === null) return false
  const { backup, files, began } = read as Partial<Manifest> // checked below
  if (!Number.isInteger(backup) || !Array.isArray(files) || typeof began !== 'string') return false
  return files.every((file: Partial<BackupFile> | null) => {
    return typeof file?.name === 'string' && Number.isInteger(file.bytes) && /^[0-9a-f]{64}$/.test(file.sha256 ?? '')
  })
}

export function damagedBackup(folder: string, why: string): CommandFault {
  return new CommandFault(`The backup ${quote(folder)} is damaged: ${why}. Use another backup.`, EXIT.data)
}

function newer(folder: string, what: string, ours: number): CommandFault {
  return new CommandFault(
    `The backup ${quote(folder)} has ${what}, but this version of Plat reads only up to ${ours}: use the newer version that made it.`,
    EXIT.data,
  )
}
