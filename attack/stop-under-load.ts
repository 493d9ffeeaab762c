import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Served, serve } from '../test/e2e/program.ts'
import type { Attack, Measured } from './attack.ts'
import { Caller } from './caller.ts'
import { inFolder } from './harness.ts'

interface Size {
  readonly rounds: number
  readonly callers: number
  readonly homes: number
  /** How long the load lasts before the service is told to stop. */
  readonly loadMs: number
}

/** Every other caller rests so long between an answer and the next request, as people's programs do. */
const REST_MS = 20

export const stopUnderLoad: Attack = {
  name: 'stop-under-load',
  promise:
    'every request that was sent before the connection was announced to close is answered, whenever SIGTERM comes',
  short: () => attack({ rounds: 1, callers: 20, homes: 500, loadMs: 300 }),
  full: () => attack({ rounds: 5, callers: 200, homes: 5000, loadMs: 1500 }),
}

async function attack({ rounds, ...size }: Size): Promise<Measured> {
  const total = { sent: 0, answered: 0, lost: 0 }
  let slowestMs = 0
  for (let round = 0; round < rounds; round++) {
    const counted = await once(size)
    total.sent += counted.sent
    total.answered += counted.answered
    total.lost += counted.lost
    slowestMs = Math.max(slowestMs, counted.stopMs)
  }
  assert(total.answered > 0, 'nothing was answered at all')
  assert.equal(total.lost, 0, `${total.lost} of ${total.sent} requests were sent and never answered`)
  return {
    'requests sent': total.sent,
    'requests answered': total.answered,
    'requests lost': total.lost,
    'slowest end after SIGTERM, ms': Math.round(slowestMs),
  }
}

function once({ callers, homes, loadMs }: Omit<Size, 'rounds'>) {
  return inFolder(async (at) => {
    const count = { sent: 0, answered: 0, lost: 0 }
    const served = await serve(at(), { PLAT_HOMES: String(homes) })
    const port = Number(new URL(served.a).port)
    const open = await Promise.all(Array.from({ length: callers }, () => Caller.open(port)))
    const over = Promise.all(open.map((caller, i) => keepAsking(caller, served, i % 2 === 0 ? 0 : REST_MS, count)))
    await pause(loadMs)
    const startMs = performance.now()
    await served.stop()
    await over
    return { ...count, stopMs: performance.now() - startMs }
  })
}

/** Asks until the server announces or shows that it has had enough. */
async function keepAsking(
  caller: Caller,
  { homePath, key }: Served,
  restMs: number,
  count: { sent: number; answered: number; lost: number },
): Promise<void> {
  try {
    for (let closes = false; !closes && caller.open; ) {
      count.sent += 1
      const answer = await caller.ask(homePath, key)
      count.answered += 1
      closes = answer.closes
      if (restMs > 0) await pause(restMs)
    }
  } catch {
    count.lost += 1
  } finally {
    caller.close()
  }
}
