import { styleText } from 'node:util'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { folderContentFindings } from '../doctor/catalog.ts'
import { databaseFindings } from '../doctor/database.ts'
import type { Finding, Level } from '../doctor/finding.ts'
import { lookAtFolder } from '../doctor/folder.ts'
import { machineFindings, thisMachine } from '../doctor/machine.ts'
import { portFindings, publicFindings, routingFindings, tileFindings } from '../doctor/network.ts'
import { threadsOf } from '../serving/crew.ts'
import { connectionsOf } from '../serving/database.ts'
import { withOwnTiles } from '../serving/own-tiles.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { showing } from '../terminal/terminal.ts'

/** `plat doctor` finds mistakes in a setup, and says how to fix them. */
export const COMMAND: SingleCommand = {
  description: 'Find problems in your setup, and how to fix them: the machine, the data folder and the settings.',
  explanation: `It checks Node, the data folder and its disk, formats, keys and credits, the clock, ports, limits, memory, the shared
database, and settings that are easily forgotten behind a proxy. It changes nothing. Run it as the user of the service
and with its environment, so that it sees the same settings; the service may keep running. It exits with 65 if
something must be fixed.`,
  examples: `Examples:
  ./plat doctor --data kc
  ./plat doctor --data kc --deep --json`,
  options: ['data', 'deep', 'json'],
  never: ['nobody', 'noInput', 'cannotWrite', 'io', 'busy', 'denied'],
  run: examine,
}

async function examine({ terminal, settings, options, answer }: Call): Promise<void> {
  const { clock } = terminal
  const isNode = settings.databaseUrl !== ''
  const { deep = false } = options
  const folder = await showing(terminal, 'Reading rows', (onProgress) =>
    lookAtFolder(settings.data, clock, { deep, ofNode: isNode, onProgress }),
  )
  const databaseConnections = connectionsOf(settings, threadsOf(settings.workers))
  const findings: readonly Finding[] = [
    ...machineFindings(thisMachine(), settings, folder.catalogBytes, clock),
    ...folder.findings,
    ...(isNode ? [] : folderContentFindings(settings, clock)),
    ...(await databaseFindings({ ...settings, databaseConnections }, clock)),
    ...(await portFindings(settings)),
    ...publicFindings(settings),
    ...tileFindings(withOwnTiles(settings)),
    ...(await routingFindings(settings)),
  ]
  const toFix = findings.filter(({ level }) => level === 'mend')
  answer(
    { data: settings.data, ok: toFix.length === 0, findings },
    findings.map((finding) => lineOf(finding, terminal.watched)),
  )
  if (toFix.length === 0) return
  const problems = toFix.length === 1 ? 'One problem' : `${toFix.length} problems`
  throw new CommandFault(`${problems} must be fixed: ${toFix.map(({ about }) => about).join(', ')}.`, EXIT.data)
}

const MARKS: Readonly<Record<Level, readonly [mark: string, color: 'green' | 'yellow' | 'red']>> = {
  fine: ['fine', 'green'],
  look: ['LOOK', 'yellow'],
  mend: ['FIX ', 'red'],
}

function lineOf({ about, level, sentence }: Finding, watched: boolean): string {
  const [mark, color] = MARKS[level]
  return `${watched ? styleText(color, mark) : mark}  ${about}: ${sentence}`
}
