import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ParsedAddress, parseAddress, streetParts } from './address.ts'

const EMPTY: ParsedAddress = {
  houseNumber: '',
  preDirection: '',
  street: '',
  suffix: '',
  postDirection: '',
  unit: '',
  city: '',
  state: '',
  zipcode: '',
  others: [],
}

/** Each case lists only the parts that are not empty. */
type Parts = Partial<ParsedAddress>

function assertParses(cases: Readonly<Record<string, Parts>>): void {
  for (const [text, parts] of Object.entries(cases)) assert.deepEqual(parseAddress(text), { ...EMPTY, ...parts }, text)
}

const webster: Parts = { houseNumber: '824', street: 'webster', suffix: 'st' }
const oakland: Parts = { city: 'oakland', state: 'CA', zipcode: '94607' }
const main: Parts = { houseNumber: '123', street: 'main', suffix: 'st' }

test('an address is read the same with any letter case, punctuation and abbreviation', () => {
  for (const text of [
    '824 Webster St, Oakland, CA 94607',
    '824 WEBSTER STREET OAKLAND CA 94607',
    '824 webster str. oakland, california 94607-1234',
    '824  Webster   Street,Oakland,CA,94607,USA',
    ' 824 Webster St.\nOakland, CA 946071234\n',
    '824 Wébster St; Oakland; Calif. 94607; United States of America',
    '824 Webster Street | Oakland 94607 CA',
    '0824 Webster St, Oakland, CA 94607',
    '824Webster St, Oakland, CA 94607',
    'Oakland, CA 94607, 824 Webster St',
    'Oakland CA 94607 824 Webster St',
    '94607 Oakland, California: 824 Webster St',
    'John Smith\n824 Webster St\nOakland CA 94607',
    'c/o John Smith, 824 Webster St, Oakland, CA 94607',
    '824 Webster St, attn: John Smith, Oakland, CA 94607',
  ]) {
    assert.deepEqual(parseAddress(text), { ...EMPTY, ...webster, ...oakland }, text)
  }
})

test('other words of the text are preserved, so that a look-up can ask the caller about them', () => {
  const others = {
    '824 Webster St, Oakland, Alameda County, CA 94607': ['alameda county'],
    '824 Webster St, HOA, Oakland, CA 94607': ['hoa'],
    '824 Webster St, Chinatown, Lot Twelve, Oakland, CA 94607': ['chinatown', 'lot twelve'],
    'Tampa, 824 Webster St, Oakland, CA 94607': ['tampa'],
    '33602, 824 Webster St, Oakland, CA 94607': ['33602'],
    'Elm St, 824 Webster St, Oakland, CA 94607': ['elm st'],
  }
  for (const [text, expected] of Object.entries(others)) {
    assert.deepEqual(parseAddress(text), { ...EMPTY, ...webster, ...oakland, others: expected }, text)
  }
  const twice = parseAddress('Apt 4, 824 Webster St Apt 5, Oakland, CA 94607')
  assert.deepEqual([twice.unit, twice.others], ['5', ['unit 4']])
  assert.deepEqual(parseAddress('The Carlyle, 824 Webster St').others, ['the carlyle'], 'it may be the place')
})

test('city, state and ZIP may each be missing', () => {
  assertParses({
    '824 Webster St': webster,
    '824 Webster St Oakland': { ...webster, city: 'oakland' },
    '824 Webster St, Oakland': { ...webster, city: 'oakland' },
    '824 Webster St 94607': { ...webster, zipcode: '94607' },
    '824 Webster St CA 94607': { ...webster, state: 'CA', zipcode: '94607' },
    '824 Webster St, Oakland 94607': { ...webster, city: 'oakland', zipcode: '94607' },
    'Oakland CA': { city: 'oakland', state: 'CA' },
    '94607': { zipcode: '94607' },
    '94607 CA': { state: 'CA', zipcode: '94607' },
    Texas: { state: 'TX' },
    '': {},
    ' ,, ; ': {},
  })
})

