import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AnswerCache } from './answer-cache.ts'

const KB = 1024

function reply(body: string | Uint8Array, etag = '"e"') {
  return { headers: { etag }, body }
}

/** Requests an answer twice, because the cache stores it only at the second request. */
function put(answers: AnswerCache, tag: string, bytes: number, way?: string, etag?: string): void {
  for (let i = 0; i < 2; i++) answers.offer(tag, way, reply(Buffer.alloc(bytes), etag), { ignored: [] })
}

test('an answer is cached when it is requested a second time', () => {
  const answers = new AnswerCache(64 * KB)
  answers.offer('a', undefined, reply('1'), { ignored: ['x'] })
  assert.equal(answers.find('a'), undefined)
  answers.offer('a', undefined, reply('1'), { ignored: ['x'] })
  assert.deepEqual(answers.find('a'), { reply: reply('1'), facts: { ignored: ['x'] } })
})

test('without memory nothing is cached', () => {
  const answers = new AnswerCache(0)
  put(answers, 'a', 10)
  assert.deepEqual([answers.find('a'), answers.bytes], [undefined, 0])
})

test('the least recently used answers are removed first', () => {
  const answers = new AnswerCache(96 * KB)
  const tags = Array.from({ length: 40 }, (_, i) => `t${i}`)
  for (const tag of tags) {
    put(answers, tag, 1.9 * KB)
    answers.find('t0')
  }
  const left = tags.filter((tag) => answers.find(tag) !== undefined)
  assert.deepEqual(left, ['t0', ...tags.slice(-(left.length - 1))])
  assert.ok(left.length > 30 && left.length < 40, String(left.length))
})

test('an answer larger than 1/32 of the memory is not cached', () => {
  const answers = new AnswerCache(320 * KB)
  put(answers, 'large', 9.1 * KB)
  put(answers, 'fits', 8.9 * KB)
  assert.deepEqual([answers.find('large'), answers.find('fits') !== undefined], [undefined, true])
})

test('equal bytes for several values of accept-encoding are cached and counted once', () => {
  const answers = new AnswerCache(1024 * KB)
  put(answers, 'a', 20 * KB, 'gzip', '"g"')
  put(answers, 'a', 20 * KB, 'gzip, deflate', '"g"')
  assert.equal(answers.find('a', 'gzip, deflate')?.reply, answers.find('a', 'gzip')?.reply)
  assert.equal(answers.bytes, 22 * KB)
  assert.equal(answers.find('a', 'br'), undefined)
})

test('the cache stores a copy, so the memory of an answer may be reused', () => {
  const answers = new AnswerCache(64 * KB)
  const body = Buffer.from('as it was')
  for (let i = 0; i < 2; i++) answers.offer('a', undefined, reply(body), { ignored: [] })
  body.fill(0)
  assert.equal(Buffer.from(answers.find('a')?.reply.body ?? '').toString(), 'as it was')
})

test('the cache never exceeds its limit and returns only what was offered, for random answers', () => {
  const offers = fc.array(
    fc.record({
      tag: fc.integer({ min: 0, max: 20 }).map(String),
      way: fc.constantFrom(undefined, 'gzip', 'br', 'x'.repeat(200)),
      bytes: fc.integer({ min: 0, max: 4 * KB }),
    }),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(offers, (made) => {
      const answers = new AnswerCache(100 * KB)
      for (const { tag, way, bytes } of made) {
        answers.offer(tag, way, reply(Buffer.alloc(bytes, `${tag} ${way}`), `"${tag}-${way}"`), { ignored: [] })
        assert.ok(answers.bytes <= 100 * KB)
        const keptReply = answers.find(tag, way)?.reply
        if (keptReply === undefined) continue
        assert.equal(keptReply.headers.etag, `"${tag}-${way}"`)
        assert.deepEqual(keptReply.body, Buffer.alloc(keptReply.body.length, `${tag} ${way}`))
      }
      answers.clear()
      assert.equal(answers.bytes, 0)
    }),
  )
})
