import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Random } from '../../../kit/algorithms/random.ts'
import {
  BURST_MAX,
  type CallPlace,
  CallQueue,
  KEYS_MIN,
  OVERLOAD_MS,
  OVERLOAD_WAIT_MS,
  PATIENT_CALLS,
  UNDER_WAY_MAX,
  WAITING_MAX,
} from './call-queue.ts'

const SEEDS = 10

/** A queue with a clock that advances only while calls work. Records the outcome of each call. */
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

  /** Adds a call that takes `tookMs` and then ends when `then` resolves. */
  add(key: string, name: string, tookMs = 1, then: (place: CallPlace) => Promise<void> | void = () => {}): void {
    this.queue.add(key, {
      run: (place) => {
        this.nowMs += tookMs
        this.outcomes.push(name)
        void Promise.resolve(then(place)).then(() => place.end())
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

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${name}${number}`)
}

test('the calls of one key run in order, one per turn of the event loop', async () => {
  const trial = new Trial()
  for (const name of ['one', 'two', 'three']) trial.add('a', name)
  await turn()
  assert.deepEqual(trial.outcomes, ['one'])
  assert.deepEqual(await trial.settled(), ['one', 'two', 'three'])
})

test('a key with many waiting calls does not hold up another key', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 50)) trial.add('a', name)
  for (let turns = 0; turns < 3; turns++) await turn()
  trial.add('b', 'b')
  const outcomes = await trial.settled()
  assert(outcomes.indexOf('b') <= 4, outcomes.join(' '))
})

test('keys share time, not calls', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 20)) trial.add('a', name, 10)
  for (const name of numbered('b', 40)) trial.add('b', name, 1)
  while (trial.count(/^b/) < 40) await turn()
  assert(Math.abs(trial.count(/^a/) - 4) <= 1, trial.outcomes.join(' '))
  await trial.settled()
})

test('all time counts for a key: the steps of a call, and its work after a wait', async () => {
  for (const wait of [
    () => Promise.resolve(),
    (place: CallPlace) => place.next(),
    async (place: CallPlace) => {
      await turn()
      await place.next()
    },
  ]) {
    const trial = new Trial()
    const late = async (place: CallPlace) => {
      await wait(place)
      trial.nowMs += 10
    }
    for (const name of numbered('a', 20)) trial.add('a', name, 0, late)
    for (const name of numbered('b', 40)) trial.add('b', name, 1)
    while (trial.count(/^b/) < 40) await turn()
    assert(trial.count(/^a/) <= 5 + UNDER_WAY_MAX, trial.outcomes.join(' '))
    await trial.settled()
  }
})

test('an idle key has an advantage only for a moment, and a busy key is not delayed for long', async () => {
  const trial = new Trial()
  let isOver = false
  const flood = (key: string) => {
    const again = () => (isOver ? undefined : trial.add(key, key, 1, again))
    for (let caller = 0; caller < 10; caller++) again()
  }
  flood('a')
  while (trial.nowMs < 2000) await turn()
  flood('b')
  while (trial.nowMs < 2000 + OVERLOAD_WAIT_MS) await turn()
  assert(trial.outcomes.slice(-100).includes('a'), 'the busy key waits')
  while (trial.nowMs < 4000) await turn()
  isOver = true
  const late = trial.outcomes.slice(-100).filter((name) => name === 'a').length
  assert(late > 40 && late < 60, `${late} of the last 100`)
})

test('a burst is answered completely: a small burst always, a large burst if it is short', async () => {
  const slow = new Trial()
  for (const name of numbered('a', BURST_MAX)) slow.add('a', name, 1000)
  assert.deepEqual(await slow.settled(), numbered('a', BURST_MAX))

  const quick = new Trial()
  for (const name of numbered('a', 1000)) quick.add('a', name, (0.9 * OVERLOAD_WAIT_MS) / 1000)
  assert.deepEqual(await quick.settled(), numbered('a', 1000))
  assert.equal(slow.overloads + quick.overloads, 0)
})

test('calls that arrive as fast as they are answered are not refused, even if the machine stalls', async () => {
  const trial = new Trial()
  for (let number = 0; number < 200; number++) {
    trial.add('a', `before${number}`)
    await turn()
  }
  for (let stall = 0; stall < 5; stall++) {
    for (const name of numbered(`stall${stall}.`, 3 * BURST_MAX)) trial.add('a', name)
    trial.nowMs += 0.4 * OVERLOAD_WAIT_MS
    await trial.settled()
  }
  assert.deepEqual([trial.overloads, trial.count(/^no/)], [0, 0])
})

/** For a number of turns, adds three calls for each call that can be answered. */
async function overload(trial: Trial, turns: number): Promise<void> {
  for (let number = 0; number < turns; number++) {
    for (const part of ['x', 'y', 'z']) trial.add('a', `a${number}${part}`)
    await turn()
  }
}

/** A number of turns after which the queue refuses calls. */
const TURNS = 2 * OVERLOAD_WAIT_MS

test('when more calls arrive than can be answered, the newest are answered and the others are refused soon', async () => {
  const trial = new Trial()
  await overload(trial, TURNS)
  assert.equal(trial.overloads, 1)
  assert(trial.queue.size < 100, `${trial.queue.size} wait`)
  const late = trial.outcomes.slice(-100)
  const answered = late.filter((name) => !name.startsWith('no '))
  assert(answered.length >= 30, 'refusals have taken the time of answers')
  assert(
    answered.every((name) => name.endsWith('z')),
    answered.join(' '),
  )
  const outcomes = await trial.settled()
  const names = outcomes.map((name) => name.replace('no ', ''))
  assert.deepEqual([names.length, new Set(names).size], [3 * TURNS, 3 * TURNS])
})

test('during an overload, a few calls may wait longer than others', async () => {
  const trial = new Trial()
  await overload(trial, TURNS)
  await trial.settled()
  const refused = trial.count(/^no/)
  for (const name of numbered('b', PATIENT_CALLS)) trial.add('a', name)
  trial.nowMs += 0.2 * OVERLOAD_MS // simulates a machine that stalls
  await trial.settled()
  assert.deepEqual([trial.count(/^b/), trial.count(/^no/)], [PATIENT_CALLS, refused])
})

test('after an overload, calls run in order again and none are refused', async () => {
  const trial = new Trial()
  await overload(trial, TURNS)
  await trial.settled()
  trial.nowMs += OVERLOAD_MS
  const before = trial.outcomes.length
  for (const name of numbered('b', BURST_MAX)) trial.add('a', name, 50)
  assert.deepEqual((await trial.settled()).slice(before), numbered('b', BURST_MAX))
})

test('clients that retry refused calls at once do not block other clients', async () => {
  const trial = new Trial()
  let asked = 0
  let isOver = false
  const ask = () => {
    if (isOver) return
    const name = `a${asked++}`
    trial.queue.add('a', {
      run: (place) => {
        trial.nowMs += 1
        trial.outcomes.push(name)
        place.end()
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

test('in an overload by one key, no call of another key is refused', async () => {
  const trial = new Trial()
  await overload(trial, TURNS)
  for (let rounds = 0; rounds < 10; rounds++) {
    for (const name of numbered(`b${rounds}.`, 7)) trial.add('b', name)
    await overload(trial, 30)
  }
  assert.equal(trial.count(/^no b/), 0)
  await trial.settled()
  assert.equal(trial.count(/^b/), 70)
})

test('in an overload by one key without waiting calls, no call of another key is refused', async () => {
  const trial = new Trial()
  await overload(trial, TURNS)
  await trial.settled()
  for (const name of numbered('b', BURST_MAX)) trial.add('b', name)
  trial.nowMs += 0.2 * OVERLOAD_MS // simulates a machine that stalls
  await trial.settled()
  assert.deepEqual([trial.count(/^b/), trial.count(/^no b/)], [BURST_MAX, 0])
})

test('calls beyond the maximum length of the queue are refused at once', () => {
  const trial = new Trial()
  for (const name of numbered('a', WAITING_MAX + 5)) trial.add('a', name)
  assert.deepEqual([trial.queue.size, trial.outcomes.length, trial.overloads], [WAITING_MAX, 5, 0])
})

test('only some calls of a key are under way at a time; the others wait in the queue', async () => {
  const trial = new Trial()
  const ends: (() => void)[] = []
  const pause = () => new Promise<void>((end) => ends.push(end))
  for (const name of numbered('a', 10)) trial.add('a', name, 1, pause)
  for (let turns = 0; turns < 20; turns++) await turn()
  assert.deepEqual(trial.outcomes, numbered('a', UNDER_WAY_MAX))
  trial.add('b', 'b')
  await turn()
  assert.equal(trial.outcomes.at(-1), 'b')
  ends.shift()?.()
  for (let turns = 0; turns < 2; turns++) await turn()
  assert.equal(trial.outcomes.at(-1), `a${UNDER_WAY_MAX}`)
  while (trial.queue.size > 0) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
  assert.equal(trial.count(/^a/), 10)
})

test('a call that waits for its client does not keep other calls from beginning, and continues in a slot', async () => {
  const trial = new Trial()
  const came = Promise.withResolvers<void>()
  const upload = async (place: CallPlace) => {
    await place.away(came.promise)
    assert(place.hasSlot)
    trial.outcomes.push('read')
  }
  for (const name of numbered('a', 10)) trial.add('a', name, 1, upload)
  for (let turns = 0; turns < 20; turns++) await turn()
  assert.deepEqual(trial.outcomes, numbered('a', 10))
  came.resolve()
  while (trial.count(/read/) < 10) await turn()
  for (const name of numbered('b', 5)) trial.add('a', name)
  await trial.settled()
  assert.equal(trial.count(/^b/), 5)
})

test('a long call in steps lets other calls of its key work between the steps', async () => {
  const trial = new Trial()
  const steps = async (place: CallPlace) => {
    for (let step = 0; step < 100; step++) {
      await place.next()
      trial.nowMs += 1
    }
    trial.outcomes.push(`ended after ${place.workedMs} ms`)
  }
  trial.add('a', 'long', 1, steps)
  for (let turns = 0; turns < 10; turns++) await turn()
  trial.add('a', 'short')
  while (trial.outcomes.length < 3) await turn()
  assert.deepEqual(trial.outcomes, ['long', 'short', 'ended after 101 ms'])
})

test('calls beyond the queue limit are refused, also while no call begins', async () => {
  const trial = new Trial()
  const ends: (() => void)[] = []
  const pause = () => new Promise<void>((end) => ends.push(end))
  for (let number = 0; number < OVERLOAD_WAIT_MS; number++) {
    trial.add('a', `a${number}`, 1, pause)
    trial.nowMs += 2
    await turn()
  }
  assert.equal(trial.count(/^a/), UNDER_WAY_MAX)
  assert(trial.count(/^no a/) > 100, `${trial.count(/^no a/)} refused`)
  while (trial.queue.size > 0) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
})

test('keys without calls are removed, but not keys with calls in the queue or under way', async () => {
  const trial = new Trial()
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const name of numbered('a', UNDER_WAY_MAX)) trial.add('a', name, 0, () => promise)
  await trial.settled()
  for (const name of numbered('p', 3 * KEYS_MIN)) {
    trial.add(name, name)
    await turn()
  }
  assert.equal(trial.count(/^p/), 3 * KEYS_MIN)
  assert(trial.queue.keys <= KEYS_MIN, `${trial.queue.keys} keys`)
  trial.add('a', 'late', 0)
  for (let turns = 0; turns < 3; turns++) await turn()
  assert(!trial.outcomes.includes('late'), 'more than may be under way')
  resolve()
  assert.equal((await trial.settled()).at(-1), 'late')
})

/** Returns a queue with pseudo-random calls. The same seed gives the same calls. */
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

test('every call is either run or refused, exactly once, for random calls', async () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const trial = madeUp(seed)
    while (trial.count(/call/) < 400) await turn()
    const names = (await trial.settled()).map((name) => name.replace('no ', ''))
    assert.equal(new Set(names).size, names.length, `seed ${seed}`)
    assert.equal(trial.queue.size, 0)
  }
})

test('new connections are accepted before the next call runs, for a limited number of turns', async () => {
  const trial = new Trial()
  trial.add('a', 'call')
  for (trial.connections = 1; trial.connections <= 5; trial.connections++) {
    await turn()
    assert.deepEqual(trial.outcomes, [])
  }
  trial.connections = 5
  await turn()
  assert.deepEqual(trial.outcomes, ['call'])
  for (const name of numbered('a', 10)) trial.add('a', name)
  for (let turns = 0; turns < 200; turns++) {
    trial.connections += 1
    await turn()
  }
  assert.equal(trial.outcomes.length, 11)
})
