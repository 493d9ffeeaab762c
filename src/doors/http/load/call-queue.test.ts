import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../../kit/algorithms/random.ts'
import type { Payer } from '../../../kit/base/payer.ts'
import {
  BURST_MS,
  CallQueue,
  MAX_PAUSED_CALLS,
  MAX_UNSHED_CALLS,
  MAX_WAIT_MS,
  MAX_WAITING_CALLS,
  PAYERS_KEPT,
  SHEDDING_MS,
} from './call-queue.ts'

const SEEDS = 10

/** A queue whose clock goes on only while calls run, and what became of its calls. */
class Trial {
  nowMs = 0
  connections = 0
  overloads = 0
  readonly outcomes: string[] = []
  readonly queue = new CallQueue({
    now: () => this.nowMs,
    connections: () => this.connections,
    onOverload: () => {
      this.overloads += 1
    },
  })

  /** `then` happens while the call runs. */
  add(payer: string, name: string, tookMs = 1, then: (payer: Payer) => void = () => {}): void {
    this.queue.add(payer, {
      run: (charged) => {
        this.nowMs += tookMs
        this.outcomes.push(name)
        then(charged)
      },
      refuse: () => this.outcomes.push(`no ${name}`),
    })
  }

  async settled(): Promise<readonly string[]> {
    while (this.queue.size > 0) await turn()
    return this.outcomes
  }

