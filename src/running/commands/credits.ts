import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { type Addition, type Keyring, openKeyring } from '../../guard/access/index.ts'
import type { CommandOptions } from '../../kit/base/settings.ts'
import { readyAccess } from '../serving/database.ts'
import { commandGroup, printJson, subcommand } from '../terminal/command-group.ts'
import { readTold } from '../terminal/options.ts'
import { table } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { keyDocument, minuteOf } from './keys-view.ts'

const EXAMPLES = `
Examples:
  ./plat credits add key_7h2m9x4c 5000
  ./plat credits list

A running service follows within a second. The credits are good for the current
period of the key's plan, on top of those of the plan, and are not carried over.
./plat keys list shows them.`

type Action = (keyring: Keyring, args: readonly string[], options: CommandOptions) => Promise<void>

/** `plat credits …` gives a key more credits than its plan has, and lists who did. */
export function creditsCommand(terminal: Terminal): Command {
  const group = commandGroup('credits', terminal, 'Give a key more credits than its plan has.', EXAMPLES)
  const command = (usage: string, summary: string, example: string, action: Action): void => {
    const made = subcommand(group, usage, { summary, example })
    made.action(async () => {
      const { settings, options } = readTold(made, terminal)
      const keyring = await openKeyring(settings.data, terminal.clock, randomBytes, await readyAccess(settings))
      try {
        await action(keyring, made.args, options)
      } finally {
        await keyring.close()
      }
    })
  }
  command(
    'add <KEYID> <CREDITS>',
    'Add credits to the current period of a key.',
    'add key_7h2m9x4c 5000',
    async (keyring, [keyId = '', credits = ''], options) => {
      const info = await keyring.addCredits(keyId, credits, userOf(terminal))
      if (options.json) return printJson(terminal, keyDocument(info, terminal.clock.now()))
      const [used, limit] = [info.creditsUsed, info.creditsLimit ?? 0].map((count) => count.toLocaleString('en-US'))
      terminal.print(`Key ${info.keyId} has ${credits} more: ${used} of ${limit} credits used in this period.`)
    },
  )
  command('list', 'List all credits that were added: when, by whom, how many.', 'list', async (keyring, _, options) => {
    const additions = await keyring.additions()
    if (options.json) printJson(terminal, { additions: additions.map(additionDocument) })
    else if (additions.length === 0) terminal.note('No key was given more credits than its plan has yet.')
    else for (const line of additionTable(additions, terminal.watched)) terminal.print(line)
  })
  return group
}

/** Returns the user at the keyboard. Behind sudo, this is the user who called it. */
function userOf({ environment }: Terminal): string {
  if (environment.SUDO_USER) return environment.SUDO_USER
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}` // in a container, a user may have no name
  }
}

function additionDocument({ keyId, credits, addedMs, by }: Addition): object {
  return { added: new Date(addedMs).toISOString(), by: by ?? null, keyId, credits }
}

function additionTable(additions: readonly Addition[], watched: boolean): readonly string[] {
  const rows = additions.map(({ keyId, credits, addedMs, by }) => [
    minuteOf(addedMs),
    by ?? '-',
    keyId,
    credits.toLocaleString('en-US'),
  ])
  return table(['ADDED', 'BY', 'KEY', 'CREDITS'], rows, watched, CREDITS_COLUMN)
}

const CREDITS_COLUMN = 3
