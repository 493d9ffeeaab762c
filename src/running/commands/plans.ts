import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { loadPlans, PLANS_FILE, plansText } from '../../guard/access/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { DatabaseOptions } from '../../kit/postgres/database.ts'
import { readyAccess } from '../serving/database.ts'
import { commandGroup, printJson, subcommand } from '../terminal/command-group.ts'
import { readTold, type Told } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

const EXAMPLES = `
Examples:
  ./plat plans show > plans.yaml
  ./plat plans load plans.yaml

The plans of a data folder are its plans.yaml, which a running service follows.
Nodes that share a database have theirs in it, and follow within a second.`

type Action = (database: DatabaseOptions, told: Told, args: readonly string[]) => Promise<void>

/** `plat plans …` manages the plans that nodes of a database share. */
export function plansCommand(terminal: Terminal): Command {
  const group = commandGroup('plans', terminal, 'See and change the plans that nodes of a database share.', EXAMPLES)
  const add = (usage: string, summary: string, example: string, action: Action): void => {
    const command = subcommand(group, usage, { summary, example })
    command.action(async () => {
      const given = readTold(command, terminal)
      await action(await sharedDatabase(given), given, command.args)
    })
  }
  add('show', 'Print the plans in force, as a plans file.', 'show', async (database, { options, settings }) => {
    const text = await plansText(database, settings.data)
    if (options.json) printJson(terminal, { plans: text })
    else terminal.print(text.trimEnd())
  })
  add(
    'load <FILE>',
    'Put a plans file into force on all nodes.',
    'load plans.yaml',
    async (database, told, [path = '']) => {
      await loadPlans(database, textAt(path), path)
      if (told.options.json) printJson(terminal, { loaded: path })
      else terminal.print(`The plans of ${path} are in force: running nodes follow within a second.`)
    },
  )
  return group
}

async function sharedDatabase({ settings }: Told): Promise<DatabaseOptions> {
  const database = await readyAccess(settings)
  if (database !== undefined) return database
  throw new CommandFault(
    `Cannot use ./plat plans without PLAT_DATABASE_URL: the plans of a data folder are its file ${PLANS_FILE}, which a running service follows.`,
    EXIT.usage,
  )
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : `the system says ${code}`
    throw new CommandFault(`Cannot read the plans ${quote(path)}: ${why}.`, EXIT.noInput)
  }
}
