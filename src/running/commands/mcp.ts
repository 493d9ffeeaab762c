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
  description:
    'Connect an AI agent on this machine through the Model Context Protocol, over standard input and output.',
  explanation: `The agent's host starts this command. With --url, the command forwards everything to a running Plat. Without --url, it
forwards everything to the service that runs on the data folder. If none runs, it starts its own service, which only
this machine can reach, and stops it together with the host. The demo key works if the folder has a sample.
Put your key in PLAT_API_KEY: other users of the machine can see --api-key in the list of processes.`,
  examples: `Example:
  ./plat mcp --url http://127.0.0.1:8080
docs/agents.md shows the settings for common hosts.`,
  options: ['url', 'apiKey', 'data', 'logLevel', 'today'],
  texts: { logLevel: 'Least severe log lines to write: silent, error, warn or info. Default: warn.' },
  run: speak,
}

async function speak({ terminal, settings, options, isGiven }: Call): Promise<void> {
  const { url, apiKey } = options
  if (url !== undefined && isGiven('data'))
    throw new CommandFault(
      'Cannot use --url together with --data: give the address of a running Plat or a data folder.',
      EXIT.usage,
    )
  const logLevel = isGiven('logLevel') ? settings.logLevel : 'warn' // hosts show log lines as errors
  if (url === undefined) return speakHere(terminal, { ...settings, logLevel }, apiKey)
  await serveRemote(terminal, { url, key: apiKey ?? DEMO_KEY })
}

/** Serves the protocol through the service that runs on the data folder. Starts a private service if none runs. */
async function speakHere(terminal: Terminal, settings: Settings, apiKey: string | undefined): Promise<void> {
  const { data } = settings
  const store = await catalogStoreOf(settings)
  if (store.isFolder && store.kind() === undefined) {
    const sample = `./plat sample --data ${inShell(data)}`
    throw new CommandFault(`There is no catalog in "${data}": make one with ${sample} or ./plat import.`, EXIT.noInput)
  }
  const key = apiKey ?? DEMO_KEY
  const owner = settings.databaseUrl === '' ? ownerOf(data) : undefined
  if (owner?.url !== undefined) return serveRemote(terminal, { url: owner.url, key })
  const { start } = await import('../serving/start.ts')
  const silent: Terminal = { ...terminal, print: terminal.note } // standard output is only for protocol messages
  const running = await start({ ...settings, ...PRIVATE_SETTINGS }, silent, openLog(settings.logLevel))
  try {
    await serveRemote(terminal, { url: running.local, key })
  } finally {
    await running.stop()
  }
}

/** Settings of a service for a single host program: any free port, reachable only from this machine. */
const PRIVATE_SETTINGS = {
  host: '127.0.0.1',
  port: [0],
  operatorHost: '127.0.0.1',
  operatorPort: 0,
  workers: 1,
} as const satisfies Partial<Settings>

/** Forwards messages to a remote Plat, until the host closes standard input or the process is interrupted. */
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
