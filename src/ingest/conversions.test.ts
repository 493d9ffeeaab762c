import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HomeFieldName, homeField } from '../model/home-fields.ts'
import { type ConversionName, type ConversionOptions, conversion, Partly, Unreadable } from './conversions.ts'
import { isDateFormat } from './dates.ts'

function convert(name: ConversionName, field: HomeFieldName, text: string, options: Partial<ConversionOptions> = {}) {
  const value = conversion(name).make(homeField(field), { decimalComma: false, ...options })(text)
  if (value instanceof Partly) return value.value
  return value instanceof Unreadable ? `! ${value.why}` : value
}

const toNumber = (text: string, options: Partial<ConversionOptions> = {}) =>
  convert('number', 'LivingArea', text, options)
const toWholeNumber = (text: string) => convert('whole number', 'BedroomsTotal', text)
const toDay = (text: string, format?: string) => convert('date', 'CloseDate', text, { format })
const toTime = (text: string, format?: string) => convert('date', 'OnMarketTimestamp', text, { format })
const toBoolean = (text: string) => convert('boolean', 'WaterfrontYN', text)

test('numbers are read as written, without guessing', () => {
  assert.deepEqual(
    ['12', '-1.5', '.5', '1.225e+006', '-0'].map((text) => toNumber(text)),
    [12, -1.5, 0.5, 1_225_000, 0],
  )
  assert.equal(toNumber('3,5', { decimalComma: true }), 3.5)
  assert.equal(toNumber('2', { scale: 1000 }), 2000)
  for (const text of ['1,234', '3,5', '$5', '0x10', 'NaN', 'Infinity', '1e999', '5 sqft', '--1', '.']) {
    assert.equal(toNumber(text), '! accepted is a number such as 3.5.', text)
  }
  assert.equal(toNumber('3.5', { decimalComma: true }), '! accepted is a number such as 3,5.')
})

test('a whole number may be written with a zero fraction, but no other', () => {
  assert.deepEqual([toWholeNumber('3'), toWholeNumber('3.0'), toWholeNumber('33')], [3, 3, 33])
  for (const text of ['3.5', 'three', '99999999999999999999'])
    assert.match(String(toWholeNumber(text)), /^! accepted is a whole/)
})

test('dates are read strictly by their format, and must exist', () => {
  assert.equal(toDay('2014-05-02'), '2014-05-02')
  assert.equal(toDay('20140502T000000', 'YYYYMMDDTHHmmss'), '2014-05-02')
  assert.equal(toDay('5/2/2014', 'M/D/YYYY'), '2014-05-02')
  assert.equal(toDay('02.05.2014', 'DD.MM.YYYY'), '2014-05-02')
  assert.equal(toDay('2016-02-29'), '2016-02-29')
  for (const [text, format] of [
    ['2015-02-29', undefined],
    ['2014-5-2', undefined],
    ['2014-05-02T00:00:00Z', undefined],
    ['20140502T250000', 'YYYYMMDDTHHmmss'],
    ['02x05x2014', 'DD.MM.YYYY'],
  ] as const) {
    assert.match(String(toDay(text, format)), /^! accepted is .*a day that exists/, text)
  }
})

test('a time without a zone is UTC; one with a zone is converted to UTC', () => {
  const halfPastNine = Date.UTC(2026, 0, 31, 9, 30)
  assert.equal(toTime('2026-01-31T09:30:00Z'), halfPastNine)
  assert.equal(toTime('2026-01-31T09:30'), halfPastNine)
  assert.equal(toTime('2026-01-31T04:30:00.000-05:00'), halfPastNine)
  assert.equal(toTime('31.01.2026 09:30', 'DD.MM.YYYY HH:mm'), halfPastNine)
  assert.equal(toTime('2026-01-31'), Date.UTC(2026, 0, 31))
  assert.match(String(toTime('2026-02-31T09:30:00Z')), /^! /)
})

test('a date format names year, month and day once each', () => {
  for (const format of ['YYYY-MM-DD', 'M/D/YYYY', 'YYYYMMDDTHHmmss']) assert.ok(isDateFormat(format), format)
  for (const format of ['YYYY-MM', 'DD.MM.', 'YYYY-MM-DD-DD', 'ISO', '']) assert.ok(!isDateFormat(format), format)
})

test('yes and no are read in the usual spellings and no others', () => {
  assert.deepEqual(['TRUE', 'Yes', 'y', 't', '1'].map(toBoolean), [true, true, true, true, true])
  assert.deepEqual(['false', 'NO', 'n', 'F', '0'].map(toBoolean), [false, false, false, false, false])
  assert.match(String(toBoolean('2')), /^! accepted are true, false/)
})

test('a list is split at its separator; a closed list accepts only its own values', () => {
  assert.deepEqual(convert('list', 'Cooling', 'Central; ;Fans ', { separator: ';' }), ['Central', 'Fans'])
  assert.deepEqual(convert('list', 'View', 'City, Water'), ['City', 'Water'])
  assert.equal(convert('list', 'View', 'City,Sea'), '! accepted are City, Mountain, Park, Water.')
})

test('leading zeros are restored, and a text longer than the padded length is rejected', () => {
  assert.equal(convert('text', 'ParcelNumber', '520', { pad: 10 }), '0000000520')
  assert.equal(convert('text', 'ParcelNumber', '12345', { pad: 4 }), '! accepted are up to 4 characters.')
  assert.equal(convert('text', 'HomeType', 'House'), `! accepted are ${homeField('HomeType').values?.join(', ')}.`)
})
