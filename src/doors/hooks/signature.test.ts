import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { signedHeaders } from './signature.ts'

suite('signatures', () => {
  test('match the example of the specification, one for each secret', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const message = {
      messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      secrets: [secret, `whsec_${Buffer.alloc(24).toString('base64')}`],
      sentMs: 1_614_265_330_999,
    }
    const { 'webhook-signature': signature, ...headers } = signedHeaders(message)
    assert.deepEqual(headers, { 'webhook-id': message.messageId, 'webhook-timestamp': '1614265330' })
    const [first, second, ...more] = signature?.split(' ') ?? []
    assert.equal(first, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    assert.match(second ?? '', /^v1,[\w+/]{43}=$/)
    assert.deepEqual([more, first === second], [[], false])
  })
})