  count(pattern: RegExp): number {
    return this.outcomes.filter((name) => pattern.test(name)).length
  }
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${name}${number}`)
}

test('the calls of one payer run in their order, one in each turn of the loop', async () => {
  const trial = new Trial()
  for (const name of ['one', 'two', 'three']) trial.add('a', name)
  await turn()
  assert.deepEqual(trial.outcomes, ['one'])
  assert.deepEqual(await trial.settled(), ['one', 'two', 'three'])
})

test('who has many calls waiting does not hold up another payer', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 50)) trial.add('a', name)
  for (let turns = 0; turns < 3; turns++) await turn()
  trial.add('b', 'b')
  const outcomes = await trial.settled()
  assert(outcomes.indexOf('b') <= 4, outcomes.join(' '))
})

test('payers share time, not calls', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 20)) trial.add('a', name, 10)
  for (const name of numbered('b', 40)) trial.add('b', name, 1)
  while (trial.count(/^b/) < 40) await turn()
  assert(Math.abs(trial.count(/^a/) - 4) <= 1, trial.outcomes.join(' '))
  await trial.settled()
})

test('what a call does after it has waited for something at once is charged, too', async () => {
  const trial = new Trial()
  const late = async () => {
    await Promise.resolve()
    trial.nowMs += 10
  }
  for (const name of numbered('a', 20)) trial.add('a', name, 0, () => void late())
  for (const name of numbered('b', 40)) trial.add('b', name, 1)
  while (trial.count(/^b/) < 40) await turn()
  assert(trial.count(/^a/) <= 5, trial.outcomes.join(' '))
  await trial.settled()
})

test('nobody saves time up by being idle', async () => {
  const trial = new Trial()
  trial.add('b', 'early')
  for (const name of numbered('a', 30)) trial.add('a', name)
  while (trial.count(/^a/) < 10) await turn()
  for (const name of numbered('b', 20)) trial.add('b', name)
  while (trial.count(/^a/) < 20) await turn()
  assert(trial.count(/^b/) <= 11, trial.outcomes.join(' '))
  await trial.settled()
})

test('a burst is answered in full: a small one however long it takes, a large one if that is soon', async () => {
  const slow = new Trial()
  for (const name of numbered('a', MAX_WAITING_CALLS)) slow.add('a', name, 1000)
  assert.deepEqual(await slow.settled(), numbered('a', MAX_WAITING_CALLS))

  const quick = new Trial()
  for (const name of numbered('a', 1000)) quick.add('a', name, (0.9 * BURST_MS) / 1000)
  assert.deepEqual(await quick.settled(), numbered('a', 1000))
  assert.equal(slow.overloads + quick.overloads, 0)
})

test('calls that come as fast as they are answered are none too many, however long the machine stands still', async () => {
  const trial = new Trial()
  for (let number = 0; number < 200; number++) {
    trial.add('a', `before${number}`)
    await turn()
  }
  for (let stall = 0; stall < 5; stall++) {
    for (const name of numbered(`stall${stall}.`, 3 * MAX_WAITING_CALLS)) trial.add('a', name)
    trial.nowMs += 0.4 * MAX_WAIT_MS
    await trial.settled()
  }
  assert.deepEqual([trial.overloads, trial.count(/^no/)], [0, 0])
})

/** Three calls come for each that is answered, for so many turns. */
async function overload(trial: Trial, turns: number): Promise<void> {
  for (let number = 0; number < turns; number++) {
    for (const part of ['x', 'y', 'z']) trial.add('a', `a${number}${part}`)
    await turn()
  }
}

test('when more calls come than can be answered, the rest is refused soon, and the latest are answered', async () => {
  const trial = new Trial()
  await overload(trial, MAX_WAIT_MS)
  assert.equal(trial.overloads, 1)
  assert(trial.queue.size < 30, `${trial.queue.size} wait`)
  const late = trial.outcomes.slice(-100)
  const answered = late.filter((name) => !name.startsWith('no '))
  assert(answered.length >= 30, 'refusals have taken the time of answers')
  assert(
    answered.every((name) => name.endsWith('z')),
    answered.join(' '),
  )
  const outcomes = await trial.settled()
  const names = outcomes.map((name) => name.replace('no ', ''))
  assert.deepEqual([names.length, new Set(names).size], [3 * MAX_WAIT_MS, 3 * MAX_WAIT_MS])
})

test('while calls are shed, few may wait for as long as it takes', async () => {
  const trial = new Trial()
  await overload(trial, MAX_WAIT_MS)
  await trial.settled()
  const refused = trial.count(/^no/)
  for (const name of numbered('b', MAX_UNSHED_CALLS)) trial.add('b', name)
  trial.nowMs += 0.2 * SHEDDING_MS // the machine stands still
  await trial.settled()
  assert.deepEqual([trial.count(/^b/), trial.count(/^no/)], [MAX_UNSHED_CALLS, refused])
})

test('once no more come than can be answered, calls run in their order again, and none is refused', async () => {
  const trial = new Trial()
  await overload(trial, MAX_WAIT_MS)
  await trial.settled()
  trial.nowMs += SHEDDING_MS
  const before = trial.outcomes.length
  for (const name of numbered('b', MAX_WAITING_CALLS)) trial.add('a', name, 50)
  assert.deepEqual((await trial.settled()).slice(before), numbered('b', MAX_WAITING_CALLS))
})

test('callers who ask again at once when they are refused do not keep others from being answered', async () => {
  const trial = new Trial()
  let asked = 0
  let isOver = false
  const ask = () => {
    if (isOver) return
    const name = `a${asked++}`
    trial.queue.add('a', {
      run: () => {
        trial.nowMs += 1
        trial.outcomes.push(name)
        setImmediate(ask)
      },
      refuse: () => {
        trial.nowMs += 0.05
        trial.outcomes.push(`no ${name}`)
        setImmediate(ask)
      },
    })
  }
  for (let caller = 0; caller < 1000; caller++) ask()
  while (trial.nowMs < 2000) await turn()
  isOver = true
  const answered = trial.count(/^a/)
  assert(trial.count(/^no/) > 1000, 'nothing was refused')
  assert(answered >= 0.7 * trial.nowMs, `${answered} answered in ${trial.nowMs} ms`)
})

test('in an overload by one payer, no call of another is refused', async () => {
  const trial = new Trial()
  await overload(trial, MAX_WAIT_MS)
  for (let rounds = 0; rounds < 10; rounds++) {
    for (const name of numbered(`b${rounds}.`, 7)) trial.add('b', name)
    await overload(trial, 30)
  }
  assert.equal(trial.count(/^no b/), 0)
  await trial.settled()
  assert.equal(trial.count(/^b/), 70)
})

/** Makes the work of a call that goes on in later turns, and the functions that end each turn. */
function pauses() {
  const ends: (() => void)[] = []
  const pause = (payer: Payer) => {
    payer.paused += 1
    ends.push(() => {
      payer.paused -= 1
    })
  }
  return { ends, pause }
}

test('calls that go on in later turns wait in line too: only some of a payer are under way at a time', async () => {
  const trial = new Trial()
  const { ends, pause } = pauses()
  for (const name of numbered('a', 10)) trial.add('a', name, 1, pause)
  for (let turns = 0; turns < 20; turns++) await turn()
  assert.deepEqual(trial.outcomes, numbered('a', MAX_PAUSED_CALLS))
  trial.add('b', 'b')
  await turn()
  assert.equal(trial.outcomes.at(-1), 'b')
  ends.shift()?.()
  await turn()
  assert.equal(trial.outcomes.at(-1), `a${MAX_PAUSED_CALLS}`)
  while (trial.queue.size > 0) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
  assert.equal(trial.count(/^a/), 10)
})

test('when more calls come than can go on in turns, the rest is refused, also while none begins', async () => {
  const trial = new Trial()
  const { ends, pause } = pauses()
  for (let number = 0; number < MAX_WAIT_MS; number++) {
    trial.add('a', `a${number}`, 1, pause)
    trial.nowMs += 2
    await turn()
  }
  assert.equal(trial.count(/^a/), MAX_PAUSED_CALLS)
  assert(trial.count(/^no a/) > 100, `${trial.count(/^no a/)} refused`)
  while (trial.queue.size > 0) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
})

test('payers who come once are forgotten, whatever their calls took', async () => {
  const trial = new Trial()
  for (const name of numbered('p', 3 * PAYERS_KEPT)) {
    trial.add(name, name)
    await turn()
  }
  assert.equal(trial.count(/^p/), 3 * PAYERS_KEPT)
  assert.equal(trial.queue.payers, PAYERS_KEPT)
})

test('however many payers come, who has calls in line or under way is not forgotten', async () => {
  const trial = new Trial()
  const { ends, pause } = pauses()
  for (const name of numbered('a', MAX_PAUSED_CALLS)) trial.add('a', name, 0, pause)
  await trial.settled()
  for (const name of numbered('p', 3 * PAYERS_KEPT)) {
    trial.add(name, name, 0)
    await turn()
  }
  trial.add('a', 'late', 0)
  for (let turns = 0; turns < 3; turns++) await turn()
  assert(!trial.outcomes.includes('late'), 'more than may be under way')
  for (const end of ends) end()
  assert.equal((await trial.settled()).at(-1), 'late')
})

/** Comes out the same for the same seed. */
function madeUp(seed: number): Trial {
  const random = new Random(seed, 'calls')
  const trial = new Trial()
  for (let number = 0; number < 400; number++) {
    const late = () => trial.add(`p${random.below(4)}`, `late ${number}`, random.unit())
    const then = random.below(10) === 0 ? late : () => {}
    setTimeout(() => trial.add(`p${random.below(4)}`, `call ${number}`, random.unit() * 3, then), random.below(3))
  }
  return trial
}

test('whatever comes and when, every call is run or refused, once', async () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const trial = madeUp(seed)
    while (trial.count(/call/) < 400) await turn()
    const names = (await trial.settled()).map((name) => name.replace('no ', ''))
    assert.equal(new Set(names).size, names.length, `seed ${seed}`)
    assert.equal(trial.queue.size, 0)
  }
})

test('connections that come are let in before the next call runs', async () => {
  const trial = new Trial()
  trial.add('a', 'call')
  for (let arrivals = 1; arrivals <= 5; arrivals++) {
    trial.connections = arrivals
    await turn()
    assert.deepEqual(trial.outcomes, [])
  }
  await turn()
  assert.deepEqual(trial.outcomes, ['call'])
})

test('connections that never end to come do not keep calls from running', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 10)) trial.add('a', name)
  for (let turns = 0; turns < 200; turns++) {
    trial.connections += 1
    await turn()
  }
  assert.equal(trial.outcomes.length, 10)
})
