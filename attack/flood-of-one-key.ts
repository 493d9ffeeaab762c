import assert from 'node:assert/strict'
import type { Attack, Measured } from './attack.ts'
import { type LoadTrial, load, timesOf, withLoad } from './load.ts'

const HOMES = 50_000
const SECONDS = 5
const CONNECTIONS = 64
const MAX_SLOWER = 2

/** Calls a second of the other key. */
const PER_SECOND = 50

/** A round counts with its best: a neighbour's load on the machine is none of its doing. */
const ROUNDS = 5

export const floodOfOneKey: Attack = {
  name: 'flood-of-one-key',
  promise:
    'a flood of named calls from one key slows the calls of another by no more than twice, and none of them is refused',
  short: () => withLoad(500, 2, short),
  long: 'It makes load; src/doors/http/load/call-queue.test.ts tests that keys take turns.',
  full: () => withLoad(HOMES, 0, full),
}

/**
 * Calls of the other key, open loop where `perSecond` says how many, beside a flood that fills the line. Where several
 * threads answer, a call that has a name waits for another thread before it is worked on.
 */
async function beside(
  { keys: [flooding, other], port, paths }: LoadTrial,
  { seconds, flooders, ...calls }: { seconds: number; flooders: number; connections: number; perSecond?: number },
) {
  const flood = load({ port, key: flooding, paths, named: true, seconds: seconds + 1, connections: flooders })
  const report = await load({ port, key: other, paths, seconds, ...calls })
  const flooded = timesOf(await flood, 200)
  assert.deepEqual(Object.keys(report.answers), ['200'], 'calls of the other key were refused')
  return { ...timesOf(report, 200), flooded: flooded.perSecond }
}

async function short(trial: LoadTrial): Promise<Measured> {
  // One after the other: at a fixed rate they would pile up to a flood of their own while the machine is busy
  const { calls, flooded } = await beside(trial, { seconds: 2, flooders: 200, connections: 2 })
  assert(calls > 0 && flooded > 0)
  return { 'calls beside the flood': calls }
}

async function full(trial: LoadTrial): Promise<Measured> {
  let best = { aloneMs: 1, besideMs: Number.POSITIVE_INFINITY, flooded: 0 }
  const { keys, port, paths } = trial
  await load({ port, key: keys[0], paths, seconds: 1, connections: 8 })
  for (let round = 0; round < ROUNDS && best.besideMs > MAX_SLOWER * best.aloneMs; round++) {
    const alone = await load({ port, key: keys[1], paths, seconds: SECONDS, connections: 50, perSecond: PER_SECOND })
    const { medianMs: aloneMs } = timesOf(alone, 200)
    const { medianMs: besideMs, flooded } = await beside(trial, {
      seconds: SECONDS,
      flooders: CONNECTIONS,
      connections: 50,
      perSecond: PER_SECOND,
    })
    process.stdout.write(
      `    ${aloneMs.toFixed(2)} ms alone, ${besideMs.toFixed(2)} ms beside ${Math.round(flooded)}/s\n`,
    )
    if (besideMs / aloneMs < best.besideMs / best.aloneMs) best = { aloneMs, besideMs, flooded }
  }
  const { aloneMs, besideMs, flooded } = best
  const times = besideMs / aloneMs
  assert(times <= MAX_SLOWER, `beside the flood a call takes ${times.toFixed(1)} times as long`)
  return {
    'median alone, ms': Number(aloneMs.toFixed(2)),
    'median beside the flood, ms': Number(besideMs.toFixed(2)),
    'calls of the flood a second': Math.round(flooded),
  }
}
