import { answerQuestions } from '../pinned.ts'
import { LoadConnection } from './load-connection.ts'

export interface LoadOrder {
  readonly port: number
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /** After this time no other pass over the paths begins; one pass is always made. */
  readonly seconds: number
}

export interface LoadReport {
  readonly requests: number
  readonly seconds: number
  readonly bodyBytes: number
  /** Answers other than 200. */
  readonly failures: number
  /** Share of its core that making the load took. */
  readonly busy: number
}

export interface Load {
  run(order: LoadOrder): Promise<LoadReport>
}

/** Sends each path equally often: whole passes over all of them, spread over the connections. */
async function run({ port, paths, headers, connections, seconds }: LoadOrder): Promise<LoadReport> {
  const requests = paths.map((path) => requestBytes(path, headers))
  const open = await Promise.all(Array.from({ length: connections }, () => LoadConnection.open(port)))
  const cpu = process.cpuUsage()
  const start = performance.now()
  const elapsedS = () => (performance.now() - start) / 1000
  let sent = 0
  let bodyBytes = 0
  let failures = 0
  const next = (): Uint8Array | undefined => {
    const place = sent % requests.length
    if (place === 0 && sent > 0 && elapsedS() >= seconds) return undefined
    sent++
    return requests[place]
  }
  const stopped = { value: false }
  const drive = (connection: LoadConnection) =>
    new Promise<void>((resolve, reject) => {
      const step = () => {
        const request = stopped.value ? undefined : next()
        stopped.value ||= request === undefined
        if (request === undefined) resolve()
        else
          connection.send(
            request,
            ({ status, bytes }) => {
              bodyBytes += bytes
              failures += Number(status !== 200)
              step()
            },
            reject,
          )
      }
      step()
    })
  try {
    await Promise.all(open.map(drive))
  } finally {
    for (const connection of open) connection.close()
  }
  const tookS = elapsedS()
  const { user, system } = process.cpuUsage(cpu)
  return { requests: sent, seconds: tookS, bodyBytes, failures, busy: (user + system) / 1e6 / tookS }
}

function requestBytes(path: string, headers: Readonly<Record<string, string>>): Uint8Array {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

answerQuestions({ run } satisfies Load)
