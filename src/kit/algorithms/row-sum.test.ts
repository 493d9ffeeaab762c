import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { checkRow, Damage, rowSum } from './row-sum.ts'

test('moving values to another column, row or table changes the checksum', () => {
  const sum = rowSum('home', [7, 'ab', 'c'])
  for (const [table, values] of [
    ['home', [7, 'a', 'bc']],
    ['home', [8, 'ab', 'c']],
    ['agent', [7, 'ab', 'c']],
    ['home', [7, Buffer.from('ab'), 'c']],
  ] as const) {
    assert.notEqual(rowSum(table, values), sum)
    assert.throws(() => checkRow(table, values, sum), Damage)
  }
  checkRow('home', [7, 'ab', 'c'], sum)
})

test('any text has the same checksum when it is read back from a store', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE line (text TEXT NOT NULL) STRICT')
  for (const text of ['', 'a\u0000b', 'Łódź', '\u{1f3e0}', 'half \ud83c a pair']) {
    database.prepare('INSERT INTO line VALUES (?)').run(text)
    const [row] = database.prepare('DELETE FROM line RETURNING text').all()
    checkRow('line', [String(row?.text)], rowSum('line', [text]))
  }
  database.close()
})
