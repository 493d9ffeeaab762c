import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text.ts'
import { storedText, textOfOrder } from './property-table.ts'

/** Half of the strings contain characters that UTF-16 code units and code points sort differently. */
const texts = fc.oneof(
  anyText({ maxLength: 5 }),
  fc.string({ unit: fc.constantFrom('\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}', 'a'), maxLength: 5 }),
)

test('the bytes of stored texts sort like the UTF-16 code units of the texts, and the texts are restored', () => {
  fc.assert(
    fc.property(texts, texts, (given, other) => {
      const [one, two] = [given, other].map((text) => text.replaceAll('\0', ''))
      assert.ok(one !== undefined && two !== undefined)
      const order = Buffer.compare(Buffer.from(storedText('text', one)), Buffer.from(storedText('text', two)))
      assert.equal(order, one < two ? -1 : Number(one > two))
      assert.equal(textOfOrder(storedText('text', one)), one)
    }),
  )
})
