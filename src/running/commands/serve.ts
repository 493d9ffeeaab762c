import { once } from 'node:events'
import { inheritedSockets, tileFileFault } from '../../doors/http/main-thread.ts'
import { readShared } from '../../kit/base/program.ts'
import { SETTINGS, type SettingName, TOPICS } from '../../kit/base/settings.ts'
import { consoleFiles } from '../serving/console-files.ts'
import { crewOf } from '../serving/crew.ts'
import { openLog } from '../serving/log.ts'
import { withOwnTiles } from '../serving/own-tiles.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'

/** `plat serve` starts the service. Every setting of the service is an option. */
export const COMMAND: SingleCommand = {
  description: 'Start the service: answer HTTP requests until Ctrl-C.',
  explanation: `If the data folder has no catalog, Plat first makes a sample with --homes homes. You can also set every option with the
variable in brackets; docs/settings.md lists the allowed values.

The log is JSON on standard error. Ctrl-C or SIGTERM stops the service after the running requests; a second signal
stops it at once. Only one service can use a data folder. docs/scaling.md says how to replace a service without downtime.`,
  examples: `Example:
  ./plat serve --data kc --port 9000`,
  options: Object.keys(SETTINGS) as SettingName[], // SETTINGS has no other keys
  topics: TOPICS,
  run: serve,
}

async function serve({ terminal, settings: given }: Call): Promise<void> {
  const settings = withOwnTiles(given)
  const { interrupted } = terminal
  const fault = tileFileFault(settings.mapTiles)
  if (fault !== undefined) throw fault
  const log = openLog(settings.logLevel)
  readShared()
  if (settings.console === 'on') consoleFiles()
  const crew = crewOf(settings, log, inheritedSockets(settings)) // worker threads load the program in parallel
  const { start } = await import('../serving/start.ts')
  const say = (sentence: string) => (terminal.watched ? terminal.note(sentence) : log.info({}, sentence))
  const running = await start(settings, terminal, log, { crew, say })
  // A user at a terminal sees the start page instead of this log line.
  if (!terminal.watched) {
    for (const day of running.days) log.info(day, 'Today in this area differs from the clock: see PLAT_TODAY')
    const { local, ports, operators } = running
    log.info({ address: local, ports, operators }, 'The service is ready')
  }
  for (const line of running.page) terminal.print(line)
  const ended = AbortSignal.any([interrupted, running.failed])
  if (!ended.aborted) await once(ended, 'abort')
  say(`Stopping: running requests have ${settings.shutdownS} s to finish`)
  await running.stop()
  running.failed.throwIfAborted()
  if (!terminal.watched) log.info({}, 'The service has stopped')
}
