import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HomeFieldName, homeField } from '../../model/home-fields.ts'
import { type ConversionName, type ConversionOptions, conversion, Partly, Unreadable } from './conversions.ts'
import { isDateFormat } from './dates.ts'

function convert(name: ConversionName, field: HomeFieldName, text: string, options: Partial<ConversionOptions> = {}) {
  const value = conversion(name).make(homeField(field), { decimalComma: false, ...options })(text)
  if (value instanceof Partly) return value.value
  if (!(value instanceof Unreadable)) return value
  return `! ${value.must}${value.hint === undefined ? '' : `: ${value.hint}`}`
}

const toNumber = (text: string, options: Partial<ConversionOptions> = {}) =>
  convert('number', 'LivingArea', text, options)
const toWholeNumber = (text: string) => convert('whole number', 'BedroomsTotal', text)
const dated = (format: readonly string[]) => (format.length > 0 ? { format } : {})
const toDay = (text: string, ...format: string[]) => convert('date', 'CloseDate', text, dated(format))
const toTime = (text: string, ...format: string[]) => convert('date', 'OnMarketTimestamp', text, dated(format))
const toBoolean = (text: string) => convert('boolean', 'WaterfrontYN', text)

test('numbers are read as written, without guessing', () => {
  assert.deepEqual(
    ['12', '-1.5', '.5', '1.225e+006', '-0'].map((text) => toNumber(text)),
    [12, -1.5, 0.5, 1_225_000, 0],
  )
  assert.equal(toNumber('3,5', { decimalComma: true }), 3.5)
  assert.equal(toNumber('2', { scale: 1000 }), 2000)
  for (const text of ['3,5', '0x10', 'NaN', 'Infinity', '1e999', '5 6 sqft', '198?', '--1', '.']) {
    assert.equal(toNumber(text), '! must be a number such as 3.5', text)
  }
  assert.equal(toNumber('3.5', { decimalComma: true }), '! must be a number such as 3,5')
})

test('the message about a refused number names the option to add for its thousands or its unit', () => {
  for (const [text, hint] of [
    ['1,234', 'if "," separates thousands, add thousands: ","'],
    ['$5', 'if "$" is the unit, add units: "$"'],
    ['$1,234.50', 'if "$" is the unit, add units: "$"'],
    ['5 sq ft', 'if "sq ft" is the unit, add units: "sq ft"'],
  ] as const) {
    assert.equal(toNumber(text), `! must be a number such as 3.5: ${hint}`)
  }
  assert.match(String(toNumber('1.234,5', { decimalComma: true })), /if "\." separates thousands/)
})

test('thousands have the separator that the mapping names, and only in groups of three', () => {
  const rows: readonly (readonly [string, string, number | undefined])[] = [
    ['251,795', ',', 251_795],
    ['-1,234,567.25', ',', -1_234_567.25],
    ['1234.5', ',', 1234.5],
    ["1'234", "'", 1234],
    ['1\u00a0234', ' ', 1234],
    ['1 234', ' ', 1234],
    ['1,23', ',', undefined],
    ['1,2345', ',', undefined],
    ['1234,567', ',', undefined],
    ['1,234.5,678', ',', undefined],
    [',234', ',', undefined],
  ]
  for (const [text, thousands, value] of rows) {
    const read = toNumber(text, { thousands })
    assert.equal(typeof read === 'string' ? undefined : read, value, text)
  }
  assert.equal(toNumber('1.234,5', { thousands: '.', decimalComma: true }), 1234.5)
})