test('street and city are separated without a comma', () => {
  assertParses({
    '100 N Main St Gainesville': {
      houseNumber: '100',
      preDirection: 'n',
      street: 'main',
      suffix: 'st',
      city: 'gainesville',
    },
    '1234 Broadway Oakland': { houseNumber: '1234', street: 'broadway', city: 'oakland' },
    '123 Park Ave New York NY': { houseNumber: '123', street: 'park', suffix: 'ave', city: 'new york', state: 'NY' },
    '12 Lake St Louis MO': { houseNumber: '12', street: 'lk', city: 'st louis', state: 'MO' },
    '123 Main St Park City UT': { ...main, city: 'park city', state: 'UT' },
    '123 Main St North Las Vegas NV': { ...main, city: 'n las vegas', state: 'NV' },
    '123 Main St West Palm Beach FL': { ...main, city: 'w palm beach', state: 'FL' },
    '123 Main St Unknownville CA': { ...main, city: 'unknownville', state: 'CA' },
    '123 Main St Apt 4 Unknownville': { ...main, unit: '4', city: 'unknownville' },
    '689 Stableway Road Pike Road AL': {
      houseNumber: '689',
      street: 'stableway',
      suffix: 'rd',
      city: 'pike road',
      state: 'AL',
    },
    '500 Lake Forest Dr': { houseNumber: '500', street: 'lk frst', suffix: 'dr' },
  })
})

test('the caller decides which cities are known', () => {
  const isCity = (name: string, state: string): boolean => name === 'new aberdeen' && (state === '' || state === 'TX')
  const parsed = parseAddress('12 Elm New Aberdeen TX', isCity)
  assert.deepEqual([parsed.street, parsed.city, parsed.state], ['elm', 'new aberdeen', 'TX'])
  assert.equal(parseAddress('12 Elm Oakland CA', isCity).city, '')
})

test('a name shared by a state and a city means the city unless a city precedes it', () => {
  assertParses({
    '350 5th Ave, New York': { houseNumber: '350', street: '5th', suffix: 'ave', city: 'new york' },
    '350 Fifth Avenue New York 10118': {
      houseNumber: '350',
      street: '5th',
      suffix: 'ave',
      city: 'new york',
      zipcode: '10118',
    },
    '350 5th Ave New York New York': {
      houseNumber: '350',
      street: '5th',
      suffix: 'ave',
      city: 'new york',
      state: 'NY',
    },
    '123 Main St, Albany, New York': { ...main, city: 'albany', state: 'NY' },
    '123 Main St Seattle Washington': { ...main, city: 'seattle', state: 'WA' },
    '1600 Pennsylvania Avenue N.W., Washington, D.C.': {
      houseNumber: '1600',
      street: 'pennsylvania',
      suffix: 'ave',
      postDirection: 'nw',
      city: 'washington',
      state: 'DC',
    },
  })
})

test('a state’s letters at the end of a street are not a state', () => {
  assertParses({
    '500 Oak Ct': { houseNumber: '500', street: 'oak', suffix: 'ct' },
    '500 Oak Ct Hartford CT': { houseNumber: '500', street: 'oak', suffix: 'ct', city: 'hartford', state: 'CT' },
    '123 Main St NE': { ...main, postDirection: 'ne' },
    '123 Main St, NE': { ...main, postDirection: 'ne' },
    '123 Main St NE 55413': { ...main, postDirection: 'ne', zipcode: '55413' },
    '123 Main St, Lincoln, NE': { ...main, city: 'lincoln', state: 'NE' },
    '123 Main St 6th Fl': { ...main, unit: 'fl 6' },
    '333 North Michigan': { houseNumber: '333', preDirection: 'n', street: 'michigan' },
  })
})

