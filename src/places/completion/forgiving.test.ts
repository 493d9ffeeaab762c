import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { naiveCompletion } from '../../../test/completion/trial-lines.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Region } from '../../model/region.ts'
import { streetParts } from '../addresses/address.ts'
import { displayLine } from '../addresses/address-book.ts'
import { linePrefixes } from './address-line.ts'
import { beginningsOneSlipAway, textsOneSlipAway } from './one-slip.ts'
import { RegionIndex } from './region-index.ts'
import { prefixesWithSlip } from './slip-walk.ts'
import { SortedTexts, textArrays } from './sorted-texts.ts'
import { MAX_SUGGESTIONS, type SuggestionSource, suggest } from './suggest.ts'
import { countWords, WordList, wordArrays } from './word-list.ts'

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 6 })

/** Whether two strings differ by one typo: a missing, extra or wrong letter, or two swapped neighboring letters. */
function isOneSlip(typed: string, intended: string): boolean {
  if (typed === intended) return false
  let at = 0
  while (at < typed.length && typed[at] === intended[at]) at++
  const [left, right] = [typed.slice(at), intended.slice(at)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1) || isSwapped
}

test('the texts one typo away are those that a scan of all texts finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(words, { maxLength: 40 }), words, (all, typed) => {
      const sorted = all.toSorted()
      const matches = textsOneSlipAway(new SortedTexts(textArrays(sorted)), typed).map((index) => sorted[index])
      const expected = sorted.filter((text) => isOneSlip(typed, text))
      assert.deepEqual(new Set(matches), new Set(expected))
      assert.equal(matches.length, expected.length)
    }),
  )
})

const longer = words.filter((typed) => typed.length > 1)

test('every beginning one typo away is found once, with exactly the texts that begin with it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(words, { maxLength: 40 }), longer, (all, typed) => {
      const sorted = all.toSorted()
      const matches = beginningsOneSlipAway(new SortedTexts(textArrays(sorted)), typed)
      for (const { beginning, start, end } of matches) {
        assert.ok(isOneSlip(typed, beginning), `${beginning} for ${typed}`)
        assert.deepEqual(
          sorted.slice(start, end),
          sorted.filter((text) => text.startsWith(beginning)),
        )
      }
      const beginnings = matches.map(({ beginning }) => beginning)
      assert.equal(new Set(beginnings).size, beginnings.length)
      const expected = sorted.filter((text) =>
        Array.from(text, (_, at) => text.slice(0, at + 1)).some(
          (beginning) => isOneSlip(typed, beginning) && !beginning.startsWith(typed),
        ),
      )
      const covered = sorted.filter((text) => beginnings.some((beginning) => text.startsWith(beginning)))
      for (const text of expected) assert.ok(covered.includes(text), `${text} for ${typed}`)
    }),
  )
})

const STREETS = ['Lamar Blvd', 'Canyon Ave', 'Oak Hill Rd', 'W 26th St', 'Maple Dr', 'Old Mill Ct']
const CITIES = [
  ['Austin', 'TX', '78703', 30.3, -97.7],
  ['Seattle', 'WA', '98107', 47.7, -122.4],
  ['Springfield', 'IL', '62701', 39.8, -89.6],
  ['Springfield', 'OR', '97477', 44.1, -123],
] as const

const entries = CITIES.flatMap(([city, state, zipcode], at) =>
  STREETS.flatMap((street, index): AddressEntry[] => {
    const streetAddress = `${100 * (at + 1) + index} ${street}`
    const display = displayLine({ streetAddress, city, state, zipcode })
    const parts = streetParts(streetAddress)
    return [{ id: at * 10 + index, kind: 'home', display, ...parts, city: cityKey(city), state, zipcode }]
  }),
)

function regionsOf(homes: readonly number[], listings: readonly number[] = []): Region[] {
  return CITIES.flatMap(([city, state, zipcode, latitude, longitude], at) => {
    const point = { latitude, longitude }
    const box = { west: longitude, east: longitude, south: latitude, north: latitude }
    const counts = { homes: homes[at] ?? 1, listings: listings[at] ?? 0 }
    const key = `city/${state.toLowerCase()}/${city.toLowerCase()}`
    return [
      { regionId: at, key, type: 'city', name: city, state, point, ...box, ...counts } as const,
      {
        regionId: at + 10,
        key: `zipcode/${zipcode}`,
        type: 'zipcode',
        name: zipcode,
        state,
        city,
        point,
        ...box,
        ...counts,
      } as const,
    ]
  })
}

function sourceOf(regions: readonly Region[]): SuggestionSource {
  const index = new RegionIndex(regions)
  const at = async (houseNumber: string, street: string) =>
    entries.filter((entry) => entry.houseNumber === houseNumber && entry.street === street)
  return { regionIndex: () => index, addresses: { addressesAt: at, ...naiveCompletion(entries) } }
}

