import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './crew.ts'
import { connectionsOf, databasesOf } from './database.ts'

test('a thread that dies is replaced at once, with longer and longer delays if threads keep dying, but never after more than 30 s', () => {
  const pausesMs = Array.from({ length: 12 }, (_, before) => pauseAfter(before + 1))
  assert.deepEqual(pausesMs, [0, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
})

test('all threads of a service together open no more connections than the limit, or the minimum that they need', () => {
  const url = 'postgres://plat@db/plat'
  for (const databaseConnections of [1, 7, 12, 20, 100]) {
    const settings = {
      databaseUrl: url,
      databaseReadUrl: '',
      accessDatabaseUrl: '',
      databaseConnections,
      databasePlans: 'generic',
    } as const
    for (const threads of [1, 2, 3, 8, 16]) {
      const lane = databasesOf(settings, threads)
      const main = databasesOf(settings, 0)
      const [searching = 0, reading = 0] = [lane, main].map((databases) => databases?.catalog.connections)
      assert.ok(searching > 0 && reading > 0)
      const privacy = 2 + threads
      const subscriptions = 1
      const opened = threads * searching + reading + privacy + subscriptions + (main?.access.connections ?? 0)
      const least = 7 + 2 * threads
      assert.ok(opened <= Math.max(databaseConnections, least), `${threads} open ${opened} of ${databaseConnections}`)
      assert.equal(connectionsOf(settings, threads), Math.max(databaseConnections, least))
    }
  }
})

test('by default, each thread can read two things at once, and a default server has room for two nodes of eight threads', () => {
  const settings = {
    databaseUrl: 'postgres://plat@db/plat',
    databaseReadUrl: '',
    accessDatabaseUrl: '',
    databaseConnections: 0,
    databasePlans: 'generic' as const,
  }
  const opened = [1, 2, 4, 8, 16, 24].map((threads) => connectionsOf(settings, threads))
  assert.deepEqual(opened, [11, 15, 23, 39, 55, 79])
  const reading = [1, 2, 4, 8, 16, 24].map((threads) => databasesOf(settings, threads)?.catalog.connections)
  assert.deepEqual(reading, [3, 3, 3, 3, 2, 2])
})
