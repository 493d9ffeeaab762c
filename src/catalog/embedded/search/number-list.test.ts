import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NumberList, NumberListBuilder } from './number-list.ts'

test('a lookup finds exactly the records with the whole number, whatever its letter case', () => {
  const builder = new NumberListBuilder()
  const numbers = ['HC-10', 'hc-1', ' Hc-10 ', 'Łódź 7', 'hc', '\u{1f600}', '￼', '  ']
  numbers.forEach((number, i) => {
    builder.add(number, i)
  })
  const backwards = Uint32Array.from(numbers, (_, i) => 100 - i)
  const list = new NumberList(builder.build(backwards))
  const rows = ['HC-10', 'hc-1', ' łÓDŹ 7', 'hc', 'h', 'hc-100', '', ' ', '\u{1f600}', '￼'].map((number) =>
    list.rowsOf(number),
  )
  assert.deepEqual(rows, [[98, 100], [99], [97], [96], [], [], [], [], [95], [94]])
})

test('an empty list finds nothing', () => {
  assert.deepEqual(new NumberList(new NumberListBuilder().build(new Uint32Array())).rowsOf('the'), [])
})
