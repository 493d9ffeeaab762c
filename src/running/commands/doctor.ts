import { styleText } from 'node:util'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { databaseFindings } from '../doctor/database.ts'
import type { Finding, Level } from '../doctor/finding.ts'
import { lookAtFolder } from '../doctor/folder.ts'
import { machineFindings, thisMachine } from '../doctor/machine.ts'
import { portFindings, publicFindings, tileFindings } from '../doctor/network.ts'
import { folderValueFindings } from '../doctor/values.ts'
import { threadsOf } from '../serving/crew.ts'
import { connectionsOf } from '../serving/database.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'

/** `plat doctor` finds an operator's mistakes, and says what to do about them. */
export const COMMAND: SingleCommand = {
  description: 'Look at the machine, the data folder and the settings for what an operator should know or mend.',
  explanation: `It looks at Node, the data folder and its disk, formats, keys and credits, the clock, ports, limits, memory, the
database that nodes share, and what is easily forgotten behind a proxy, with the settings that the service would have:
run it as the user of the service, with its environment, beside it or without it. It changes nothing. It exits with 65
if something has to be mended.`,
  examples: `Examples:
  ./plat doctor --data kc
  ./plat doctor --data kc --deep --json`,
  options: ['data', 'deep', 'json'],
  run: examine,
}

async function examine({ terminal, settings, options, answer }: Call): Promise<void> {
  const { clock } = terminal
  const isNode = settings.databaseUrl !== ''
  const folder = await lookAtFolder(settings.data, clock, { deep: options.deep ?? false, ofNode: isNode })
  const databaseConnections = connectionsOf(settings, threadsOf(settings.workers))
  const findings: readonly Finding[] = [
    ...machineFindings(thisMachine(), settings, folder.catalogBytes, clock),
    ...folder.findings,
    ...(isNode ? [] : folderValueFindings(settings.data)),
    ...(await databaseFindings({ ...settings, databaseConnections }, clock)),
    ...(await portFindings(settings, folder.isInUse)),
    ...publicFindings(settings),
    ...tileFindings(settings),
  ]
  const toMend = findings.filter(({ level }) => level === 'mend')
  answer(
    { data: settings.data, ok: toMend.length === 0, findings },
    findings.map((finding) => lineOf(finding, terminal.watched)),
  )
  if (toMend.length === 0) return
  const things = toMend.length === 1 ? 'One thing has' : `${toMend.length} things have`
  throw new CommandFault(`${things} to be mended: ${toMend.map(({ about }) => about).join(', ')}.`, EXIT.data)
}

const MARKS: Readonly<Record<Level, readonly [mark: string, colour: 'green' | 'yellow' | 'red']>> = {
  fine: ['fine', 'green'],
  look: ['LOOK', 'yellow'],
  mend: ['MEND', 'red'],
}

function lineOf({ about, level, sentence }: Finding, watched: boolean): string {
  const [mark, colour] = MARKS[level]
  return `${watched ? styleText(colour, mark) : mark}  ${about}: ${sentence}`
}
