import { Command } from 'commander'
import { DEMO_KEY } from '../access/index.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { inShell } from '../base/sentence.ts'
import type { Settings } from '../base/settings.ts'
import { catalogStoreOf } from './database.ts'
import { openLog } from './log.ts'
import { EXIT_CODES_HELP, readTold, type Told, withOptions } from './options.ts'
import type { Terminal } from './terminal.ts'
import { versionOfPlat } from './version.ts'

const AFTER_HELP = `
Hosts of agents start this command and speak to it over standard input and output; nothing else is written there.
With --url it passes everything on to a running Plat. Without, it opens the data folder itself, on free ports that
only this machine reaches, and closes it with the host; the demo key is good where the folder holds a sample.
A key in PLAT_API_KEY is not seen in the list of processes, as one in --api-key is.
${EXIT_CODES_HELP}

Example:
  ./plat mcp --url http://127.0.0.1:8080
docs/agents.md shows what to write into the settings of a host.`

/** `plat mcp`: the Model Context Protocol over standard input and output. */
export function mcpCommand(terminal: Terminal): Command {
  const command = new Command('mcp')
    .summary('let an agent on this machine ask, over standard input and output')
    .description('Speak the Model Context Protocol over standard input and output, for an agent on this machine.')
    .addHelpText('after', AFTER_HELP)
    .action(() => speak(terminal, readTold(command, terminal)))
  return withOptions(command, ['url', 'apiKey', 'data', 'logLevel', 'today'])
}

async function speak(terminal: Terminal, { settings, options, isGiven }: Told): Promise<void> {
  const { url, apiKey } = options
  if (url !== undefined && isGiven('data'))
    throw new CommandFault(
      'Cannot use --url with --data: give the address of a running Plat, or a data folder.',
      EXIT.usage,
    )
  const logLevel = isGiven('logLevel') ? settings.logLevel : 'warn' // hosts show what is written there as errors
  if (url === undefined) return speakHere(terminal, { ...settings, logLevel }, apiKey)
  await serveRemote(terminal, { url, key: apiKey ?? DEMO_KEY })
}

/** Answers from the data folder, by a service of its own. */
async function speakHere(terminal: Terminal, settings: Settings, apiKey: string | undefined): Promise<void> {
  const { data } = settings
  const store = await catalogStoreOf(settings)
  if (store.isFolder && store.kind() === undefined) {
    const sample = `./plat sample --data ${inShell(data)}`
    throw new CommandFault(
      `There is no catalogue in "${data}": make one with ${sample} or ./plat import.`,
      EXIT.noInput,
    )
  }
  const { start } = await import('./start.ts')
  const silent: Terminal = { ...terminal, print: terminal.note } // standard output belongs to the protocol
  const running = await start({ ...settings, ...OF_ITS_OWN }, silent, openLog(settings.logLevel))
  try {
    await serveRemote(terminal, { url: running.addresses.local, key: apiKey ?? DEMO_KEY })
  } finally {
    await running.stop()
  }
}

/** A service for one host: nobody else finds it. */
const OF_ITS_OWN = {
  host: '127.0.0.1',
  portA: 0,
  portB: 0,
  portC: 0,
  hostA: '',
  hostB: '',
  hostC: '',
  operatorHost: '127.0.0.1',
  operatorPort: 0,
  workers: 1,
} as const satisfies Partial<Settings>

/** Until the host closes standard input, or the process is told to end. */
async function serveRemote({ interrupted, note }: Terminal, remote: { url: string; key: string }) {
  const { serveHost, toolsAt } = await import('../mcp/relay.ts')
  const ended = new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    if (interrupted.aborted) resolve(undefined)
    else interrupted.addEventListener('abort', resolve, { once: true })
  })
  const close = serveHost(toolsAt(remote), versionOfPlat(), ({ message }) => note(message))
  await ended
  await close()
  process.stdin.destroy()
}
