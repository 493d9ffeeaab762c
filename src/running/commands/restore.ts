import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { quote, visible } from '../../kit/base/sentence.ts'
import { Bucket, isBucketAddress } from '../backup/bucket.ts'
import { systemFault } from '../backup/files.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restore } from '../backup/restore.ts'
import { refuseDatabase } from '../serving/database.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'
import { storeLines } from './backup.ts'

/** `plat restore` puts a backup back into a data folder. */
export const COMMAND: SingleCommand = {
  description: 'Put a backup back into a data folder.',
  arguments: ['a folder that ./plat backup made, or a place in a store: s3://BUCKET/PREFIX'],
  explanation: `Stop the service first. A data folder that already has data is refused, unless you give --replace, which deletes that
data. Every file is checked against its checksum before any file is replaced. If a restore is killed while it replaces
files, every command refuses the folder until you restore again. From a store, the newest complete backup is restored, or
the one that the address names.

All changes since the backup are lost. Keys that you revoked since then work again, and people that you hid or
erased since then are back: revoke, hide and erase them again before you start the service.`,
  examples: `Examples:
  ./plat restore /var/backups/plat/2026-11-22 --data kc
  ./plat restore s3://my-backups/kc --data kc
  ./plat restore s3://my-backups/kc/2026-11-22T031000Z --data kc`,
  options: ['data', 'replace', 'json'],
  texts: { replace: 'Replace what is in the data folder. The old data is deleted.' },
  never: ['nobody', 'denied'],
  run: putBack,
}

async function putBack({ terminal, settings, options, words: [from = ''], answer }: Call): Promise<void> {
  refuseDatabase(settings, 'restore', 'use pg_restore, which restores what pg_dump has copied')
  const { data: dataDir } = settings
  const { interrupted: signal } = terminal
  const replace = options.replace ?? false
  const putBackFrom = (folder: string) =>
    showing(terminal, 'Copying bytes', (onProgress) => restore({ from: folder, dataDir, replace, signal, onProgress }))
  const manifest = isBucketAddress(from)
    ? await downloaded(from, terminal, dataDir, putBackFrom)
    : await putBackFrom(from)
  answer({ from, data: dataDir, ...manifest }, [
    ...storeLines(manifest),
    `Restored to ${visible(dataDir)} as it was at ${manifest.began}.`,
  ])
  if (!options.json)
    terminal.note(
      'Keys that were revoked and people who were hidden or erased since then are back. Revoke, hide and erase them again before you start the service.',
    )
}

/** Downloads a backup from a store next to the data folder, and uses it before it is deleted. */
async function downloaded(
  address: string,
  terminal: Terminal,
  dataDir: string,
  use: (folder: string) => Promise<Manifest>,
): Promise<Manifest> {
  const bucket = await Bucket.open(address, terminal.environment, terminal.interrupted)
  const folder = `${resolve(dataDir)}.download-${process.pid}`
  try {
    mkdirSync(folder, { mode: 0o700 })
    const name = await bucket.get(join(folder, 'backup'))
    terminal.note(`Downloaded ${name} from ${visible(address)}.`)
    return await use(join(folder, 'backup'))
  } catch (error) {
    throw systemFault(error, `download to ${quote(folder)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
