import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../../src/base/random.ts'
import { Caller } from '../caller.ts'
import type { LoadOrder, LoadReport, Times } from './order.ts'

/** Entry of the process: the order comes on standard input, the report goes to standard output. */
const order = JSON.parse(await text(process.stdin)) as LoadOrder // as order.ts writes it
const { port, key, paths, named, seconds, connections, perSecond } = order

const latenesses: number[] = []
const times = new Map<number, number[]>()
let [withoutRetryAfter, lost, unsent, asked] = [0, 0, 0, 0]
const startMs = performance.now()
const endMs = startMs + seconds * 1000

async function ask(caller: Caller, sinceMs: number): Promise<boolean> {
  const path = paths[asked % paths.length] ?? '/'
  const name = named ? `${process.pid}-${asked}` : undefined
  asked += 1
  try {
    const { status, head } = await caller.ask(path, key, name)
    const of = times.get(status) ?? []
    times.set(status, of)
    of.push(performance.now() - sinceMs)
    if (status === 503 && !/\r\nretry-after: \d/i.test(head)) withoutRetryAfter += 1
    return caller.open
  } catch {
    lost += 1
    return false
  }
}

async function closedLoop(): Promise<void> {
  let caller = await Caller.open(port)
  while (performance.now() < endMs) {
    if (!(await ask(caller, performance.now()))) caller = await Caller.open(port)
  }
  caller.close()
}

async function openLoop(rate: number): Promise<void> {
  const random = new Random(1, 'arrivals')
  const idle: Caller[] = []
  const running = new Set<Promise<void>>()
  let open = 0
  const call = async () => {
    const sinceMs = performance.now()
    let caller = idle.pop()
    if (caller === undefined) {
      if (open >= connections) {
        unsent += 1
        return
      }
      open += 1
      caller = await Caller.open(port)
    }
    if (await ask(caller, sinceMs)) idle.push(caller)
    else open -= 1
  }
  for (let dueMs = startMs; dueMs < endMs; dueMs += (-Math.log(1 - random.unit()) * 1000) / rate) {
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    else latenesses.push(-waitMs)
    const made = call().finally(() => running.delete(made))
    running.add(made)
  }
  await Promise.all(running)
  for (const caller of idle) caller.close()
}

if (perSecond === undefined) await Promise.all(Array.from({ length: connections }, closedLoop))
else await openLoop(perSecond)

const elapsedS = (performance.now() - startMs) / 1000
const answers = Object.fromEntries([...times].map(([status, of]) => [status, timesOf(of)]))
process.stdout.write(
  JSON.stringify({ answers, withoutRetryAfter, lost, unsent, late: timesOf(latenesses) } satisfies LoadReport),
)

function timesOf(of: readonly number[]): Times {
  const sorted = of.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { calls: of.length, perSecond: of.length / elapsedS, medianMs: at(0.5), p99Ms: at(0.99), slowestMs: at(1) }
}
