import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPlace, type Place } from '../../../kit/base/slots.ts'
import { type Steps, TooMuchWork, type Work } from '../../engine/work.ts'
import { Turns } from './turns.ts'

const MS = 1e6

/** A search of `count` steps that take a millisecond each. `events` records when it begins and ends. */
function steps(name: string, count: number, events: string[] = []) {
  return function* (work: Work): Steps<string> {
    let ended = false
    events.push(`${name} begins`)
    try {
      for (let step = 0; step < count; step++) {
        work.spend(MS)
        yield
      }
      ended = true
      return name
    } finally {
      events.push(`${name} ${ended ? 'ends' : 'is thrown away'}`)
    }
  }
}

test('a search that fits into a turn returns at once', () => {
  assert.equal(new Turns().run(steps('short', 1)), 'short')
})

test('during a long search the event loop continues, and new searches end before it', async () => {
  const turns = new Turns()
  const events: string[] = []
  const long = turns.run(steps('long', 50, events))
  let rounds = 0
  const count = () => {
    rounds++
    if (!events.includes('long ends')) setImmediate(count)
  }
  setImmediate(count)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await turns.run(steps('short', 1, events)), 'short')
  assert.equal(await long, 'long')
  assert(events.indexOf('short ends') < events.indexOf('long ends'))
  assert(rounds >= 10, `${rounds} rounds`)
})

test('once the time of a turn is used, further searches wait for the next turn, even short ones', async () => {
  const turns = new Turns()
  const answers = Array.from({ length: 20 }, (_, i) => turns.run(steps(`${i}`, 1)))
  assert(answers.slice(0, 2).every((one) => typeof one === 'string'))
  assert(answers.slice(5).every((one) => one instanceof Promise))
  assert.deepEqual(
    await Promise.all(answers.map(async (one) => one)),
    Array.from({ length: 20 }, (_, i) => String(i)),
  )
})

test('only a few of many long searches are paused at a time; the others restart later, and all return a result', async () => {
  const turns = new Turns()
  const events: string[] = []
  const names = Array.from({ length: 30 }, (_, i) => `${i}`)
  const answers: (string | Promise<string>)[] = []
  for (const name of names) {
    answers.push(turns.run(steps(name, 10, events)))
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(await Promise.all(answers.map(async (one) => one)), names)
  let begun = 0
  let most = 0
  for (const event of events) {
    begun += event.endsWith('begins') ? 1 : -1
    most = Math.max(most, begun)
  }
  assert(most <= 7, `${most} at a time`)
  assert.equal(events.filter((event) => event.endsWith('ends')).length, 30)
})

test('a search over the limit fails, at once or turns later, without affecting the others', async () => {
  const turns = new Turns(20 * MS)
  const long = turns.run(steps('long', 50))
  const other = turns.run(steps('other', 10))
  await assert.rejects(async () => long, TooMuchWork)
  assert.equal(await other, 'other')
  assert.throws(() => new Turns(MS / 2).run(steps('one', 1)), TooMuchWork)
})

/** Returns the place in the queue of a call whose key has used this much time. */
function placeOf(usedMs: number): Place {
  const next = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { usedMs, workedMs: 0, hasSlot: false, next, away: (coming) => coming }
}

test('among searches that wait for memory, the one whose key has used the least time is next', async () => {
  const turns = new Turns()
  const events: string[] = []
  const run = (usedMs: number, name: string) => inPlace(placeOf(usedMs), () => turns.run(steps(name, 20, events)))
  const flood = Array.from({ length: 20 }, (_, number) => run(1000, `flood ${number}`))
  for (let rounds = 0; rounds < 10; rounds++) await new Promise((resolve) => setImmediate(resolve))
  const waiting = run(1, 'waiting')
  assert.equal(await waiting, 'waiting')
  const ended = events.filter((event) => event.endsWith(' ends'))
  assert(ended.indexOf('waiting ends') <= 12, ended.join(', '))
  await Promise.all(flood.map(async (each) => each))
})

test('a search continues in the slots of its call', async () => {
  let slots = 0
  const counting: Place = {
    ...placeOf(0),
    next: () => {
      slots += 1
      return new Promise<void>((resolve) => setImmediate(resolve))
    },
  }
  assert.equal(await inPlace(counting, () => new Turns().run(steps('long', 20))), 'long')
  assert(slots >= 15, `${slots} slots`)
})
