import { visible } from '../../kit/base/sentence.ts'
import { restore } from '../backup/restore.ts'
import { refuseDatabase } from '../serving/database.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { showing } from '../terminal/terminal.ts'
import { storeLines } from './backup.ts'

/** `plat restore` puts a backup back into a data folder. */
export const COMMAND: SingleCommand = {
  description: 'Put a backup back into a data folder.',
  arguments: ['a folder that ./plat backup made'],
  explanation: `Stop the service first. A data folder that already has data is refused, unless you give --replace, which deletes that
data. Every file is checked against its checksum before any file is replaced. If a restore is killed while it replaces
files, every command refuses the folder until you restore again.

All changes since the backup are lost. Keys that you revoked since then work again, and people that you hid or
erased since then are back: revoke, hide and erase them again before you start the service.`,
  examples: `Example:
  ./plat restore /var/backups/plat/2026-11-22 --data kc`,
  options: ['data', 'replace', 'json'],
  texts: { replace: 'Replace what is in the data folder. The old data is deleted.' },
  never: ['nobody', 'denied'],
  run: putBack,
}

async function putBack({ terminal, settings, options, words: [from = ''], answer }: Call): Promise<void> {
  refuseDatabase(settings, 'restore', 'use pg_restore, which restores what pg_dump has copied')
  const { data: dataDir } = settings
  const { interrupted: signal } = terminal
  const manifest = await showing(terminal, 'Copying bytes', (onProgress) =>
    restore({ from, dataDir, replace: options.replace ?? false, signal, onProgress }),
  )
  answer({ from, data: dataDir, ...manifest }, [
    ...storeLines(manifest),
    `Restored to ${visible(dataDir)} as it was at ${manifest.began}.`,
  ])
  if (!options.json)
    terminal.note(
      'Keys that were revoked and people who were hidden or erased since then are back. Revoke, hide and erase them again before you start the service.',
    )
}
