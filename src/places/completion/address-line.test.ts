import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressEntry } from '../addresses/address-book.ts'
import { addressLine, linePrefixes } from './address-line.ts'

const ADDRESSES = [
  ['824 Webster St APT 4', 'Oakland', 'CA', '94607'],
  ['824 Webster Street', 'Oakland', 'CA', '94607'],
  ['30 W 26th St Fl 3', 'New York', 'NY', '10010'],
  ['1 Hill St', 'Austin', 'TX', '78701'],
  ['12-34 31st Ave Unit 2B', 'Astoria', 'NY', '11106'],
  ['123 1/2 Saint Charles Boulevard', 'St. Louis', 'MO', '63101'],
  ['N6W23001 Bluemound Rd', 'Waukesha', 'WI', '53188'],
  ["5 O'Neal Northwest Hwy #7", 'Winston-Salem', 'NC', '27101'],
  ['9 First Avenue South', 'Saint Paul', 'MN', '55101'],
] as const

function lineOf([streetAddress, city, state, zipcode]: (typeof ADDRESSES)[number]): { display: string; line: string } {
  const entry = addressEntry({ zpid: 1, address: { streetAddress, city, state, zipcode } })
  assert.ok(entry)
  return { display: entry.display, line: addressLine(entry) }
}

function finds(typed: string, line: string): boolean {
  return linePrefixes(typed).some((prefix) => `${line} `.startsWith(prefix))
}

test('a line is found under every prefix of the displayed address, in any case', () => {
  for (const address of ADDRESSES) {
    const { display, line } = lineOf(address)
    for (let length = 1; length <= display.length; length++) {
      const typed = display.slice(0, length)
      for (const text of [typed, typed.toUpperCase(), typed.replaceAll(',', '')]) {
        assert.ok(finds(text, line), `${JSON.stringify(text)} does not lead to ${line}`)
      }
    }
  }
})

test('a line is found under every prefix of its words written out in full', () => {
  const spelled = {
    '824 Webster Street Apartment 4, Oakland, California 94607': 0,
    '824 Webster Street Unit 4': 0,
    '824 Webster St # 4': 0,
    '30 West 26th Street Floor 3': 2,
    '30 W. 26th St., Fl. 3, New York': 2,
    '9 1st Ave S St. Paul': 8,
    '5 ONeal NW Highway # 7 Winston Salem North Carolina': 7,
  }
  for (const [text, index] of Object.entries(spelled)) {
    const { line } = lineOf(ADDRESSES[index as 0])
    for (let length = 1; length <= text.length; length++) {
      assert.ok(finds(text.slice(0, length), line), `${JSON.stringify(text.slice(0, length))} does not lead to ${line}`)
    }
  }
})

test('a line is not found under another number, street, direction or unit', () => {
  const { line } = lineOf(ADDRESSES[0])
  for (const text of [
    '82 Webster',
    '825',
    '824 Wabash',
    '824 Webster Ave',
    '824 N Webster',
    '824 Webster St Apt 5',
    '824 Webster St 4',
  ]) {
    assert.ok(!finds(text, line), text)
  }
})

test('the line is short and in lower case', () => {
  assert.equal(lineOf(ADDRESSES[0]).line, '824 webster st apt 4 oakland ca 94607')
})

test('empty text has no prefixes, and no text has more than twelve', () => {
  assert.deepEqual(linePrefixes(' , '), [])
  for (const text of ['1 co', '1 ha st co', '1 main st new', '1 main st north'])
    assert.ok(linePrefixes(text).length <= 12)
})
