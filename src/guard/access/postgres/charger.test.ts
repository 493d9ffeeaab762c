import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CommandFault, EXIT, Fault } from '../../../kit/base/failure.ts'
import type { Prepared } from '../../../kit/postgres/database.ts'
import { Charger } from './charger.ts'

const PURSE = { keyId: 'k', planNumber: 1, first: '2026-11-01', end: '2026-12-01', limit: 10 } as const
const DAY = '2026-11-23'
const SILENT = new CommandFault('It says nothing.', EXIT.busy, { cause: new Error('Query read timeout') })

/** A charger whose database answers when it is told to, and the names of what it was sent. */
function trial(context: TestContext) {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const sent: string[] = []
  const waiting: ((error?: Error) => void)[] = []
  const query = async <Row>({ name, values = [] }: Prepared) => {
    sent.push(name)
    await new Promise<void>((resolve, reject) => {
      waiting.push((error) => (error === undefined ? resolve() : reject(error)))
    })
    const asked = (typeof values[4] === 'string' ? JSON.parse(values[4]) : []) as readonly unknown[] // what the charger wrote
    const answers = { session: { id: 1 }, charge: { answer: { settled: [], left: asked.map(() => 9) } } }
    return [answers[name as keyof typeof answers] ?? {}] as Row[] // as the statements answer
  }
  const charger = new Charger({ query })
  return {
    charger,
    sent,
    beat: () => context.mock.timers.tick(1000),
    /** Lets one statement end. */
    async answer(error?: Error) {
      while (waiting.length === 0) await new Promise(setImmediate)
      waiting.shift()?.(error)
      await new Promise(setImmediate)
    },
  }
}

const isBusy = (error: unknown) => error instanceof Fault && error.status === 503

test('what is asked for meanwhile keeps nobody waiting who waits for what came before', async (context) => {
  const { charger, answer } = trial(context)
  const first = charger.ask(PURSE, DAY, 1)
  await answer()
  let isFlushed = false
  const flushed = charger.flush().then(() => {
    isFlushed = true
  })
  for (let times = 0; times < 3 && !isFlushed; times++) {
    void charger.ask(PURSE, DAY, 0)
    await answer()
  }
  assert.equal(isFlushed, true)
  await Promise.all([first, flushed])
})

test('a database that says nothing keeps a call waiting once, also one that came during a heartbeat', async (context) => {
  const { charger, answer, beat, sent } = trial(context)
  const first = charger.ask(PURSE, DAY, 0)
  await answer()
  await answer()
  await first
  beat() // nothing to tell: a call was heard
  beat()
  const refused = assert.rejects(charger.ask(PURSE, DAY, 1), isBusy)
  const flushed = assert.rejects(charger.flush(), isBusy)
  await answer(SILENT)
  await refused
  await flushed
  assert.deepEqual(sent, ['session', 'charge', 'charge'])
})

test('what an idle node gave up it takes back as soon as it can, without a call', async (context) => {
  const { charger, answer, beat, sent } = trial(context)
  const refused = assert.rejects(charger.ask(PURSE, DAY, 1), isBusy)
  await answer()
  await answer(SILENT)
  await refused
  beat()
  await answer(SILENT)
  beat()
  await answer()
  beat()
  assert.deepEqual(sent, ['session', 'charge', 'give-up', 'give-up'])
})