test('a number may have a unit before it, after it or both, and each factor counts', () => {
  const units = new Map([
    ['$', 1],
    ['M', 1_000_000],
    ['acres', 43_560],
    ['acre', 43_560],
    ['sq ft', 1],
  ])
  const rows: readonly (readonly [string, number | undefined])[] = [
    ['$5', 5],
    ['$ 1.15M', 1_150_000],
    ['0.25 Acres', 10_890],
    ['1 acre', 43_560],
    ['1,200 sq ft', 1200],
    ['7', 7],
    ['$$5', undefined],
    ['5 acres sq ft', undefined],
    ['€5', undefined],
    ['acres', undefined],
  ]
  for (const [text, value] of rows) {
    const read = toNumber(text, { units, thousands: ',' })
    assert.equal(typeof read === 'string' ? undefined : read, value, text)
  }
  assert.match(String(toNumber('2147483647', { scale: 100 })), /not a placeholder/)
})

test('a whole number may have a zero fraction, but no other fraction', () => {
  assert.deepEqual([toWholeNumber('3'), toWholeNumber('3.0'), toWholeNumber('33')], [3, 3, 33])
  for (const text of ['3.5', 'three', '99999999999999999999'])
    assert.match(String(toWholeNumber(text)), /^! must be a whole/)
})

test('dates are read strictly by their format, and must exist', () => {
  assert.equal(toDay('2014-05-02'), '2014-05-02')
  assert.equal(toDay('20140502T000000', 'YYYYMMDDTHHmmss'), '2014-05-02')
  assert.equal(toDay('5/2/2014', 'M/D/YYYY'), '2014-05-02')
  assert.equal(toDay('02.05.2014', 'DD.MM.YYYY'), '2014-05-02')
  assert.equal(toDay('2016-02-29'), '2016-02-29')
  assert.equal(toDay('September-29-2020', 'MMMM-D-YYYY'), '2020-09-29')
  assert.equal(toDay('29 Sep 2020', 'D MMM YYYY'), '2020-09-29')
  assert.equal(toDay('SEPT. 29, 2020', 'MMM D, YYYY'), '2020-09-29')
  for (const text of ['29SEP2020', '29Sept2020', '29sep.2020'])
    assert.equal(toDay(text, 'DDMMMYYYY'), '2020-09-29', 'a short month may stand before digits')
  assert.deepEqual(
    ['1/2/69', '1/2/68'].map((text) => toDay(text, 'M/D/YY')),
    ['1969-01-02', '2068-01-02'],
  )
  assert.equal(toDay('2010-5', 'YYYY-M'), '2010-05-01', 'a month means its first day')
  assert.equal(toTime('9/29/2020 12:05:00 AM', 'M/D/YYYY h:mm:ss A'), Date.UTC(2020, 8, 29, 0, 5))
  assert.equal(toTime('9/29/2020 01:05 pm', 'M/D/YYYY hh:mm A'), Date.UTC(2020, 8, 29, 13, 5))
  for (const [text, format] of [
    ['2015-02-29', undefined],
    ['2/5/2014', undefined],
    ['20140502T250000', 'YYYYMMDDTHHmmss'],
    ['02x05x2014', 'DD.MM.YYYY'],
    ['Septembre 29 2020', 'MMM D YYYY'],
    ['29SEPT2020', 'DDMMMMYYYY'],
    ['29SEPTE2020', 'DDMMMYYYY'],
    ['Marsh 29 2020', 'MMMM D YYYY'],
    ['9/29/2020 13:05 pm', 'M/D/YYYY hh:mm A'],
    ['1/2/123', 'M/D/YY'],
  ] as const) {
    assert.match(String(toDay(text, ...(format === undefined ? [] : [format]))), /^! must be a valid date/, text)
  }
})

test('a column may have dates in several formats; a cell that two formats read differently is reported, not guessed', () => {
  const formats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY']
  assert.equal(toDay('2020-04-03', ...formats), '2020-04-03')
  assert.equal(toDay('04/13/2020', ...formats), '2020-04-13')
  assert.equal(toDay('13/04/2020', ...formats), '2020-04-13')
  assert.equal(toDay('04/04/2020', ...formats), '2020-04-04')
  assert.equal(
    toDay('03/04/2020', ...formats),
    '! must mean the same date in all formats: the formats read 2020-03-04 and 2020-04-03',
  )
  assert.match(
    String(toDay('3.4.2020', ...formats)),
    /^! must be a valid date, written as YYYY-MM-DD or MM\/DD\/YYYY or DD\/MM\/YYYY$/,
  )
})

