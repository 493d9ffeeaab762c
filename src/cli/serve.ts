import { Command } from 'commander'
import { optionOf, readSettings, SETTINGS, type SettingName, variableOf } from '../base/settings.ts'
import { openLog } from './log.ts'
import { start, unlessDamaged } from './start.ts'
import { startPage } from './start-page.ts'
import type { Terminal } from './terminal.ts'

/** What stands for a value in the help. */
const VALUES: Readonly<Partial<Record<SettingName, string>>> = {
  data: 'DIR',
  host: 'ADDRESS',
  portA: 'N',
  portB: 'N',
  portC: 'N',
  shutdownS: 'SECONDS',
  logLevel: 'LEVEL',
  homes: 'N',
  seed: 'N',
}

const AFTER_HELP = `
Without a catalogue in the data folder a sample is made first, of --homes homes.
Every option has a variable PLAT_…, shown in brackets; docs/settings.md tells what is accepted.

Log lines are JSON on standard error. Ctrl-C or SIGTERM lets calls in flight finish; a second one does not.

Exit codes: 0 ended by a signal; 64 wrong options or settings; 65 the data is damaged; 66 there is no such data;
73 cannot write to the data folder; 75 a port is in use; 130 interrupted before it served.`

/** `plat serve`: every setting of the service as an option. */
export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .summary('answer HTTP calls')
    .description('Answer HTTP calls for areas A, B and C until Ctrl-C.')
    .addHelpText('after', AFTER_HELP)
    .action(() => serve(terminal, command.opts()))
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const { doc, fallback } = SETTINGS[name]
    const note = fallback === '' ? variableOf(name) : `${variableOf(name)}, default ${fallback}`
    command.option(`${optionOf(name)} <${VALUES[name] ?? 'TEXT'}>`, `${doc} [${note}]`)
  }
  return command
}

async function serve(terminal: Terminal, options: Partial<Record<SettingName, string>>): Promise<void> {
  const { interrupted } = terminal
  const settings = readSettings(terminal.environment, options)
  const log = openLog(settings.logLevel)
  const running = await start(settings, terminal, log)
  const { listening, catalog } = running
  // To a person the start page says the same, and better
  if (!terminal.watched) log.info({ origins: listening.origins }, 'The service answers')
  const page = await unlessDamaged(catalog, startPage(settings, listening, catalog)).catch(async (error: unknown) => {
    await running.stop()
    throw error
  })
  for (const line of page) terminal.print(line)
  await new Promise((resolve) => {
    if (interrupted.aborted) resolve(undefined)
    else interrupted.addEventListener('abort', resolve, { once: true })
  })
  await running.stop()
  if (!terminal.watched) log.info({}, 'The service has ended')
}
