import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Disk } from '../../../test/access/simulated-disk.ts'
import { fixedClock } from '../../base/clock.ts'
import { Fault } from '../../base/failure.ts'
import type { Change } from '../../base/store-writer.ts'
import type { Plan } from '../access.ts'
import { nameOf, REPEAT_MS } from '../repeats.ts'
import { PurseAccount } from './account.ts'
import { Leases } from './leases.ts'
import { Ledger } from './ledger.ts'
import { PaidQuestions } from './paid-questions.ts'
import { logMemory, SettledLog } from './settled-log.ts'
import { TabMemory } from './tab-memory.ts'
import { Till } from './till.ts'

const START_MS = Date.parse('2026-11-20T10:30:00Z')
const QUESTION = { name: nameOf('key_1', 'mine'), lasts: true }

const PLAN: Plan = {
  name: 'some',
  credits: 10,
  period: 'once',
  areas: ['A'],
  skip: true,
  requestsPerSecond: 10,
  burst: 10,
  callsInFlight: 10,
}

/** A process on a simulated disk. `pause`: what others do while it waits. */
function processOn(disk: Disk, pause = async () => {}) {
  /** What becomes of a write, beside whatever it waits for. */
  const fate = { isWritten: true, isHeardOf: true, gate: Promise.resolve() }
  const writer = {
    async write(changes: readonly Change[]) {
      await fate.gate
      if (fate.isWritten) disk.write(changes)
      if (!fate.isHeardOf) throw new Error('the thread that writes has ended')
    },
  }
  const parts = { store: disk.store, writer, writerId: 'here', clock: fixedClock(START_MS) }
  const ledger = new Ledger({ ...parts, logs: [new SettledLog()] })
  const leases = new Leases({ ...parts, folder: disk.folder(), lanes: 1, ledger })
  const questions = new PaidQuestions({ ...parts, path: 'simulated', recover: () => leases.recover(), pause })
  return { fate, leases, questions }
}

/** Leaves what a process does that dies between its claim and its charge. */
function dies(disk: Disk, owner: string): void {
  const claim = 'INSERT INTO paid (name, until_ms, owner) VALUES (?, ?, ?)'
  const lease = 'INSERT INTO lease (key_id, plan_number, owner, granted, spent) VALUES (?, ?, ?, ?, ?)'
  disk.write([
    { sql: claim, rows: [[QUESTION.name, START_MS + REPEAT_MS, owner]] },
    { sql: lease, rows: [['key_1', 1, owner, 9, 0]] },
  ])
}

test('a question whose claim failed is claimed by the next call, whatever became of the write', async () => {
  for (const isWritten of [true, false]) {
    const disk = new Disk()
    const { fate, questions } = processOn(disk)
    Object.assign(fate, { isWritten, isHeardOf: false })
    await assert.rejects(questions.claim(QUESTION), /has ended/)
    assert.equal(await questions.has(QUESTION), false)
    await assert.rejects(questions.claim(QUESTION), /has ended/)
    Object.assign(fate, { isWritten: true, isHeardOf: true })
    await questions.giveBack()
    assert.equal(disk.number('SELECT count(*) FROM paid'), 0)
    assert.deepEqual([await questions.claim(QUESTION), await questions.claim(QUESTION)], [true, false])
    assert.equal(await questions.has(QUESTION), true)
  }
})

test('what a dead thread had claimed and not charged for leaves the file, once that can be written', async () => {
  const disk = new Disk()
  const { fate, questions } = processOn(disk)
  const [charged, another] = ['charged', 'another'].map((text) => ({ name: nameOf('key_1', text), lasts: true }))
  assert.ok(charged && another)
  assert.deepEqual([await questions.claim(QUESTION, 1), await questions.claim(charged, 1)], [true, true])
  assert.equal(await questions.claim(another, 2), true)
  questions.confirm(charged.name)
  Object.assign(fate, { isWritten: false, isHeardOf: false })
  questions.bury(1)
  assert.deepEqual(await Promise.all([QUESTION, charged, another].map((each) => questions.has(each))), [
    false,
    true,
    true,
  ])
  await assert.rejects(questions.giveBack(), /has ended/)
  Object.assign(fate, { isWritten: true, isHeardOf: true })
  await questions.giveBack()
  assert.equal(disk.number('SELECT count(*) FROM paid'), 2)
  assert.equal(disk.number('SELECT count(*) FROM paid WHERE name = ?', QUESTION.name), 0)
})

test('a claim that is made anew while the one before is given back stays', async () => {
  const disk = new Disk()
  const { fate, questions } = processOn(disk)
  assert.equal(await questions.claim(QUESTION, 1), true)
  const gate = Promise.withResolvers<void>()
  fate.gate = gate.promise
  questions.bury(1)
  const anew = questions.claim(QUESTION, 2)
  gate.resolve()
  assert.equal(await anew, true)
  await questions.giveBack()
  assert.equal(disk.number('SELECT count(*) FROM paid'), 1)
  assert.equal(await questions.has(QUESTION), true)
})

test('a claim of a dead process is not taken for paid while this process inherits from it', async () => {
  const disk = new Disk()
  const { fate, leases, questions } = processOn(disk)
  dies(disk, 'dead')
  const gate = Promise.withResolvers<void>()
  fate.gate = gate.promise
  const inheriting = leases.recover()
  await Promise.resolve()
  const asked = questions.has(QUESTION)
  await new Promise(setImmediate)
  gate.resolve()
  assert.equal(await inheriting, true)
  assert.equal(await asked, false)
})

test('a claim of a dead process is not taken for paid while another one inherits from it', async () => {
  const disk = new Disk()
  disk.alive.add('dead') // the other has its lock
  const { questions } = processOn(disk, async () => {
    disk.write(['lease', 'paid'].map((table) => ({ sql: `DELETE FROM ${table} WHERE owner = ?`, rows: [['dead']] })))
  })
  dies(disk, 'dead')
  assert.equal(await questions.has(QUESTION), false)
})

test('a claim of a process that lives on counts', async () => {
  const disk = new Disk()
  disk.alive.add('other')
  const { questions } = processOn(disk)
  dies(disk, 'other')
  assert.equal(await questions.has(QUESTION), true)
  assert.equal(await questions.claim(QUESTION), false)
})

test('a call that cannot be settled gives back its credits and its place in the log', async () => {
  const memory = TabMemory.make(1)
  const purse = memory.openPurse(0, Number.POSITIVE_INFINITY, () => 0)
  memory.lease(purse, PLAN.credits, PLAN.credits)
  const named = { keyId: 'key_1', label: '', plan: PLAN, periodStartMs: 0, periodEndMs: undefined }
  const account = new PurseAccount(named, { memory, purse, tab: 1, planNumber: 1 })
  const places = 2
  const till = new Till(new SettledLog(undefined, logMemory(places)), fixedClock(START_MS), {
    isPaid: () => false,
    pay: () => Promise.reject(new Error('the thread that writes has ended')),
    lease: () => undefined,
    flush: () => {},
  })
  for (let call = 0; call <= places; call++) {
    const reserved = await till.reserve(account, '/byzpid', PLAN.credits, { text: 'mine', lasts: true })
    assert.ok(!(reserved instanceof Fault))
    await assert.rejects(till.settle(reserved), /has ended/)
    assert.deepEqual([memory.heldOf(purse), memory.spentOf(purse)], [0, 0])
  }
})
