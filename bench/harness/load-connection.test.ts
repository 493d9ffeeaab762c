import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { type Answered, LoadConnection } from './load-connection.ts'

const HEAD = (bytes: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n`

suite('a connection of the load', () => {
  /** The server's next answer, in pieces that are sent separately. */
  let pieces: readonly string[] = []
  const server = createServer((socket) => socket.on('data', () => void sendPieces(socket)))

  async function sendPieces(socket: Socket): Promise<void> {
    socket.setNoDelay(true)
    for (const piece of pieces) {
      socket.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  after(() => server.close())

  async function ask(answer: readonly string[], times = 1): Promise<Answered[]> {
    pieces = answer
    const connection = await LoadConnection.open((server.address() as AddressInfo).port) // the server listens on TCP, so its address is an object
    const answers: Answered[] = []
    try {
      while (answers.length < times) {
        answers.push(await connection.ask(Buffer.from('GET / HTTP/1.1\r\n\r\n')))
      }
      return answers
    } finally {
      connection.close()
    }
  }

  test('counts answers that come in one piece, one after the other', async () => {
    const answered = { status: 200, head: HEAD(5).trimEnd(), bytes: 5 }
    assert.deepEqual(await ask([`${HEAD(5)}12345`], 3), [answered, answered, answered])
  })

  test('counts an answer that comes in pieces, wherever it is split', async () => {
    const whole = `${HEAD(9)}123456789`
    for (let at = 1; at < whole.length; at += 5) {
      assert.deepEqual(await ask([whole.slice(0, at), whole.slice(at)]), [
        { status: 200, head: HEAD(9).trimEnd(), bytes: 9 },
      ])
    }
  })

  test('counts a body larger than its buffer', async () => {
    assert.deepEqual(await ask([HEAD(700_000), 'x'.repeat(700_000)]), [
      { status: 200, head: HEAD(700_000).trimEnd(), bytes: 700_000 },
    ])
  })

  test('returns the status of an answer without a body', async () => {
    assert.deepEqual(await ask(['HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n']), [
      { status: 503, head: 'HTTP/1.1 503 No\r\nContent-Length: 0', bytes: 0 },
    ])
  })

  test('rejects an answer that does not state its length', async () => {
    await assert.rejects(ask(['HTTP/1.1 200 OK\r\n\r\n']), /does not state its length/)
  })
})