const source = sourceOf(regionsOf([4, 3, 2, 1]))

async function shown(typed: string, of = source, near?: { latitude: number; longitude: number }): Promise<string[]> {
  const suggestions = await suggest(typed, of, near)
  return suggestions.map((one) =>
    one.kind === 'region' ? `${one.region.name}, ${one.region.state}` : one.entry.display,
  )
}

/** Returns the text with every possible typo in each word of at least three letters. */
function slipsIn(text: string): string[] {
  const matches: string[] = []
  for (const { 0: word, index } of text.matchAll(/[A-Za-z]{3,}/g)) {
    for (let at = 0; at < word.length; at++) {
      const [head, tail] = [text.slice(0, index + at), text.slice(index + at)]
      matches.push(head + tail.slice(1), `${head}q${tail}`, `${head}q${tail.slice(1)}`)
      if (at + 1 < word.length) matches.push(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2))
    }
  }
  return matches.filter((slip) => slip !== text)
}

test('an address with one typo in any word, at any position, is among the suggestions', async () => {
  for (const { display } of entries.filter((_, index) => index % 5 === 0)) {
    const text = display.replace(/, \w\w \d+$/, '')
    for (const slip of slipsIn(text)) {
      const matches = await shown(slip)
      assert.ok(matches.includes(display), `${slip}: ${matches.join('; ')}`)
      assert.ok(matches.length <= MAX_SUGGESTIONS)
      assert.deepEqual(await shown(slip), matches)
    }
  }
})

test('a place with one typo in its name is among the suggestions', async () => {
  for (const [city, state] of CITIES)
    for (const slip of [...slipsIn(city), ...slipsIn(city).map((text) => `${text}, ${state}`)])
      assert.ok((await shown(slip)).includes(`${city}, ${state}`), slip)
})

test('if anything begins with the typed text, nothing else is suggested', async () => {
  assert.deepEqual(await shown('100 Lamar'), ['100 Lamar Blvd, Austin, TX 78703'])
  assert.deepEqual(await shown('Aus'), ['Austin, TX'])
})

test('no text with a typo requests more lines than a fixed number', async () => {
  const letters = Array.from('abcdefgh')
  const pairs = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
  const lines = pairs.flatMap((word) => pairs.map((other) => `1 ${word} st ${other} a`)).sort()
  const list = new WordList(wordArrays(countWords(lines)))
  for (const typed of [`1 ${'ax '.repeat(60)}`, '1 ax st xb', `ax bx ${'cx '.repeat(60)}`, '1 xa st bx a']) {
    let requests = 0
    await prefixesWithSlip(linePrefixes(typed), typed, {
      addressLineFrom: async (text) => {
        requests++
        return lines.find((line) => line >= text)
      },
      addressesBeginning: async () => [],
      wordsOneSlipAway: async (word) => list.wordsOneSlipAway(word),
      beginningsOneSlipAway: async (beginning) => list.beginningsOneSlipAway(beginning),
    })
    assert.ok(requests > 0 && requests <= 320, `${typed.slice(0, 20)}: ${requests} requests`)
  }
})

test('another number, another direction and two typos do not count as one typo', async () => {
  for (const typed of ['109 Lamar Blvd', '103 E 26th St', '100 Lmaa Blvd', 'Aqqtin', 'xy', 'q'])
    assert.deepEqual(await shown(typed), [], typed)
})

test('an address is found if its number follows the street, even with a city or a typo', async () => {
  for (const typed of [
    'Lamar Blvd 100',
    'Lamar Blvd 100, Austin',
    'Lamar Blvd, Austin 100',
    'Lamra Blvd 100',
    'lamar boulevard 10',
  ])
    assert.equal((await shown(typed))[0], '100 Lamar Blvd, Austin, TX 78703', typed)
})

test('among equal matches, the place with more homes on the market comes first, or the place closer to a given point', async () => {
  assert.deepEqual(await shown('Springf'), ['Springfield, IL', 'Springfield, OR'])
  assert.deepEqual(await shown('Springf', sourceOf(regionsOf([4, 3, 2, 1], [0, 0, 0, 1]))), [
    'Springfield, OR',
    'Springfield, IL',
  ])
  const oregon = { latitude: 44, longitude: -123 }
  assert.deepEqual(await shown('Springf', source, oregon), ['Springfield, OR', 'Springfield, IL'])
  assert.deepEqual(await shown('Spirngf', source, oregon), ['Springfield, OR', 'Springfield, IL'])
  assert.match((await shown('lamar blvd', source, oregon))[0] ?? '', /Springfield, OR/)
  assert.match((await shown('lamar blvd'))[0] ?? '', /Austin, TX/)
})
