import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { writePlans } from '../access/write-plans.ts'
import { needs } from '../needs.ts'
import { fillSample, newKey, PLAT, Program, plat, scratch } from './program.ts'
import { DEMO_PLAN, planOf } from './spending.ts'

const HOMES = 500
const WORKERS = 2
const CREDITS = 1_000_000

/**
 * A program that holds the sockets, as systemd does. For each line of its standard input, it stops the running service,
 * and starts the next one with the same sockets. At the end of the input, it stops the last service, and exits with
 * that service's exit code.
 */
const HOLDER = `
import fcntl, os, signal, socket, subprocess, sys
workers, *command = sys.argv[1:]
held, ports = [], []
for place in range(2):
    for worker in range(int(workers)):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(('127.0.0.1', ports[place] if worker > 0 else 0))
        one.listen(4096)
        if worker == 0: ports.append(one.getsockname()[1])
        held.append(fcntl.fcntl(one.detach(), fcntl.F_DUPFD_CLOEXEC, 100))
def passed():
    for place, one in enumerate(held): os.dup2(one, 3 + place)
with_pid = ['sh', '-c', 'LISTEN_PID=$$ exec "$@"', 'sh', *command]
for port in ports: with_pid += ['--port', str(port)]
running = None
def stop():
    running.send_signal(signal.SIGTERM)
    return running.wait()
for line in sys.stdin:
    if running: print('Ended with', running.wait() if line == 'wait\\n' else stop(), flush=True)
    running = subprocess.Popen(with_pid, preexec_fn=passed, close_fds=False, env={**os.environ, 'LISTEN_FDS': str(len(held))})
    print('Started', running.pid, flush=True)
sys.exit(stop())
`

/** Starts the program that holds the sockets, with the first service. */
async function held(context: TestContext, dataDir: string, environment: Readonly<Record<string, string>> = {}) {
  const words = ['-c', HOLDER, String(WORKERS), PLAT, 'serve', '--data', dataDir, '--operator-port', '0']
  const holder = new Program('python3', words, environment)
  let starts = 0
  /** `how`: the previous service is stopped (`stop`), or ends by itself (`wait`). */
  const next = async (how: 'stop' | 'wait' = 'stop') => {
    starts += 1
    holder.child.stdin?.write(`${how}\n`)
    await holder.shows(new RegExp(`^(.*All operations: [^\\n]*\\n){${starts}}`, 's'))
  }
  await next()
  const page = holder.stdout
  const origin = /For calls +(http:\S+)/.exec(page)?.[1] ?? ''
  const homePath = /\/byzpid\?zpid=\d+/.exec(page)?.[0] ?? ''
  const end = () => {
    holder.child.stdin?.end()
    return holder.ended()
  }
  const pid = () => Number([...holder.stdout.matchAll(/Started (\d+)/g)].at(-1)?.[1])
  context.after(end) // also after a failed test
  return { holder, origin, homePath, next, end, pid }
}

interface Outcomes {
  answered: number
  /** Calls that failed because their keep-alive connection was closed before the request arrived. */
  closedWhileIdle: number
  /** Calls that the service refused because it was overloaded. The test repeats such calls. */
  busy: number
  /** Calls that failed for another reason, by message. */
  readonly failures: Record<string, number>
}

/** Makes one call. If its keep-alive connection was closed, makes the call again on a new connection. */
async function call(url: string, key: string, agent: Agent, outcomes: Outcomes): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let isBegun = false
  const asked = request(url, { agent, headers: { 'x-service-key': key } }, (response) => {
    isBegun = true
    let text = ''
    response.on('error', reject).on('data', (part: Buffer) => {
      text += part
    })
    response.on('end', () => resolve(response.statusCode === 200 ? 'answered' : `${response.statusCode} ${text}`))
  })
  asked.on('error', (error) => (asked.reusedSocket && !isBegun ? resolve('closed') : reject(error))).end()
  try {
    const outcome = await promise
    if (outcome === 'answered') outcomes.answered += 1
    else if (outcome === 'closed') {
      outcomes.closedWhileIdle += 1
      await call(url, key, agent, outcomes)
    } else if (outcome.includes('The service is overloaded.')) {
      outcomes.busy += 1
      await pause(1000)
      await call(url, key, agent, outcomes)
    } else countFailure(outcome)
  } catch (error) {
    countFailure(`${isBegun ? 'cut' : 'not answered'}: ${String(error)}`)
  }
  function countFailure(what: string): void {
    const kind = what.replace(/"(requestId|instance)":"[^"]*",?/g, '')
    outcomes.failures[kind] = (outcomes.failures[kind] ?? 0) + 1
  }
}

