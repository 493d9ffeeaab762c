import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areasFrom } from './area-origins.ts'

const PORTS = [8080, 8081, 8082]

test('areas at ports of their own are found under the name by which a reader reached one of them', () => {
  assert.deepEqual(areasFrom('http://homes.example:8081', 'B', PORTS), {
    A: 'http://homes.example:8080',
    C: 'http://homes.example:8082',
  })
  assert.deepEqual(areasFrom('http://homes.example', 'A', [80, 81, 82]), {
    B: 'http://homes.example:81',
    C: 'http://homes.example:82',
  })
})

test('nothing is guessed where something between reader and service has a port of its own', () => {
  assert.deepEqual(areasFrom('https://homes.example', 'A', PORTS), {})
  assert.deepEqual(areasFrom('http://127.0.0.1:9000', 'A', PORTS), {})
  assert.deepEqual(areasFrom('http://127.0.0.1:8080', 'A', undefined), {})
})

test('areas that are told apart by names are found under those, where they have one', () => {
  const names = { A: 'homes.example', B: 'offers.example', C: '' }
  assert.deepEqual(areasFrom('https://homes.example', 'A', names), { B: 'https://offers.example' })
  assert.deepEqual(areasFrom('http://offers.example:8080', 'B', names), { A: 'http://homes.example:8080' })
})
