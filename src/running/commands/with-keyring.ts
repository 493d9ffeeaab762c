import { randomBytes } from 'node:crypto'
import { type Keyring, openKeyring } from '../../guard/access/index.ts'
import { readyAccess } from '../serving/database.ts'
import type { Call } from '../terminal/command.ts'

/** Opens the keys of the data folder or database for `work`, then closes them. */
export async function withKeyring(
  { terminal, settings }: Call,
  work: (keyring: Keyring) => Promise<void>,
): Promise<void> {
  const keyring = await openKeyring(settings.data, terminal.clock, randomBytes, await readyAccess(settings))
  try {
    await work(keyring)
  } finally {
    await keyring.close()
  }
}
