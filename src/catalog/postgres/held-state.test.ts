import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connection, Prepared } from '../../base/postgres/database.ts'
import { Held } from './held-state.ts'

test('regions that were read before a refresh failed are there after the next one', async () => {
  const held = new Held()
  const rows: Record<string, { key: string; value: string }[]> = {}
  let fails = false
  const connection = {
    async query({ name }: Prepared) {
      if (fails && name === 'held-address_word') throw new Error('took too long')
      return rows[name] ?? []
    },
  } as unknown as Connection // all that is asked of it
  const keys = async (revision: number) => {
    const commit = { revision, token: `token${revision}`, history: new Set(['token1', 'token2']) }
    const { regions } = await held.read(connection, commit)
    return regions.map(({ key }) => key)
  }
  assert.deepEqual(await keys(1), [])
  const key = 'city/tx/newtown'
  rows['held-region'] = [{ key, value: JSON.stringify({ key }) }]
  fails = true
  await assert.rejects(keys(2))
  fails = false
  rows['held-region'] = []
  assert.deepEqual(await keys(2), [key])
})