test('a time without a zone is UTC; one with a zone is converted to UTC', () => {
  const halfPastNine = Date.UTC(2026, 0, 31, 9, 30)
  assert.equal(toTime('2026-01-31T09:30:00Z'), halfPastNine)
  assert.equal(toTime('2026-01-31T09:30'), halfPastNine)
  assert.equal(toTime('2026-01-31T04:30:00.000-05:00'), halfPastNine)
  assert.equal(toTime('1/31/2026 9:30', 'M/D/YYYY H:mm'), halfPastNine)
  assert.equal(toTime('31.01.2026 09:30', 'DD.MM.YYYY HH:mm'), halfPastNine)
  assert.equal(toTime('2026-01-31'), Date.UTC(2026, 0, 31))
  assert.equal(toTime(String(halfPastNine), 'x'), halfPastNine)
  assert.equal(toTime(String(halfPastNine / 1000), 'X'), halfPastNine)
  for (const text of ['9999999999999', '-1', '1e9', '']) assert.match(String(toTime(text, 'X')), /^! /, text)
  assert.match(String(toTime('2026-02-31T09:30:00Z')), /^! /)
})

test('a date format names year, month and day once each', () => {
  for (const format of ['YYYY-MM-DD', 'M/D/YYYY', 'YYYYMMDDTHHmmss', 'MMMM D, YY', 'M/D/YYYY h:mm A', 'X', 'x'])
    assert.ok(isDateFormat(format), format)
  for (const format of ['YYYY-MM', 'DD.MM.', 'YYYY-MM-DD-DD', 'ISO', '', 'M/D/YYYY h:mm', 'M/D/YYYY HH:mm A'])
    assert.ok(!isDateFormat(format), format)
})

test('yes and no are read only in the usual spellings', () => {
  assert.deepEqual(['TRUE', 'Yes', 'y', 't', '1'].map(toBoolean), [true, true, true, true, true])
  assert.deepEqual(['false', 'NO', 'n', 'F', '0'].map(toBoolean), [false, false, false, false, false])
  assert.match(String(toBoolean('2')), /^! must be true, false/)
})

test('a list is split at its separator; a closed list accepts only its own values', () => {
  assert.deepEqual(convert('list', 'Cooling', 'Central; ;Fans ', { separator: ';' }), ['Central', 'Fans'])
  assert.deepEqual(convert('list', 'View', 'City, Water'), ['City', 'Water'])
  assert.equal(convert('list', 'View', 'City,Sea'), '! must list only City, Mountain, Park, Water')
})

test('leading zeros are restored, and a text longer than the padded length is rejected', () => {
  assert.equal(convert('text', 'ParcelNumber', '520', { pad: 10 }), '0000000520')
  assert.equal(convert('text', 'ParcelNumber', '12345', { pad: 4 }), '! must have up to 4 characters')
  assert.equal(convert('text', 'HomeType', 'House'), `! must be one of ${homeField('HomeType').values?.join(', ')}`)
})

test('codes that a program wrote as numbers are read by their digits, and refused if digits are lost', () => {
  const code = (text: string, pad?: number) => convert('text', 'ParcelNumber', text, pad === undefined ? {} : { pad })
  assert.deepEqual(
    ['98103.0', '94704.000000', '01234.0', '1.00029002500e+009', '4.2E+1'].map((text) => code(text)),
    ['98103', '94704', '01234', '1000290025', '42'],
  )
  assert.equal(code('2138.0', 5), '02138')
  for (const lost of ['4.3001E+11', '1e+05']) assert.match(String(code(lost)), /^! must be text with all digits: /)
  for (const kept of ['1.05', '4E12', '4.25e+1', '-1.0', '12-3.0']) assert.equal(code(kept), kept)
})
