import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentLink } from './agent-link.ts'
import { minMax } from './min-max.ts'
import { optional, personal } from './parameter.ts'
import { parse } from './parse.ts'
import { Refusal } from './shape.ts'
import { text } from './text.ts'

test('two numbers are read as minimum and maximum, with or without spaces', () => {
  const shape = minMax('dollars')
  for (const written of ['200000,500000', '200000, 500000', '200000 ,500000', shape.example]) {
    assert.deepEqual(shape.parse(written), { min: 200_000, max: 500_000 }, written)
  }
  assert.deepEqual(shape.parse('0,0'), { min: 0, max: 0 })
})

test('a pair may be written like other ranges, or with one end missing', () => {
  const shape = minMax('dollars')
  for (const written of ['200000,500000', 'min:200000,max:500000', '200000-500000'])
    assert.deepEqual(shape.parse(written), { min: 200_000, max: 500_000 }, written)
  const most = { min: Number.NEGATIVE_INFINITY, max: 5 }
  for (const written of [',5', '5', 'max:5', '-5']) assert.deepEqual(shape.parse(written), most, written)
  assert.deepEqual(shape.parse('200000,'), { min: 200_000, max: Number.POSITIVE_INFINITY })
})

test('a reversed pair is refused as reversed, and anything else as not a pair', () => {
  const shape = minMax('dollars')
  const reversed = shape.parse('500000,200000')
  assert.ok(reversed instanceof Refusal && reversed.why.endsWith('The minimum must not exceed the maximum.'))
  for (const written of [',', '1,2,3', 'a,b', '-1,5', 'min:2,max:1', '1e3,2e3', `${'9'.repeat(99)},1`]) {
    const refusal = shape.parse(written)
    assert.ok(refusal instanceof Refusal && refusal.why.startsWith('must be two numbers'), written)
  }
})

test('an agent’s user name is accepted by itself and in the URL of the profile page on any host', () => {
  for (const written of [
    agentLink.example,
    '/profile/ann-agent/',
    'portal.example/profile/ann-agent',
    'https://other.example/Profile/ann-agent/?tab=sales#top',
    'ann-agent',
  ]) {
    assert.equal(agentLink.parse(written), 'ann-agent', written)
  }
  assert.equal(agentLink.parse('/profile/Ann%20Agent/'), 'Ann Agent')
  for (const written of [
    'https://portal.example/agents/ann/',
    '/profile/',
    '/profile/%20/',
    'http://',
    `/profile/${'a'.repeat(3000)}`,
  ]) {
    assert.ok(agentLink.parse(written) instanceof Refusal, written)
  }
})

test('no refusal repeats the value of a personal parameter', () => {
  const parameters = { street: personal(optional(text(5, 'x'), 'Street.')), other: optional(text(5, 'x'), 'Other.') }
  const query = [
    ['street', 'Jane Doe'],
    ['other', 'too long'],
  ] as const
  assert.throws(
    () => parse(parameters, [], query),
    (error) => {
      const reported = JSON.stringify(error) + String(error)
      return !reported.includes('Jane') && reported.includes('street must have ') && reported.includes('too long')
    },
  )
})
