import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { CommandFault, EXIT, Fault } from '../base/failure.ts'
import { Line } from './line.ts'

function lines(context: TestContext, answer: (question: string) => unknown, gathers: boolean) {
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
  test(`a failure arrives as what it was, with all that it says; gathered: ${gathers}`, async (context) => {
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

test('what is told arrives in order with what is asked, and a failure of it reaches nobody', async (context) => {
  const heard: string[] = []
  const answer = (text: string) => {
    heard.push(text)
    if (text === 'told') throw new Error('nobody waits for this')
    return heard.length
  }
  const { asking } = lines(context, answer, false)
  asking.tell('told')
  assert.equal(await asking.ask('asked'), 2)
  assert.deepEqual(heard, ['told', 'asked'])
})

test('a thread that gives its event loop no turn takes what was sent to it so far', (context) => {
  const heard: string[] = []
  const { asking, answering } = lines(context, (text) => heard.push(text), false)
  asking.tell('one')
  asking.tell('two')
  answering.takeNow()
  assert.deepEqual(heard, ['one', 'two'])
})

test('questions are refused once the other end has gone', async (context) => {
  const { asking, answering } = lines(context, () => new Promise(() => {}), false)
  const asked = assert.rejects(asking.ask('before'), /has ended/)
  answering.close()
  await asked
  await assert.rejects(asking.ask('after'), /has ended/)
  assert.equal(asking.hasEnded, true)
})
