import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { PROMPT_PLACES } from '../../../../../test/operations/prompt-places.ts'
import { dayNumber } from '../../../../kit/base/clock.ts'
import { Mixed, type Prompt, readPrompt } from './read.ts'
import { isStopWord } from './stop-words.ts'

const DAY = { today: dayNumber(Date.UTC(2026, 10, 22)), year: 2026 }

async function read(sentence: string): Promise<Prompt> {
  const prompt = await readPrompt(sentence, PROMPT_PLACES, DAY)
  assert(!(prompt instanceof Mixed), `${sentence} is mixed`)
  return prompt
}

/** Returns the filters as `parameter=value`, without the place and the class of listings (for sale, for rent, sold). */
function filtersOf({ applied }: Prompt): string[] {
  const others = new Set(['location', 'listingStatus'])
  return applied
    .filter(({ parameter }) => !others.has(parameter))
    .map(({ parameter, value }) => `${parameter}=${value}`)
}

/** Sentences as people write them, each with its expected meaning. The file describes its format. */
const SENTENCES = readFileSync(new URL('../../../../../test/fixtures/prompts.txt', import.meta.url), 'utf8')
  .split('> ')
  .slice(1)
  .map((block) => {
    const [sentence = '', expected = '', ...rest] = block.trimEnd().split('\n')
    const parameterOf = (name: string) =>
      rest
        .find((line) => line.startsWith(`  ${name}: `))
        ?.slice(name.length + 4)
        .split(' | ') ?? []
    return {
      sentence,
      expected: expected.trim().split(' | '),
      dropped: parameterOf('dropped'),
      ambiguous: parameterOf('ambiguous'),
    }
  })

suite('sentences as people write them', () => {
  assert.ok(SENTENCES.length >= 120)
  for (const { sentence, expected, dropped, ambiguous } of SENTENCES) {
    test(sentence, async () => {
      const prompt = await read(sentence)
      assert.deepEqual([prompt.listingClass, prompt.places.join('; '), ...filtersOf(prompt)], expected)
      assert.deepEqual(
        prompt.dropped.map(({ words }) => words),
        dropped,
      )
      const doubtful = new Set(prompt.ambiguous.map(({ words }) => words).filter((words) => words !== ''))
      assert.deepEqual([...doubtful], ambiguous)
    })
  }
})

/** A phrase, and the filters that it must set. */
type Part = readonly [words: string, filters: readonly string[]]

const part = (words: string, ...filters: string[]): Part => [words, filters]
const dollars = fc.integer({ min: 200, max: 900 })
const one = (...parts: Part[]) => fc.constantFrom(...parts)

/** Phrases for each kind of filter. */
const PARTS = [
  fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom('bed', 'bedrooms', 'br', '-bedroom'))
    .chain(([count, unit]) =>
      one(
        part(`${count}${unit.startsWith('-') ? '' : ' '}${unit}`, `bed_min=${count}`, `bed_max=${count}`),
        part(`at least ${count} bedrooms`, `bed_min=${count}`),
        part(`${count}+ beds`, `bed_min=${count}`),
        part(`up to ${count} bedrooms`, `bed_max=${count}`),
      ),
    ),
  one(
    part('2 baths', 'bathrooms=TwoPlus'),
    part('3+ bathrooms', 'bathrooms=ThreePlus'),
    part('at least 1.5 baths', 'bathrooms=OneHalfPlus'),
  ),
  dollars.chain((thousands) =>
    one(
      part(`under ${thousands}k`, `listPriceRange=max:${thousands}000`),
      part(`over $${thousands},000`, `listPriceRange=min:${thousands}000`),
      part(
        `between $${thousands}k and $${thousands + 50}k`,
        `listPriceRange=min:${thousands}000, max:${thousands + 50}000`,
      ),
      part(`${thousands}k or less`, `listPriceRange=max:${thousands}000`),
    ),
  ),
  fc
    .integer({ min: 600, max: 4000 })
    .chain((feet) =>
      one(
        part(`at least ${feet} sq ft`, `squareFeetRange=min:${feet}`),
        part(`${feet}-${feet + 500} square feet`, `squareFeetRange=min:${feet}, max:${feet + 500}`),
        part(`less than ${feet} sqft`, `squareFeetRange=max:${feet}`),
      ),
    ),
  fc.integer({ min: 1, max: 40 }).map((acres) => part(`over ${acres} acres`, `lotSizeRange=min:${acres * 43_560}`)),
  fc
    .integer({ min: 1900, max: 2025 })
    .chain((year) =>
      one(
        part(`built after ${year}`, `yearBuiltRange=min:${year}`),
        part(`built before ${year}`, `yearBuiltRange=max:${year}`),
        part(`built in ${year}`, `yearBuiltRange=min:${year}, max:${year}`),
      ),
    ),
  one(
    part('houses', 'homeType=Houses'),
    part('condos', 'homeType=Condos/Co-ops'),
    part('townhomes', 'homeType=Townhomes'),
    part('duplex', 'homeType=Multi-family'),
  ),
  one(part('with a pool', 'otherAmenities=Must have pool'), part('a/c', 'otherAmenities=Must have A/C')),
  one(part('garage', 'haveGarage=true'), part('2 car garage', 'haveGarage=true', 'parkingSpots=TwoPlus')),
  one(part('finished basement', 'mustHaveBasement=Yes_Finished'), part('single story', 'singleStoryOnly=true')),
  one(part('no HOA', 'maxHOA=No_HOA_Fee'), part('HOA under $250', 'maxHOA=250_dollars_month')),
  one(part('mountain views', 'view=Mountain'), part('a view of the park', 'view=Park')),
  one(
    part('listed in the last 7 days', 'daysOn{Portal}=7_days'),
    part('listed within 2 weeks', 'daysOn{Portal}=14_days'),
    part('listed this month', 'daysOn{Portal}=30_days'),
  ),
  one(part('cheapest', 'sortOrder=Price_Low_to_High'), part('newest first', 'sortOrder=Newest')),
  one(part('page 3', 'page=3')),
  one(part('"corner lot"', 'keywords="corner lot"'), part('fireplace', 'keywords=fireplace')),
]
const PLACES = ['in Austin', 'in Mountain View, CA', 'near Sugar Land, TX', 'in 78704', 'in Austin or Round Rock']

