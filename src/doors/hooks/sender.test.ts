import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openReceiver, SECRET, until, webhookAt } from '../../../test/hooks/receivers.ts'
import { MemoryPokeQueue } from '../../../test/subscriptions/memory-poke-queue.ts'
import { DAY_MS, fixedClock } from '../../kit/base/clock.ts'
import { Sender, type SenderParts } from './sender.ts'
import { signedHeaders } from './signature.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00Z')

/** Makes a sender with a fixed clock and a collected log. All host names resolve to this machine. */
function opened(parts: Partial<SenderParts> = {}) {
  const clock = fixedClock(NOW_MS)
  const queue = new MemoryPokeQueue(clock)
  const lines: string[] = []
  const write = (fields: object, message: string) => lines.push(`${message} ${JSON.stringify(fields)}`)
  const log = { info: write, warn: write, error: write }
  const rules = { allowsHttp: true, allowsPrivate: true, resolve: async () => ['127.0.0.1'] }
  const times = { exchangeMs: 20_000, leaseMs: 60_000, lookMs: 5 }
  const cursorOf = (sequence: number) => `c${sequence}`
  const sender = new Sender({ queue, clock, log, rules, ...times, cursorOf, unit: () => 0.5, ...parts })
  return { clock, queue, lines, sender }
}

