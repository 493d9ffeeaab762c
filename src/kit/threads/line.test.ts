import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { CommandFault, EXIT, Fault } from '../base/failure.ts'
import { Line } from './line.ts'

function lines(context: TestContext, answer: (request: string) => unknown, gathers: boolean) {
  const { port1, port2 } = new MessageChannel()
  const [asking, answering] = [new Line<string>(port1, { gathers }), new Line<never>(port2, { answer, gathers })]
  context.after(() => asking.close())
  return { asking, answering }
}

const FAILURES: Readonly<Record<string, Error>> = {
  fault: new Fault('server.busy', 'Try again.', { retryAfterS: 5 }),
  command: new CommandFault('The disk is full.', EXIT.cannotWrite),
  coded: Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }),
}

for (const gathers of [false, true]) {
  test(`a failure arrives with its class and all its properties; gathered: ${gathers}`, async (context) => {
    const answer = (name: string) => {
      throw FAILURES[name]
    }
    const { asking } = lines(context, answer, gathers)
    await assert.rejects(asking.ask('fault'), {
      code: 'server.busy',
      message: 'Try again.',
      extras: { retryAfterS: 5 },
    })
    await assert.rejects(asking.ask('command'), (error) => {
      assert.ok(error instanceof CommandFault)
      return error.exitCode === EXIT.cannotWrite
    })
    await assert.rejects(asking.ask('coded'), { code: 'ERR_WORKER_OUT_OF_MEMORY', message: 'out of memory' })
  })
}

test('notes and requests arrive in order, and the failure of a note is not reported', async (context) => {
  const received: string[] = []
  const answer = (text: string) => {
    received.push(text)
    if (text === 'note') throw new Error('no one waits for this')
    return received.length
  }
  const { asking } = lines(context, answer, false)
  asking.tell('note')
  assert.equal(await asking.ask('request'), 2)
  assert.deepEqual(received, ['note', 'request'])
})

test('a thread that blocks its event loop can still take the messages sent so far', (context) => {
  const received: string[] = []
  const { asking, answering } = lines(context, (text) => received.push(text), false)
  asking.tell('one')
  asking.tell('two')
  answering.takeNow()
  assert.deepEqual(received, ['one', 'two'])
})

test('requests are rejected once the other end has closed', async (context) => {
  const { asking, answering } = lines(context, () => new Promise(() => {}), false)
  const rejected = assert.rejects(asking.ask('before'), /has ended/)
  answering.close()
  await rejected
  await assert.rejects(asking.ask('after'), /has ended/)
  assert.equal(asking.hasEnded, true)
})