test('sentences composed of any filters are read as these filters, in any order', async () => {
  const chosen = fc
    .shuffledSubarray(PARTS, { minLength: 0, maxLength: 7 })
    .chain((kinds) => fc.tuple(...kinds))
    .chain((parts) =>
      fc.record({ parts: fc.constant(parts), place: fc.constantFrom(...PLACES), at: fc.nat(parts.length) }),
    )
  await fc.assert(
    fc.asyncProperty(chosen, fc.boolean(), async ({ parts, place, at }, isSaid) => {
      const words = parts.map(([text]) => text).toSpliced(at, 0, place)
      const sentence = `${isSaid ? 'for sale: ' : ''}${words.join(', ')}`
      const prompt = await read(sentence)
      assert.deepEqual(filtersOf(prompt).toSorted(), parts.flatMap(([, filters]) => filters).toSorted(), sentence)
      assert.deepEqual(prompt.dropped, [], sentence)
      assert.equal(prompt.listingClass, 'For_Sale', sentence)
      const places = place.replace(/^(in|near) /, '').replace(' or ', '; ')
      assert.equal(prompt.places.join('; '), places, sentence)
    }),
    { numRuns: 700 },
  )
})

const LEXICON = SENTENCES.flatMap(({ sentence }) => sentence.split(/\s+/))

test('each word of any sentence is read, is a stop word, or is reported to have no effect', async () => {
  const word = fc.oneof(
    fc.constantFrom(...LEXICON),
    fc.constantFrom('zebra', 'xyzzy', '42', '$', '"', '12345', 'ﬁn', '½'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 25 }), async (words) => {
      const sentence = words.join(' ')
      const prompt = await readPrompt(sentence, PROMPT_PLACES, DAY)
      if (prompt instanceof Mixed) return
      const allWords = [...prompt.applied, ...prompt.dropped].map((one) => one.words.toLowerCase()).join(' ')
      for (const each of sentence
        .normalize('NFKC')
        .toLowerCase()
        .match(/[a-z]+/g) ?? []) {
        assert.ok(
          isStopWord(each) || allWords.includes(each) || CONNECTIVES.has(each),
          `${each} of ${sentence} is not allWords`,
        )
      }
    }),
    { numRuns: 700 },
  )
})

/** The ends of `I'm`, `it's` and `I'd`. */
const CONNECTIVES = new Set(['m', 's', 'd'])

test('a wish that a sentence repeats in other words is reported each time', async () => {
  const { applied, dropped } = await read('rental in Austin to rent, cheapest, price low to high, cheapest')
  const lines = applied.map(({ words, parameter }) => `${parameter}: ${words}`)
  for (const each of ['listingStatus: rental', 'listingStatus: to rent', 'sortOrder: cheapest']) {
    assert.equal(lines.filter((one) => one === each).length, 1, each)
  }
  assert.ok(lines.includes('sortOrder: price low to high'), lines.join('; '))
  assert.deepEqual(dropped, [])
})

test('buying, renting and sold homes are different searches', async () => {
  for (const sentence of [
    'buy or rent a house in Austin',
    'sold homes and homes for sale in Austin',
    'rentals sold in Austin',
  ]) {
    assert.ok((await readPrompt(sentence, PROMPT_PLACES, DAY)) instanceof Mixed, sentence)
  }
})

test('a sentence without a class of listings reports which class it was read as', async () => {
  assert.deepEqual((await read('condos in Austin')).ambiguous, [
    { words: '', why: 'no word says buy, rent or sold: read as For_Sale.' },
  ])
  assert.deepEqual((await read('condos for sale in Austin')).ambiguous, [])
})

test('a sentence may have no place, and a place that the catalog does not have is still looked up', async () => {
  assert.deepEqual((await read('3 bed house with a pool')).places, [])
  assert.deepEqual((await read('3 bed house in Timbuktu with a pool')).places, ['Timbuktu'])
  assert.deepEqual((await read('3 bed house in Timbuktu with a pool')).dropped, [])
  const cases = ['Pleasant View', 'Orange County, CA', 'Garden City', 'Land O Lakes, FL']
  for (const place of cases) {
    const { places, applied } = await read(`homes in ${place} with a pool`)
    assert.deepEqual(places, [place])
    assert.ok(applied.some(({ value }) => value === 'Must have pool'))
  }
})

test('a sentence that is quoted as a whole is read as a sentence', async () => {
  assert.deepEqual(filtersOf(await read('"3 bed houses in Austin"')), ['bed_min=3', 'bed_max=3', 'homeType=Houses'])
})