const KEPT_CONNECTIONS = 200
const KEPT_EACH_MS = 1000
const NEW_EACH_MS = 20
const REPLACEMENTS = 10
const LIFE_MS = 3000

test('a service on inherited sockets is replaced ten times under load: no connection is refused, no answer cut, each credit spent once', {
  ...needs('Python'),
  timeout: 600_000,
}, async (context) => {
  const folder = scratch()
  context.after(() => folder.remove())
  await fillSample(folder.path, HOMES)
  writePlans(folder.path, [planOf(CREDITS), DEMO_PLAN])
  // On a busy machine, a start takes so long that more calls wait than the default limit allows.
  const environment = { PLAT_CONNECTIONS: '20000' }
  const { holder, origin, homePath, next, end } = await held(context, folder.path, environment)
  const { key } = await newKey(folder.path, 'last')
  const url = `${origin}${homePath}`
  const outcomes: Outcomes = { answered: 0, closedWhileIdle: 0, busy: 0, failures: {} }
  let isOver = false
  const keeping = Array.from({ length: KEPT_CONNECTIONS }, async (_, i) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await pause((KEPT_EACH_MS * i) / KEPT_CONNECTIONS)
    while (!isOver) {
      await call(url, key, agent, outcomes)
      await pause(KEPT_EACH_MS)
    }
    agent.destroy()
  })
  const fresh: Promise<void>[] = []
  const unkept = new Agent({ keepAlive: false })
  const making = setInterval(() => fresh.push(call(url, key, unkept, outcomes)), NEW_EACH_MS)
  for (let replaced = 0; replaced < REPLACEMENTS; replaced++) {
    await pause(LIFE_MS)
    await next()
  }
  await pause(LIFE_MS)
  clearInterval(making)
  isOver = true
  await Promise.all([...keeping, ...fresh])
  assert.deepEqual(outcomes.failures, {})
  context.diagnostic(JSON.stringify(outcomes))
  assert.ok(outcomes.answered > 1000)
  assert.equal(await end(), 0)
  assert.equal(holder.stdout.match(/Ended with 0/g)?.length, REPLACEMENTS)
  assert.doesNotMatch(holder.stderr, /"level":"error"/)
  const { stdout } = await plat(['keys', 'list', '--json', '--data', folder.path])
  const { keys } = JSON.parse(stdout) as { keys: readonly { label: string; creditsUsed: number }[] }
  assert.ok(
    keys.some(({ creditsUsed }) => creditsUsed === outcomes.answered),
    stdout,
  )
})

test(
  'a dying worker takes its socket along: the service finishes its calls and fails, and the next one has all sockets',
  needs('Python'),
  async (context) => {
    const folder = scratch()
    context.after(() => folder.remove())
    await fillSample(folder.path, HOMES)
    const killer = `--import=${new URL('./ending-threads.ts', import.meta.url).href}`
    const { holder, origin, next, end, pid } = await held(context, folder.path, {
      NODE_OPTIONS: killer,
      ENDS_BY: 'throw',
    })
    process.kill(pid(), 'SIGUSR2')
    await next('wait')
    assert.match(holder.stdout, /Ended with 1\n/)
    assert.match(holder.stderr, /A worker died and closed its sockets, so the service stops/)
    assert.match(holder.stderr, /^A worker died and closed its sockets: start the service again\.$/m)
    for (let calls = 0; calls < 20; calls++) assert.equal((await fetch(`${origin}/health/ready`)).status, 200)
    assert.equal(await end(), 0)
  },
)
