import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { folderStore } from '../../catalog/opening/catalog-store.ts'
import type { MoveStep } from '../../catalog/opening/move.ts'
import { accessPath, moveKeys, requireIdle } from '../../guard/access/index.ts'
import { movePeople, withheldNow } from '../../guard/privacy/index.ts'
import { moveSubscriptions } from '../../guard/subscriptions/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import { inDatabase, readyAccess } from '../serving/database.ts'
import { cardsOf } from '../serving/words.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { StepProgress } from '../terminal/terminal.ts'

/**
 * One table or record type that was moved. Its number of rows and its checksum are the same in the folder and the
 * database.
 */
interface Moved {
  readonly name: string
  readonly rows: number
  readonly sha256: string
  readonly wasThere: boolean
}

/** `plat move` copies a whole data folder into a database and compares the two. */
export const COMMAND: SingleCommand = {
  description:
    'Copy the catalog, keys, credits, plans, saved searches and people of a data folder into a PostgreSQL database.',
  explanation: `Stop the service first. Plat reads every row back from the database and compares it. Rows from an earlier run are left
as they are, and the folder does not change. If the address has a password, give it in PLAT_TO: other users of the
machine can see the command line. docs/postgresql.md describes the steps before and after.`,
  examples: `Example:
  ./plat move --to postgres://plat:secret@db.example/plat --data data`,
  options: ['to', 'data', 'json'],
  required: ['to'],
  run: moveAll,
}

async function moveAll({ terminal, settings, demand, answer }: Call): Promise<void> {
  const databaseUrl = demand('to')
  const { data: dataDir } = settings
  const store = folderStore(dataDir)
  if (!existsSync(accessPath(dataDir)) && store.kind() === undefined)
    throw new CommandFault(
      `There is nothing to move in ${quote(dataDir)}: give the data folder with --data.`,
      EXIT.noInput,
    )
  const target = { ...settings, databaseUrl }
  const keysAt = await readyAccess(target)
  await catalogStoreOf(target) // creates or upgrades the tables
  const { moveCatalog } = await import('../../catalog/opening/move.ts')
  const url = databaseUrl
  const { name, moved } = await inDatabase({ url, statementMs: PATIENCE_MS }, async (database) => {
    const progress = new StepProgress(terminal, LABELS)
    try {
      requireIdle(dataDir)
      // Moves the catalog first. If the database already has another catalog, the command stops before it has moved
      // anything.
      const catalog = await moveCatalog({
        dataDir,
        url,
        name: database.name,
        cards: cardsOf(settings),
        withheld: await withheldNow(dataDir),
        onProgress: (step, done, total) => progress.update(step, done, total),
        signal: terminal.interrupted,
      })
      const people = await movePeople(dataDir, database, randomBytes)
      const subscriptions = await moveSubscriptions(dataDir, database)
      const keys = await inDatabase({ url: keysAt?.url ?? url, statementMs: PATIENCE_MS }, (ofKeys) =>
        moveKeys(dataDir, ofKeys),
      )
      const records = catalog.map(({ noun, ...sum }) => ({ name: noun, ...sum }))
      return { name: database.name, moved: [...records, ...people, ...subscriptions, ...keys] }
    } finally {
      progress.end()
    }
  })
  answer({ to: name, moved }, linesOf(moved, name))
}

/** The time limit of a statement: reading a large table back takes minutes. */
const PATIENCE_MS = 3_600_000

function linesOf(moved: readonly Moved[], to: string): readonly string[] {
  const rows = moved.filter((each) => each.rows > 0)
  const lines = rows.map(({ name, rows: count, wasThere }) => {
    const result = wasThere ? 'already there and the same' : 'the same in both'
    return `  ${name.padEnd(WIDTH)}${count.toLocaleString('en-US').padStart(WIDTH)}  ${result}`
  })
  return [
    `Moved to ${to}:`,
    ...lines,
    'Every row was read back and compared. Now start your nodes with PLAT_DATABASE_URL.',
  ]
}

const WIDTH = 18

const LABELS: Readonly<Record<MoveStep, string>> = {
  reading: 'Reading the folder',
  copying: 'Copying records',
  comparing: 'Comparing records',
  deriving: 'Preparing all records for searches',
}
