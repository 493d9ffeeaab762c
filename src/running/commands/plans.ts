import { readFileSync } from 'node:fs'
import { loadPlans, PLANS_FILE, plansText } from '../../guard/access/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { DatabaseOptions } from '../../kit/postgres/database.ts'
import { readyAccess } from '../serving/database.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'

/** `plat plans …` manages the plans (prices and limits of keys) in a shared database. */
export const COMMAND: CommandGroup = {
  description: 'Show or change the plans that nodes with a shared database use.',
  examples: `
Examples:
  ./plat plans show > plans.yaml
  ./plat plans load plans.yaml

Nodes that share a database read their plans from it, and follow changes within a
second. Without a database, edit plans.yaml in the data folder instead.`,
  commands: [
    { usage: 'show', summary: 'Print the current plans as a plans file.', example: 'show', run: show },
    {
      usage: 'load <FILE>',
      summary: 'Replace the plans of all nodes with a plans file.',
      example: 'load plans.yaml',
      run: load,
    },
  ],
}

async function show({ settings, answer }: Call): Promise<void> {
  const text = await plansText(await sharedDatabase(settings), settings.data)
  answer({ plans: text }, [text.trimEnd()])
}

async function load({ settings, words: [path = ''], answer }: Call): Promise<void> {
  await loadPlans(await sharedDatabase(settings), textAt(path), path)
  answer({ loaded: path }, [`Loaded the plans of ${path}. Running nodes follow within a second.`])
}

async function sharedDatabase(settings: Call['settings']): Promise<DatabaseOptions> {
  const database = await readyAccess(settings)
  if (database !== undefined) return database
  throw new CommandFault(
    `./plat plans needs PLAT_DATABASE_URL. Without a database, edit ${PLANS_FILE} in the data folder; a running service follows it.`,
    EXIT.usage,
  )
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'the file does not exist' : `the system reports ${code}`
    throw new CommandFault(`Cannot read the plans ${quote(path)}: ${why}.`, EXIT.noInput)
  }
}