test('units are found with every designator, before or after the street, and without one', () => {
  const withUnit = (unit: string): Parts => ({ ...main, unit })
  assertParses({
    '123 Main St #4': withUnit('4'),
    '123 Main St # 4': withUnit('4'),
    '123 Main St Apt 4': withUnit('4'),
    '123 Main St, Apt. #4': withUnit('4'),
    '123 Main St apt4': withUnit('4'),
    '123 Main St Unit 4B': withUnit('4b'),
    '123 Main St #4-B': withUnit('4b'),
    '123 Main St Apt 4 B': withUnit('4b'),
    '123 Main St Suite 0200': withUnit('200'),
    '123 Main St Ste 1-12': withUnit('1-12'),
    '123 Main St-4': withUnit('4'),
    '123 Main St -4': withUnit('4'),
    '123 Main St 4B': withUnit('4b'),
    '123 Main St B': withUnit('b'),
    '123 Main St, B': withUnit('b'),
    '123 Main St No. 4': withUnit('4'),
    '123 Main St No. B': withUnit('b'),
    '123 Main St Apt No. 456': withUnit('456'),
    '123 Main St, 308 B': withUnit('308b'),
    '123 Main St, Oakland Apt 4': { ...withUnit('4'), city: 'oakland' },
    '123 Main St, Oakland, CA 94607, Apt 4': { ...withUnit('4'), ...oakland },
    '123 Main St, Oakland, CA 94607 #4': { ...withUnit('4'), ...oakland },
    '123 Main St, Oakland, CA 94607, 4B': { ...withUnit('4b'), ...oakland },
    'Apt B, 123 Main St': withUnit('b'),
    'Apt B 123 Main St': withUnit('b'),
    '123 Main St Penthouse 2': withUnit('ph2'),
    '123 Main St PH2': withUnit('ph2'),
    '123 Main St Apt PH': withUnit('ph'),
    '123 Main St Rear': withUnit('rear'),
    '123 Main St, Lower': withUnit('lowr'),
    '123 Main St 3rd Floor': withUnit('fl 3'),
    '123 Main St Second Floor': withUnit('fl 2'),
    '123 Main St, Bldg 3, Apt 4': withUnit('bldg 3 4'),
    '123 Main St Building 3 #4': withUnit('bldg 3 4'),
    'Apt 4, 123 Main St': withUnit('4'),
    '#4 123 Main St': withUnit('4'),
    '123 Main St E': { ...main, postDirection: 'e' },
    '123 Main St, Sault Ste. Marie, MI': { ...main, city: 'sault ste marie', state: 'MI' },
  })
})

test('house numbers include their letters, fractions and second halves', () => {
  const numbers = {
    '12-34 31st Ave': '12-34',
    '123 1/2 Main St': '123 1/2',
    '123½ Main St': '123 1/2',
    '123A Main St': '123a',
    '123-A Main St': '123a',
    '4922 B South Cornell Ave': '4922b',
    'N6W23001 Bluemound Rd': 'n6w23001',
    'N165 W2123 Tartan Ct': 'n165w2123',
    '38W123 Oak Rd': '38w123',
    'One Main St': '1',
    '# 2 Turner Rd': '2',
    'The Carlyle, 35 E 76th St': '35',
    '5th Ave': '',
    'Main St': '',
  }
  for (const [text, number] of Object.entries(numbers)) assert.equal(parseAddress(text).houseNumber, number, text)
})

test('directions are distinguished from names', () => {
  const expected: Readonly<Record<string, readonly [string, string, string, string]>> = {
    '123 North St': ['', 'north', 'st', ''],
    '123 N Park': ['n', 'park', '', ''],
    '123 N.E. 4th St': ['ne', '4th', 'st', ''],
    '123 North East 4th St': ['ne', '4th', 'st', ''],
    '80 North East Street': ['n', 'east', 'st', ''],
    '123 E St NW': ['', 'e', 'st', 'nw'],
    '123 Main St South East': ['', 'main', 'st', 'se'],
    '123 E 300 S': ['e', '300', '', 's'],
    '123 Avenue N': ['', 'ave n', '', ''],
    '9912 S. Avenue H': ['s', 'ave h', '', ''],
    '12 W Loop S': ['w', 'loop', '', 's'],
    '80 No. Main St': ['n', 'main', 'st', ''],
    '1427 South Carolina Avenue Southeast': ['', 's carolina', 'ave', 'se'],
    '1105 Bolton Road, NW Atlanta': ['', 'bolton', 'rd', 'nw'],
  }
  for (const [text, parts] of Object.entries(expected)) {
    const { preDirection, street, suffix, postDirection } = parseAddress(text)
    assert.deepEqual([preDirection, street, suffix, postDirection], parts, text)
  }
})

