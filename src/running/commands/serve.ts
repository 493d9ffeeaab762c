import { once } from 'node:events'
import { inheritedSockets, tileFileFault } from '../../doors/http/main-thread.ts'
import { readShared } from '../../kit/base/program.ts'
import { SETTINGS, type SettingName } from '../../kit/base/settings.ts'
import { consoleFiles } from '../serving/console-files.ts'
import { crewOf } from '../serving/crew.ts'
import { openLog } from '../serving/log.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'

/** `plat serve` has every setting of the service as an option. */
export const COMMAND: SingleCommand = {
  description: 'Answer HTTP calls until Ctrl-C.',
  explanation: `If the data folder is missing or has no catalogue, it is made with a sample of --homes homes first.
Every option has a variable PLAT_…, shown in brackets; docs/settings.md says what is accepted.

Log lines are JSON on standard error. Ctrl-C or SIGTERM lets calls in flight finish; a second one does not.
One service has a data folder. docs/scaling.md says how to replace it without refusing a call.`,
  examples: `Example:
  ./plat serve --data kc --port 9000`,
  options: Object.keys(SETTINGS) as SettingName[], // the keys of the table
  run: serve,
}

async function serve({ terminal, settings }: Call): Promise<void> {
  const { interrupted } = terminal
  const fault = tileFileFault(settings.mapTiles)
  if (fault !== undefined) throw fault
  const log = openLog(settings.logLevel)
  readShared()
  if (settings.console === 'on') consoleFiles()
  const crew = crewOf(settings, log, inheritedSockets(settings)) // its threads load the program while this one does
  const { start } = await import('../serving/start.ts')
  const say = (sentence: string) => (terminal.watched ? terminal.note(sentence) : log.info({}, sentence))
  const running = await start(settings, terminal, log, { crew, say })
  // A person sees the start page instead, which has more.
  if (!terminal.watched) {
    for (const day of running.days) log.info(day, 'Today is not the day of the clock in this area: see PLAT_TODAY')
    const { local, ports, operators } = running
    log.info({ address: local, ports, operators }, 'The service answers')
  }
  for (const line of running.page) terminal.print(line)
  const ended = AbortSignal.any([interrupted, running.failed])
  if (!ended.aborted) await once(ended, 'abort')
  say(`Stopping: calls in flight have ${settings.shutdownS} s to end`)
  await running.stop()
  running.failed.throwIfAborted()
  if (!terminal.watched) log.info({}, 'The service has ended')
}
