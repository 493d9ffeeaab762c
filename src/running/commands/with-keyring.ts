import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { type Keyring, openKeyring } from '../../guard/access/index.ts'
import { readyAccess } from '../serving/database.ts'
import type { Call } from '../terminal/command.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Opens the keys of the data folder or database for `work`, then closes them. */
export async function withKeyring(
  { terminal, settings }: Call,
  work: (keyring: Keyring) => Promise<void>,
): Promise<void> {
  const { data } = settings
  const database = await readyAccess(settings)
  const keyring = await openKeyring(data, terminal.clock, randomBytes, database, userOf(terminal))
  try {
    await work(keyring)
  } finally {
    await keyring.close()
  }
}

/** Returns the name of the operating system's user. Under sudo, this is the user who ran sudo. */
function userOf({ environment }: Terminal): string {
  if (environment.SUDO_USER) return environment.SUDO_USER
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}` // in a container, a user may have no name
  }
}
