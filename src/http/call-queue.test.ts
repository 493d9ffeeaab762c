import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BURST_MS, CallQueue, MOST_WAITING, SHEDDING_MS } from './call-queue.ts'

/** A queue whose clock goes on only while calls run, and what became of its calls. */
class Trial {
  nowMs = 0
  connections = 0
  overloads = 0
  readonly told: string[] = []
  readonly queue = new CallQueue({
    now: () => this.nowMs,
    connections: () => this.connections,
    onOverload: () => {
      this.overloads += 1
    },
  })

  /** `then` happens while the call runs. */
  add(payer: string, name: string, tookMs = 1, then = () => {}): void {
    this.queue.add(payer, {
      run: () => {
        this.nowMs += tookMs
        this.told.push(name)
        then()
      },
      refuse: () => this.told.push(`no ${name}`),
    })
  }

  async settled(): Promise<readonly string[]> {
    while (this.queue.size > 0) await turn()
    return this.told
  }

  count(pattern: RegExp): number {
    return this.told.filter((name) => pattern.test(name)).length
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
  assert.deepEqual(trial.told, ['one'])
  assert.deepEqual(await trial.settled(), ['one', 'two', 'three'])
})

test('who has many calls waiting does not hold up another payer', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 50)) trial.add('a', name)
  for (let turns = 0; turns < 3; turns++) await turn()
  trial.add('b', 'b')
  const told = await trial.settled()
  assert(told.indexOf('b') <= 4, told.join(' '))
})

test('payers share time, not calls', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 20)) trial.add('a', name, 10)
  for (const name of numbered('b', 40)) trial.add('b', name, 1)
  while (trial.count(/^b/) < 40) await turn()
  assert(Math.abs(trial.count(/^a/) - 4) <= 1, trial.told.join(' '))
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
  assert(trial.count(/^a/) <= 5, trial.told.join(' '))
  await trial.settled()
})

test('nobody saves time up by being idle', async () => {
  const trial = new Trial()
  trial.add('b', 'early')
  for (const name of numbered('a', 30)) trial.add('a', name)
  while (trial.count(/^a/) < 10) await turn()
  for (const name of numbered('b', 20)) trial.add('b', name)
  while (trial.count(/^a/) < 20) await turn()
  assert(trial.count(/^b/) <= 11, trial.told.join(' '))
  await trial.settled()
})

test('a burst is answered in full: a small one however long it takes, a large one if that is soon', async () => {
  const slow = new Trial()
  for (const name of numbered('a', MOST_WAITING)) slow.add('a', name, 1000)
  assert.deepEqual(await slow.settled(), numbered('a', MOST_WAITING))

  const quick = new Trial()
  for (const name of numbered('a', 1000)) quick.add('a', name, (0.9 * BURST_MS) / 1000)
  assert.deepEqual(await quick.settled(), numbered('a', 1000))
  assert.equal(slow.overloads + quick.overloads, 0)
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
  await overload(trial, BURST_MS + 500)
  assert.equal(trial.overloads, 1)
  assert(trial.queue.size < 30, `${trial.queue.size} wait`)
  const late = trial.told.slice(-100)
  const answered = late.filter((name) => !name.startsWith('no '))
  assert(answered.length >= 30, 'refusals have taken the time of answers')
  assert(
    answered.every((name) => name.endsWith('z')),
    answered.join(' '),
  )
  const told = await trial.settled()
  const names = told.map((name) => name.replace('no ', ''))
  assert.deepEqual([names.length, new Set(names).size], [3 * (BURST_MS + 500), 3 * (BURST_MS + 500)])
})

test('once no more come than can be answered, calls run in their order again, and none is refused', async () => {
  const trial = new Trial()
  await overload(trial, BURST_MS + 500)
  await trial.settled()
  trial.nowMs += SHEDDING_MS
  const before = trial.told.length
  for (const name of numbered('b', MOST_WAITING)) trial.add('a', name, 50)
  assert.deepEqual((await trial.settled()).slice(before), numbered('b', MOST_WAITING))
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
        trial.told.push(name)
        setImmediate(ask)
      },
      refuse: () => {
        trial.nowMs += 0.05
        trial.told.push(`no ${name}`)
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
  await overload(trial, BURST_MS + 100)
  for (let rounds = 0; rounds < 10; rounds++) {
    for (const name of numbered(`b${rounds}.`, 7)) trial.add('b', name)
    await overload(trial, 30)
  }
  assert.equal(trial.count(/^no b/), 0)
  await trial.settled()
  assert.equal(trial.count(/^b/), 70)
})

test('connections that come are let in before the next call runs', async () => {
  const trial = new Trial()
  trial.add('a', 'call')
  for (let arrivals = 1; arrivals <= 5; arrivals++) {
    trial.connections = arrivals
    await turn()
    assert.deepEqual(trial.told, [])
  }
  await turn()
  assert.deepEqual(trial.told, ['call'])
})

test('connections that never end to come do not keep calls from running', async () => {
  const trial = new Trial()
  for (const name of numbered('a', 10)) trial.add('a', name)
  for (let turns = 0; turns < 200; turns++) {
    trial.connections += 1
    await turn()
  }
  assert.equal(trial.told.length, 10)
})
