import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyLine } from './copy-lines.ts'

test('a COPY line escapes characters that would end a value or a row, and distinguishes a missing value from an empty text', () => {
  assert.equal(copyLine([1, undefined, '', 'a\tb\\n\r\n']), '1\t\\N\t\ta\\tb\\\\n\\r\\n\n')
})
