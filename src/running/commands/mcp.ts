import { DEMO_KEY, ownerOf } from '../../guard/access/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { programVersion } from '../../kit/base/program.ts'
import { inShell } from '../../kit/base/sentence.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import { openLog } from '../serving/log.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** `plat mcp` serves the Model Context Protocol over standard input and output. */
export const COMMAND: SingleCommand = {
  description: 'Speak the Model Context Protocol over standard input and output, for an agent on this machine.',
  explanation: `Hosts of agents start this command and speak to it over standard input and output; nothing else is written there.
With --url it passes everything on to a running Plat. Without, it passes everything on to the service that has the data
folder. Where none has, it opens the folder itself, on free ports that only this machine reaches, and closes it with
the host; the demo key is good where the folder holds a sample.
A key in PLAT_API_KEY is not seen in the list of processes, as one in --api-key is.`,
  examples: `Example:
  ./plat mcp --url http://127.0.0.1:8080
docs/agents.md shows what to write into the settings of a host.`,
  options: ['url', 'apiKey', 'data', 'logLevel', 'today'],
  run: speak,
}

async function speak({ terminal, settings, options, isGiven }: Call): Promise<void> {
  const { url, apiKey } = options
  if (url !== undefined && isGiven('data'))
    throw new CommandFault(
      'Cannot use --url with --data: give the address of a running Plat, or a data folder.',
      EXIT.usage,
    )
  const logLevel = isGiven('logLevel') ? settings.logLevel : 'warn' // hosts show such lines as errors
  if (url === undefined) return speakHere(terminal, { ...settings, logLevel }, apiKey)
  await serveRemote(terminal, { url, key: apiKey ?? DEMO_KEY })
}

/** Answers from the data folder, through the service that has it open, or else through one of its own. */
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
  const key = apiKey ?? DEMO_KEY
  const owner = settings.databaseUrl === '' ? ownerOf(data) : undefined
  if (owner?.url !== undefined) return serveRemote(terminal, { url: owner.url, key })
  const { start } = await import('../serving/start.ts')
  const silent: Terminal = { ...terminal, print: terminal.note } // standard output belongs to the protocol
  const running = await start({ ...settings, ...PRIVATE_SETTINGS }, silent, openLog(settings.logLevel))
  try {
    await serveRemote(terminal, { url: running.local, key })
  } finally {
    await running.stop()
  }
}

/** The settings of a service for one host, which nobody else can find. */
const PRIVATE_SETTINGS = {
  host: '127.0.0.1',
  port: [0],
  operatorHost: '127.0.0.1',
  operatorPort: 0,
  workers: 1,
} as const satisfies Partial<Settings>

/** Serves until the host closes standard input, or the process receives a signal to end. */
async function serveRemote({ interrupted, note }: Terminal, remote: { url: string; key: string }) {
  const { serveHost, answersAt } = await import('../../doors/mcp/relay.ts')
  const ended = new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    if (interrupted.aborted) resolve(undefined)
    else interrupted.addEventListener('abort', resolve, { once: true })
  })
  const close = serveHost(answersAt(remote), programVersion(), ({ message }) => note(message))
  await ended
  await close()
  process.stdin.destroy()
}
