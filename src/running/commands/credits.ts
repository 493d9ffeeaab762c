import type { Addition, Keyring } from '../../guard/access/index.ts'
import { keyDocument } from '../operating/key-changes.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { table } from '../terminal/table.ts'
import { minuteOf } from './keys-view.ts'
import { withKeyring } from './with-keyring.ts'

/** `plat credits …` gives a key credits beyond its plan, and lists who added them. */
export const COMMAND: CommandGroup = {
  description: 'Give a key credits in addition to those of its plan.',
  examples: `
Examples:
  ./plat credits add key_7h2m9x4c 5000
  ./plat credits list

A running service picks this up within a second. The credits can be spent in the
current period of the key's plan; the rest is lost when the period ends or
the key moves to another plan. ./plat keys list shows them.`,
  commands: [
    {
      usage: 'add <KEYID> <CREDITS>',
      summary: 'Add credits to the current period of a key.',
      example: 'add key_7h2m9x4c 5000',
      run: (call) => withKeyring(call, (keyring) => add(keyring, call)),
    },
    {
      usage: 'list',
      summary: 'List all added credits: when, by whom and how many.',
      example: 'list',
      run: (call) => withKeyring(call, (keyring) => list(keyring, call)),
    },
  ],
}

async function add(keyring: Keyring, { terminal, words: [keyId = '', credits = ''], answer }: Call): Promise<void> {
  const info = await keyring.addCredits(keyId, credits)
  const [used, limit] = [info.creditsUsed, info.creditsLimit ?? 0].map((count) => count.toLocaleString('en-US'))
  answer(keyDocument(info, terminal.clock.now()), [
    `Key ${info.keyId} has ${credits} more credits: ${used} of ${limit} used in this period.`,
  ])
}

async function list(keyring: Keyring, { terminal, options, answer }: Call): Promise<void> {
  const additions = await keyring.additions()
  if (additions.length === 0 && !options.json) terminal.note('No key has extra credits yet.')
  else answer({ additions: additions.map(additionDocument) }, additionTable(additions, terminal.watched))
}

function additionDocument({ keyId, credits, addedMs, by }: Addition): object {
  return { added: new Date(addedMs).toISOString(), by: by ?? null, keyId, credits }
}

function additionTable(additions: readonly Addition[], watched: boolean): readonly string[] {
  const rows = additions.map(({ keyId, credits, addedMs, by }) => {
    return [minuteOf(addedMs), by ?? '-', keyId, credits.toLocaleString('en-US')]
  })
  return table(['ADDED', 'BY', 'KEY', 'CREDITS'], rows, watched, CREDITS_COLUMN)
}

const CREDITS_COLUMN = 3