suite('a sender', () => {
  test('sends the search and the cursor of its last change, signed with every secret, until the receiver accepts', async () => {
    const { port, received } = await openReceiver()
    const { queue, sender } = opened()
    const secrets = [`whsec_${Buffer.alloc(24, 1).toString('base64')}`, SECRET]
    queue.addWebhook({ ...webhookAt(`http://receiver.example:${port}/in?of=me`), secrets })
    const { pokeId } = queue.add('w_1', 's_1', 17)
    await until(() => queue.pokes.size === 0)
    await sender.close(1_000)
    assert.equal(received.length, 1)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = received
    assert.equal(path, '/in?of=me')
    assert.equal(
      body,
      '{"type":"search.changed","timestamp":"2026-03-01T12:00:00.000Z","data":{"searchId":"s_1","cursor":"c17"}}',
    )
    const expected = signedHeaders({ messageId: pokeId, body, secrets, sentMs: NOW_MS })
    for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers.host, `receiver.example:${port}`)
    assert.deepEqual(sender.counts, { taken: 1, failed: 0, ended: 0 })
  })

  test('retries a message with the same id and body before it sends later messages of the webhook', async () => {
    const statuses = [500, 429, 200, 200]
    const { port, received } = await openReceiver((_received, response) => {
      response.writeHead(statuses.shift() ?? 200, { 'retry-after': '60' }).end()
    })
    const { clock, queue, sender } = opened()
    queue.addWebhook(webhookAt(`http://receiver.example:${port}/`))
    queue.add('w_1', 's_1', 1)
    await until(() => sender.counts.failed === 1)
    queue.add('w_1', 's_2', 2)
    clock.set(NOW_MS + 59_999)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(received.length, 1)
    const { failingSinceMs, lastFailure } = queue.receivers.get('w_1')?.webhook ?? {}
    assert.deepEqual([failingSinceMs, lastFailure], [NOW_MS, 'The receiver answered 500: it must answer 2xx.'])
    clock.set(NOW_MS + 60_000)
    await until(() => sender.counts.failed === 2)
    clock.set(NOW_MS + 60_000 + 300_000)
    await until(() => queue.pokes.size === 0)
    await sender.close(1_000)
    assert.equal(received.length, 4)
    assert.equal(queue.receivers.get('w_1')?.webhook.failingSinceMs, undefined)
    const bodies = new Map(received.map(({ headers, body }) => [headers['webhook-id'], body]))
    assert.equal(bodies.size, 2)
    assert.equal(new Set(bodies.values()).size, 2)
    assert.ok(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size > 1)
  })

  test('ends a webhook after ten failures in a row over three days, and informs the operator and the key', async () => {
    const { port, received } = await openReceiver((_received, response) => response.writeHead(404).end())
    const { clock, queue, lines, sender } = opened()
    queue.addWebhook(webhookAt(`http://receiver.example:${port}/`))
    for (const search of ['s_1', 's_2', 's_3']) queue.add('w_1', search, 1)
    await until(() => sender.counts.failed === 3)
    for (let failures = 4; failures <= 12; failures++) {
      clock.set(queue.nextMs('w_1'))
      await until(() => sender.counts.failed === failures)
      queue.add('w_1', 's_1', failures)
    }
    await until(() => sender.counts.ended === 1)
    await sender.close(1_000)
    const days = (clock.now() - NOW_MS) / DAY_MS
    assert.ok(days > 3 && days < 3.5, `${days} days`)
    assert.equal(received.length, 3 + 9)
    assert.equal(queue.pokes.size, 0)
    const reason = 'All attempts failed for three days. The receiver answered 404: it must answer 2xx.'
    assert.equal(queue.receivers.get('w_1')?.webhook.ended, reason)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /A webhook has ended\. No more messages are sent to it.*"w_1".*"key1".*404/)
  })

  test('drops a message that fails for three days if other messages are accepted', async () => {
    const { port } = await openReceiver(({ body }, response) => {
      response.writeHead(body.includes('s_bad') ? 500 : 200).end()
    })
    const { clock, queue, lines, sender } = opened()
    queue.addWebhook(webhookAt(`http://receiver.example:${port}/`))
    queue.add('w_1', 's_bad', 1)
    const isSettled = () => queue.pokes.size === 0 || queue.nextMs('w_1') > clock.now()
    await until(isSettled)
    for (let taken = 0; queue.pokes.size > 0; taken++) {
      queue.add('w_1', 's_good', taken)
      for (let looks = 0; looks < 2 && queue.pokes.size > 0; looks++) {
        clock.set(queue.nextMs('w_1'))
        await until(isSettled)
      }
    }
    await sender.close(1_000)
    assert.equal(sender.counts.failed, 10)
    assert.equal(queue.receivers.get('w_1')?.webhook.ended, undefined)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /A message was dropped: its webhook accepts other messages, but not this one.*"s_bad"/)
  })

  test('ends a webhook whose receiver answers 410', async () => {
    const { port, received } = await openReceiver((_received, response) => response.writeHead(410).end())
    const { queue, sender } = opened()
    queue.addWebhook(webhookAt(`http://receiver.example:${port}/`))
    queue.add('w_1', 's_1', 1)
    await until(() => sender.counts.ended === 1)
    queue.add('w_1', 's_1', 2)
    await sender.close(1_000)
    assert.equal(received.length, 1)
    assert.match(queue.receivers.get('w_1')?.webhook.ended ?? '', /answered 410/)
  })

  test('limits the simultaneous requests to one host, so that a slow host does not delay other hosts', async () => {
    const { port, received } = await openReceiver(({ headers }, response) => {
      if (headers.host?.startsWith('quick')) response.end()
    })
    const { queue, sender } = opened()
    for (let i = 0; i < 2_000; i++) {
      queue.addWebhook(webhookAt(`http://slow${i % 5}.example:${port}/`, `w_slow${i}`))
      queue.add(`w_slow${i}`, 's_1', 1)
    }
    await until(() => received.length >= 20)
    for (let i = 0; i < 100; i++) {
      queue.addWebhook(webhookAt(`http://quick${i % 3}.example:${port}/`, `w_quick${i}`))
      queue.add(`w_quick${i}`, 's_1', 1)
    }
    await until(() => sender.counts.taken === 100)
    const slow = received.filter(({ headers }) => headers.host?.startsWith('slow')).length
    assert.equal(slow, 20)
    await sender.close(10)
  })

  test('shares a queue with other senders, and exactly one of them sends each message', async () => {
    const { port, received } = await openReceiver((_received, response) => setTimeout(() => response.end(), 2))
    const { queue, sender } = opened()
    const others = [opened({ queue }), opened({ queue })]
    queue.addWebhook(webhookAt(`http://receiver.example:${port}/`))
    for (let search = 0; search < 200; search++) queue.add('w_1', `s_${search}`, 1)
    await until(() => queue.pokes.size === 0)
    for (const each of [sender, ...others.map((other) => other.sender)]) await each.close(1_000)
    assert.equal(received.length, 200)
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 200)
  })

  test('cancels running requests when it is closed, and their messages are due again with the same ids', async () => {
    const { port, received } = await openReceiver(() => {})
    const { queue, sender } = opened()
    queue.addWebhook(webhookAt(`http://receiver.example:${port}/`))
    const { pokeId } = queue.add('w_1', 's_1', 1)
    await until(() => received.length === 1)
    await sender.close(20)
    assert.deepEqual(sender.counts, { taken: 0, failed: 0, ended: 0 })
    const [due] = await queue.take({ limit: 1, perHost: 1, exceptHosts: [], leaseMs: 1 })
    assert.deepEqual([due?.poke.pokeId, due?.poke.attempts], [pokeId, 0])
  })

  test('logs once that its queue cannot be read, and continues when it can', async () => {
    const { port, received } = await openReceiver()
    const queue = new MemoryPokeQueue(fixedClock(NOW_MS))
    const take = queue.take.bind(queue)
    let failures = 0
    queue.take = async (limits) => {
      if (++failures < 4) throw new Error('the disk is gone')
      return take(limits)
    }
    const { lines, sender } = opened({ queue })
    queue.addWebhook(webhookAt(`http://receiver.example:${port}/`))
    queue.add('w_1', 's_1', 1)
    await until(() => received.length === 1)
    await sender.close(1_000)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /cannot read its queue/)
  })
})
