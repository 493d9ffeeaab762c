import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { CommandFault, EXIT } from '../base/failure.ts'
import { inShell } from '../base/sentence.ts'
import { SETTINGS, type SettingName } from '../base/settings.ts'
import { tileFileFault } from '../http/tile-file.ts'
import { crewOf } from './crew.ts'
import { openLog } from './log.ts'
import { EXIT_CODES_HELP, readTold, type Told, withOptions } from './options.ts'
import type { Terminal } from './terminal.ts'

const AFTER_HELP = `
If the data folder has no catalogue, a sample of --homes homes is made first. A folder named with --data must exist.
Every option has a variable PLAT_…, shown in brackets; docs/settings.md says what is accepted.

Log lines are JSON on standard error. Ctrl-C or SIGTERM lets calls in flight finish; a second one does not.
${EXIT_CODES_HELP}

Example:
  ./plat serve --data kc --port-a 9000`

/** `plat serve`: every setting of the service as an option. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .summary('answer HTTP calls')
    .description('Answer HTTP calls for areas A, B and C until Ctrl-C.')
    .addHelpText('after', AFTER_HELP)
    .action(() => serve(terminal, readTold(command, terminal)))
  return withOptions(command, Object.keys(SETTINGS) as SettingName[]) // they are the keys of the table
}

async function serve(terminal: Terminal, { settings, isGiven }: Told): Promise<void> {
  const { interrupted } = terminal
  if (isGiven('data') && settings.databaseUrl === '') checkFolder(settings.data)
  const fault = tileFileFault(settings.mapTiles)
  if (fault !== undefined) throw fault
  const log = openLog(settings.logLevel)
  const crew = crewOf(settings, log) // its threads load the program while this one does
  const { start } = await import('./start.ts')
  const running = await start(settings, terminal, log, crew)
  // To a person the start page says the same, and better
  if (!terminal.watched) {
    for (const day of running.days) log.info(day, 'Today is not the day of the clock in this area: see PLAT_TODAY')
    log.info({ origins: running.addresses.origins, operators: running.operators }, 'The service answers')
  }
  for (const line of running.page) terminal.print(line)
  await new Promise((resolve) => {
    if (interrupted.aborted) resolve(undefined)
    else interrupted.addEventListener('abort', resolve, { once: true })
  })
  await running.stop()
  if (!terminal.watched) log.info({}, 'The service has ended')
}

/** A mistyped folder would get a sample in it, and its invented homes would be taken for one's own. */
function checkFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  const data = `--data ${inShell(dataDir)}`
  throw new CommandFault(
    `There is no folder "${dataDir}": create it, or make a catalogue there with ./plat sample ${data} or ./plat import FILE --mapping NAME ${data}.`,
    EXIT.noInput,
  )
}