test('all spellings of a street get the same name', () => {
  const groups = [
    ['First St', '1st Street', 'FIRST ST.'],
    ['Twenty-First St', 'Twenty First St', '21st St', '21 St'],
    ['Saint Charles Ave', 'St Charles Av', 'St. Charles Avenue'],
    ['Fort Washington Ave', 'Ft. Washington Ave'],
    ['Mount Vernon Ave', 'Mt Vernon Ave'],
    ['Mill Creek Rd', 'Mill Crk Road'],
    ['County Road 12', 'CR 12', 'Co Rd 12', 'CR-12', 'Cty. Rd. 12'],
    ['US Hwy 50', 'U.S. Highway 50', 'US-50', 'US Route 50', 'U.S.Hwy 50'],
    ['Highway 9', 'Hwy 9'],
    ['State Route 9', 'SR 9', 'St Rt 9', 'SR-9'],
    ['Farm to Market Road 544', 'FM 544', 'FM-544'],
    ['Interstate 35', 'I-35', 'IH 35'],
    ['Martin Luther King Junior Blvd', 'MLK Jr Blvd', 'Martin Luther King, Jr. Boulevard'],
    ['Avenue of the Americas', 'Ave Of The Americas'],
    ['Avenue B', 'Ave. B'],
    ["O'Neal Ct", 'ONeal Court', 'O’Neal Ct.'],
  ]
  for (const group of groups) {
    const names = group.map((street) => JSON.stringify(streetParts(`12 ${street}`)))
    assert.equal(new Set(names).size, 1, names.join('\n'))
  }
})

test('streets that only share words stay distinct', () => {
  const streets = [
    'Main St',
    'Main Ave',
    'N Main St',
    'Main St N',
    'Main',
    'Maine St',
    '1st St',
    'Avenue B',
    'B Ave',
    'Hwy 9',
  ]
  const parts = streets.map((street) => JSON.stringify(streetParts(`12 ${street}`)))
  assert.equal(new Set(parts).size, streets.length)
})

test('a lost leading zero of a ZIP is restored after a state whose ZIPs start with zero', () => {
  assert.equal(parseAddress('12 Elm St Dover NH 3820').zipcode, '03820')
})

test('any text is read without failing, and only the state has capital letters', () => {
  const pieces = fc.constantFrom(
    '123',
    'Main',
    'St',
    'N',
    ',',
    '#',
    'Apt',
    '-',
    '4B',
    'CA',
    'New York',
    '94607',
    'Avenue',
    'US',
    '½',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 30 }).map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const { state, zipcode, ...parts } = parseAddress(text)
      assert.match(state, /^([A-Z]{2})?$/)
      assert.match(zipcode, /^(\d{5})?$/)
      for (const part of Object.values(parts).flat()) assert.equal(part, part.toLowerCase().trim())
    }),
  )
})

test('the work grows no faster than the length of a hostile text', () => {
  for (const piece of [
    '1 ',
    'a-',
    '# ',
    ', ',
    'St ',
    'N ',
    'Apt 4 ',
    'New York ',
    '-',
    '١',
    '\ufdfa',
    'É',
    '99999-',
    '1/2 ',
  ]) {
    let calls = 0
    const counting = (): boolean => {
      calls++
      return false
    }
    parseAddress(piece.repeat(10_000 / piece.length), counting)
    assert.ok(calls < 50, `${calls} calls for ${JSON.stringify(piece)}`)
  }
})
