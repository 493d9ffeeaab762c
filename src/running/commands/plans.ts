import { readFileSync } from 'node:fs'
import { loadPlans, PLANS_FILE, plansText } from '../../guard/access/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { DatabaseOptions } from '../../kit/postgres/database.ts'
import { readyAccess } from '../serving/database.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'

/** `plat plans …` manages the plans that nodes of a database share. */
export const COMMAND: CommandGroup = {
  description: 'See and change the plans that nodes of a database share.',
  examples: `
Examples:
  ./plat plans show > plans.yaml
  ./plat plans load plans.yaml

The plans of a data folder are its plans.yaml, which a running service follows.
Nodes that share a database have theirs in it, and follow within a second.`,
  commands: [
    { usage: 'show', summary: 'Print the plans in force, as a plans file.', example: 'show', run: show },
    {
      usage: 'load <FILE>',
      summary: 'Put a plans file into force on all nodes.',
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
  answer({ loaded: path }, [`The plans of ${path} are in force: running nodes follow within a second.`])
}

async function sharedDatabase(settings: Call['settings']): Promise<DatabaseOptions> {
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
