import { styleText } from 'node:util'
import { Command } from 'commander'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { databaseFindings } from '../doctor/database.ts'
import type { Finding, Level } from '../doctor/finding.ts'
import { lookAtFolder } from '../doctor/folder.ts'
import { machineFindings, thisMachine } from '../doctor/machine.ts'
import { portFindings, publicFindings, tileFindings } from '../doctor/network.ts'
import { folderValueFindings } from '../doctor/values.ts'
import { threadsOf } from '../serving/crew.ts'
import { connectionsOf } from '../serving/database.ts'
import { printJson } from '../terminal/command-group.ts'
import { EXIT_CODES_HELP, readTold, type Told, withOptions } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

const AFTER_HELP = `
It looks at Node, the data folder and its disk, formats, keys and credits, the clock, ports, limits, memory, the
database that nodes share, and what is easily forgotten behind a proxy, with the settings that the service would have:
run it as the user of the service, with its environment, beside it or without it. It changes nothing. It exits with 65
if something has to be mended.
${EXIT_CODES_HELP}

Examples:
  ./plat doctor --data kc
  ./plat doctor --data kc --deep --json`

/** `plat doctor` finds an operator's mistakes, and says what to do about them. */
export function doctorCommand(terminal: Terminal): Command {
  const command = new Command('doctor')
    .summary('look for what an operator should know or mend')
    .description('Look at the machine, the data folder and the settings for what an operator should know or mend.')
    .addHelpText('after', AFTER_HELP)
    .action(() => examine(terminal, readTold(command, terminal)))
  return withOptions(command, ['data', 'deep', 'json'])
}

async function examine(terminal: Terminal, { settings, options }: Told): Promise<void> {
  const { clock } = terminal
  const isNode = settings.databaseUrl !== ''
  const folder = lookAtFolder(settings.data, clock, { deep: options.deep ?? false, ofNode: isNode })
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
  if (options.json) printJson(terminal, { data: settings.data, ok: toMend.length === 0, findings })
  else for (const finding of findings) terminal.print(lineOf(finding, terminal.watched))
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
