import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { tileFileFault } from '../../doors/http/content/tile-file.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { inShell } from '../../kit/base/sentence.ts'
import { SETTINGS, type SettingName } from '../../kit/base/settings.ts'
import { crewOf } from '../serving/crew.ts'
import { openLog } from '../serving/log.ts'
import { EXIT_CODES_HELP, readTold, type Told, withOptions } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

const AFTER_HELP = `
If the data folder has no catalogue, a sample of --homes homes is made first. A folder named with --data must exist.
Every option has a variable PLAT_…, shown in brackets; docs/settings.md says what is accepted.

Log lines are JSON on standard error. Ctrl-C or SIGTERM lets calls in flight finish; a second one does not.
One service has a data folder. With --take-over this one takes it from the service that has it, without refusing a call.
${EXIT_CODES_HELP}

Example:
  ./plat serve --data kc --port-a 9000`

/** `plat serve` has every setting of the service as an option. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .summary('answer HTTP calls')
    .description('Answer HTTP calls for areas A, B and C until Ctrl-C.')
    .addHelpText('after', AFTER_HELP)
    .action(() => serve(terminal, readTold(command, terminal)))
  return withOptions(command, ['takeOver', ...(Object.keys(SETTINGS) as SettingName[])]) // the keys of the table
}

async function serve(terminal: Terminal, { settings, options, isGiven }: Told): Promise<void> {
  const { interrupted } = terminal
  if (isGiven('data') && settings.databaseUrl === '') checkFolder(settings.data)
  const fault = tileFileFault(settings.mapTiles)
  if (fault !== undefined) throw fault
  const log = openLog(settings.logLevel)
  const crew = crewOf(settings, log) // its threads load the program while this one does
  const { start } = await import('../serving/start.ts')
  const running = await start(settings, terminal, log, { crew, takesOver: options.takeOver === true })
  // A person sees the start page instead, which has more.
  if (!terminal.watched) {
    for (const day of running.days) log.info(day, 'Today is not the day of the clock in this area: see PLAT_TODAY')
    log.info({ origins: running.addresses.origins, operators: running.operators }, 'The service answers')
  }
  for (const line of running.page) terminal.print(line)
  const ended = AbortSignal.any([interrupted, running.wanted])
  await new Promise((resolve) => {
    if (ended.aborted) resolve(undefined)
    else ended.addEventListener('abort', resolve, { once: true })
  })
  if (running.wanted.aborted) log.info({}, 'Another service takes the data folder over')
  await running.stop()
  if (!terminal.watched) log.info({}, 'The service has ended')
}

/** Refuses a missing folder: a mistyped one would get a sample, whose invented homes would pass for real ones. */
function checkFolder(dataDir: string): void {
  if (existsSync(dataDir)) return
  const data = `--data ${inShell(dataDir)}`
  throw new CommandFault(
    `There is no folder "${dataDir}": create it, or make a catalogue there with ./plat sample ${data} or ./plat import FILE --mapping NAME ${data}.`,
    EXIT.noInput,
  )
}
