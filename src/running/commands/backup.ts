import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { isRunning } from '../../kit/base/process.ts'
import { programVersion } from '../../kit/base/program.ts'
import { visible } from '../../kit/base/sentence.ts'
import { backUp } from '../backup/back-up.ts'
import { Bucket, isBucketAddress } from '../backup/bucket.ts'
import type { Manifest } from '../backup/manifest.ts'
import { refuseDatabase } from '../serving/database.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { StepProgress, type Terminal } from '../terminal/terminal.ts'
import { readEvery, wait } from './every.ts'

/** `plat backup` copies a data folder, even while a service uses it. */
export const COMMAND: SingleCommand = {
  description:
    'Copy the catalog, keys, credits, plans and hidden people to a new folder or an S3-compatible store. The service may keep running.',
  arguments: ['a folder that does not exist yet, or a place in a store: s3://BUCKET/PREFIX'],
  explanation: `Plat makes FOLDER, and gives it this name only when everything is written and checked. The service and imports can
keep running. The backup contains everything that was charged, imported or hidden before it began. Files of an older
format are copied as they are. Rejected rows (rejects/) and reports of imports (runs/) are left out. docs/backup.md
says how to make a backup every night.

A store needs the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and AWS_ENDPOINT_URL_S3 for a server
that is not Amazon's. Each backup there is a folder named after its time.`,
  examples: `Examples:
  ./plat backup /var/backups/plat/2026-11-22 --data kc
  ./plat backup s3://my-backups/kc --data kc --every 1d --keep 14`,
  options: ['data', 'every', 'keep', 'json'],
  never: ['nobody', 'denied'],
  run: back,
}

async function back(call: Call): Promise<void> {
  const { terminal, settings, options, answer } = call
  const [to = ''] = call.words
  refuseDatabase(settings, 'backup', 'use pg_dump, which copies the catalog, keys and credits of a database in use')
  if (isBucketAddress(to)) return backToStore(call, to)
  if (options.every !== undefined || options.keep !== undefined)
    throw new CommandFault('--every and --keep need a store as the target, such as s3://my-backups/kc.', EXIT.usage)
  const manifest = await backTo(to, terminal, settings.data)
  answer({ folder: to, ...manifest }, linesOf(manifest, to))
}

/** The beginning of the name of a folder with a copy to upload. The id of the process follows. */
const UPLOAD = 'upload-'

/** Removes copies of backups that were killed. */
function removeAbandoned(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => name.startsWith(UPLOAD))
  const abandoned = names.filter((name) => !isRunning(Number(name.slice(UPLOAD.length))))
  for (const name of abandoned) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** Makes backups in a store: once, or with `--every` until Ctrl-C. */
async function backToStore({ terminal, settings, options, answer }: Call, address: string): Promise<void> {
  const { interrupted: signal } = terminal
  const everyMs = options.every === undefined ? undefined : readEvery(options.every)
  const keep = options.keep === undefined ? undefined : Number(options.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
    throw new CommandFault(`--keep must be a whole number above 0; you gave "${options.keep}".`, EXIT.usage)
  const bucket = await Bucket.open(address, terminal.environment, signal)
  removeAbandoned(settings.data)
  const folder = join(settings.data, `${UPLOAD}${process.pid}`)
  for (;;) {
    try {
      const manifest = await backTo(folder, terminal, settings.data)
      const name = await bucket.put(folder, manifest.began)
      const removed = keep === undefined ? [] : await bucket.keepNewest(keep)
      const olds = removed.length === 0 ? [] : [`Removed from the store: ${removed.join(', ')}.`]
      answer({ store: address, name, removed, ...manifest }, [...linesOf(manifest, `${address} as ${name}`), ...olds])
    } catch (error) {
      if (everyMs !== undefined && signal.aborted) return
      if (everyMs === undefined || !(error instanceof CommandFault)) throw error
      terminal.note(error.message)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    if (everyMs === undefined) return
    await wait(everyMs, signal).catch(() => signal) // Ctrl-C ends the pause
    if (signal.aborted) return
  }
}

async function backTo(to: string, terminal: Terminal, dataDir: string): Promise<Manifest> {
  const progress = new StepProgress(terminal, { copying: 'Copying pages', reading: 'Reading the copy' })
  return backUp({
    dataDir,
    to,
    unique: String(process.pid),
    clock: terminal.clock,
    version: programVersion(),
    signal: terminal.interrupted,
    onProgress: (step, { done, total }) => {
      terminal.interrupted.throwIfAborted()
      progress.update(step, done, total)
    },
  }).finally(() => progress.end())
}

function linesOf(manifest: Manifest, to: string): readonly string[] {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const mb = (bytes / 2 ** 20).toLocaleString('en-US', { maximumFractionDigits: 1 })
  return [...storeLines(manifest), `Backed up to ${visible(to)}: ${mb} MB, checked and complete.`]
}

/** Describes the contents of a backup, one line per store. */
export function storeLines({ files }: Manifest): readonly string[] {
  return files.flatMap(({ name, format, rows = {} }) => {
    if (format === undefined) return []
    const shown = SHOWN_TABLES.flatMap(([table, one, more = `${one}s`]) => {
      const count = rows[table]
      return count === undefined ? [] : `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`
    })
    return `${name}, format ${format}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`
  })
}

/** The tables to list, with the words for one row and for several rows. */
const SHOWN_TABLES: readonly (readonly [table: string, one: string, more?: string])[] = [
  ['home', 'home'],
  ['building', 'building'],
  ['offer', 'offer'],
  ['experience', 'experience'],
  ['agent', 'agent'],
  ['person', 'person', 'people'],
  ['key', 'key'],
  ['suppression', 'hidden person', 'hidden people'],
  ['audit', 'call in the audit log', 'calls in the audit log'],
]
