import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { openKeyring } from '../access/index.ts'
import { commandGroup, printJson, subcommand } from './command-group.ts'
import { keyDocument } from './keys-view.ts'
import { readTold } from './options.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLES = `
Examples:
  ./plat credits add key_7h2m9x4c 5000

A running service follows within a second. The credits are good for the current
period of the key's plan, on top of those of the plan, and are not carried over.
./plat keys list shows them.`

/** `plat credits …`: gives a key more credits than its plan has. */
export function creditsCommand(terminal: Terminal): Command {
  const group = commandGroup('credits', terminal, 'Give a key more credits than its plan has.', EXAMPLES)
  const about = { summary: 'Add credits to the current period of a key.', example: 'add key_7h2m9x4c 5000' }
  const command = subcommand(group, 'add <KEYID> <CREDITS>', about)
  command.action(() => add(terminal, command))
  return group
}

async function add(terminal: Terminal, command: Command): Promise<void> {
  const [keyId = '', credits = ''] = command.args
  const { settings, options } = readTold(command, terminal)
  const keyring = await openKeyring(settings.data, terminal.clock, randomBytes)
  try {
    const info = await keyring.addCredits(keyId, credits)
    if (options.json) printJson(terminal, keyDocument(info, terminal.clock.now()))
    else {
      const [used, limit] = [info.creditsUsed, info.creditsLimit ?? 0].map((count) => count.toLocaleString('en-US'))
      terminal.print(`Key ${info.keyId} has ${credits} more: ${used} of ${limit} credits used in this period.`)
    }
  } finally {
    await keyring.close()
  }
}
