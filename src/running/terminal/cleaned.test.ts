import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styleText } from 'node:util'
import { cleaned, cleanedLine } from './cleaned.ts'

test('characters that control a terminal or reorder text are made visible, and a document keeps its meaning', () => {
  for (const [given, shown] of [
    ['a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['\u001b[8mhidden', '\\u001b[8mhidden'],
    ['\u009b2J\u007f\r', '\\u009b2J\\u007f\\u000d'],
    ['\u202etxt.exe', '\\u202etxt.exe'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['two\nlines\tand é 🏠', 'two\nlines\tand é 🏠'],
  ] as const)
    assert.equal(cleaned(given), shown)
  const document = { file: 'a\u001b[2J\u009b\u202e' }
  assert.deepEqual(JSON.parse(cleaned(JSON.stringify(document))), document)
})

test('colors and progress lines of Plat stay', () => {
  for (const style of ['bold', 'dim', 'green', 'yellow', 'red'] as const) {
    const text = styleText(style, 'word', { validateStream: false })
    assert.equal(cleaned(text), text)
  }
  assert.equal(cleanedLine('\rReading 1 of 2\u001b[K'), '\rReading 1 of 2\u001b[K')
  assert.equal(cleanedLine('\r\u001b[K'), '\r\u001b[K')
  assert.equal(cleanedLine('\ra\rb\u001b[Kc'), '\ra\\u000db\\u001b[Kc')
})
