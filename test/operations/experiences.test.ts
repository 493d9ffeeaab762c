import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { suite, test } from 'node:test'
import { Random } from '../../src/kit/algorithms/random.ts'
import { DAY_MS, dayOf } from '../../src/kit/base/clock.ts'
import type { Experience } from '../../src/model/experience.ts'
import { call } from './call.ts'
import { NOW_MS } from './made-homes.ts'
import { EXPERIENCES } from './made-portals.ts'
import { smallContext } from './small-catalog.ts'

const PATH = '/search/exp/bydestination'
const context = smallContext({ experiences: EXPERIENCES })
const TODAY = dayOf(NOW_MS)

interface Row {
  readonly experienceId: string
  readonly nextAvailable: string | null
  readonly availability: readonly { readonly date: string; readonly startTime: string; readonly seatsLeft: number }[]
}
interface Found {
  readonly total: number
  readonly nextPageCursor: string | null
  readonly searchResults: readonly Row[]
}
type Parameters = Readonly<Record<string, string>>

const COUNTRIES = new Set(EXPERIENCES.map(({ country }) => country))
/** Countries to search in. `THERE` are the experiences in these countries. */
const EVERYWHERE = 'France;Poland;Japan;Italy;United States'
const SOMEWHERE = new Set(EVERYWHERE.split(';'))
const THERE = EXPERIENCES.filter(({ country }) => SOMEWHERE.has(country))

async function search(parameters: Parameters): Promise<Found> {
  const given = { searchDestinations: EVERYWHERE, ...parameters }
  return (await call(PATH, given, context)) as unknown as Found // other tests check the answer's shape
}

/** Returns the results of all pages. All pages but the last must be full, with the same total. */
async function all(parameters: Parameters): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: Found = await search({ ...parameters, ...(cursor !== null && { nextPageCursor: cursor }) })
    rows.push(...page.searchResults)
    cursor = page.nextPageCursor
    assert.ok(cursor === null ? page.total === rows.length : page.searchResults.length === 40)
  } while (cursor !== null)
  return rows
}

function idsOf(found: readonly { readonly experienceId: string }[]): string[] {
  return found.map(({ experienceId }) => experienceId).sort()
}

/** Whether a number of seats can be booked on some day of a period. Days before today do not count. */
function bookable({ slots }: Experience, from: string, to: string, seats: number): boolean {
  return slots.some(
    ({ date, seatsLeft }) =>
      !Number.isNaN(Date.parse(date)) &&
      date === dayOf(Date.parse(date)) &&
      date >= TODAY &&
      date >= from &&
      date <= to &&
      seatsLeft >= Math.max(1, seats),
  )
}

type Trial = (random: Random) => readonly [parameters: Parameters, fits: (experience: Experience) => boolean]

function within(
  low: string,
  high: string,
  of: (experience: Experience) => number,
  spread: readonly [number, number],
): Trial {
  return (random) => {
    const [min, max] = [random.between(...spread), random.between(...spread)]
      .sort((a, b) => a - b)
      .map((n) => Number((n ?? 0).toFixed(1))) as [number, number]
    const both = { [low]: String(min), [high]: String(max) }
    return random.pick<ReturnType<Trial>>([
      [both, (one) => of(one) >= min && of(one) <= max],
      [{ [low]: String(min) }, (one) => of(one) >= min],
      [{ [high]: String(max) }, (one) => of(one) <= max],
    ])
  }
}

function named(name: string, of: (experience: Experience) => readonly string[], every: boolean): Trial {
  const texts = [...new Set(THERE.flatMap(of))].filter((text) => text !== '')
  return (random) => {
    const some = random.some(texts, random.whole(1, 2))
    const written = some
      .map((text) => random.pick([text, text.toUpperCase(), text.toLowerCase()]))
      .join(random.pick([',', ', ']))
    const has = (one: Experience, text: string) => of(one).some((own) => own.toLowerCase() === text.toLowerCase())
    return [
      { [name]: written },
      (one) => (every ? some.every((text) => has(one, text)) : some.some((text) => has(one, text))),
    ]
  }
}

const dayFrom = (random: Random, min: number, max: number) => dayOf(NOW_MS + random.whole(min, max) * DAY_MS)

const TRIALS: Readonly<Record<string, Trial>> = {
  'checkIn and checkOut': (random) => {
    const checkIn = dayFrom(random, -20, 130)
    const checkOut = dayOf(Date.parse(checkIn) + random.whole(0, 60) * DAY_MS)
    return [{ checkIn, checkOut }, (one) => bookable(one, checkIn, checkOut, 1)]
  },
  guests: (random) => {
    const party = { adults: random.whole(0, 6), children: random.whole(0, 3), infants: random.whole(0, 2) }
    const given = random.some(Object.entries(party), random.whole(1, 3))
    const seats = given.reduce((sum, [, count]) => sum + count, 0)
    const written = Object.fromEntries(given.map(([name, count]) => [name, String(count)]))
    return [written, (one) => seats === 0 || bookable(one, TODAY, '9999-12-31', seats)]
  },
  'dates and guests': (random) => {
    const checkIn = dayFrom(random, 0, 60)
    const checkOut = dayOf(Date.parse(checkIn) + random.whole(0, 20) * DAY_MS)
    const adults = random.whole(1, 14)
    return [{ checkIn, checkOut, adults: String(adults) }, (one) => bookable(one, checkIn, checkOut, adults)]
  },
  price: within('pricePerGuest_min', 'pricePerGuest_max', ({ pricePerGuest }) => pricePerGuest, [0, 300]),
  duration: within('minDuration', 'maxDuration', ({ durationMinutes }) => durationMinutes / 60, [0, 9]),
  experienceType: named('experienceType', ({ experienceType }) => [experienceType], false),
  travelerType: named('travelerType', ({ travelerTypes }) => travelerTypes, false),
  hostLanguages: named('hostLanguages', ({ hostLanguages }) => hostLanguages, false),
  accessibilityFeatures: named('accessibilityFeatures', ({ accessibilityFeatures }) => accessibilityFeatures, true),
  timeOfDay: named('timeOfDay', ({ timesOfDay }) => timesOfDay, false),
}

const seed = process.env.SEED === undefined ? randomInt(2 ** 31) : Number(process.env.SEED)

test('a party of zero without dates hides nothing, not even experiences that cannot be booked any more', async () => {
  const booked = THERE.filter((one) => !bookable(one, TODAY, '9999-12-31', 1))
  assert.ok(booked.length > 0)
  for (const party of [{ adults: '0' }, { adults: '0', children: '0', infants: '0' }]) {
    assert.deepEqual(idsOf(await all(party)), idsOf(THERE))
  }
})

suite(`${PATH} (SEED=${seed})`, () => {
  for (const [name, trial] of Object.entries(TRIALS)) {
    test(`${name} finds exactly the matches`, async () => {
      const random = new Random(seed, name)
      let matches = 0
      for (let i = 0; i < 8; i++) {
        const [parameters, fits] = trial(random)
        const expected = THERE.filter(fits)
        assert.deepEqual(idsOf(await all(parameters)), idsOf(expected), JSON.stringify(parameters))
        matches += expected.length
      }
      assert.ok(matches > 0, 'nothing was ever found')
    })
  }

  test('filters given together must all match', async () => {
    const random = new Random(seed, 'together')
    for (let i = 0; i < 15; i++) {
      const { guests: _, ...others } = TRIALS
      const chosen = random
        .some(Object.entries(others), random.whole(2, 3))
        .map(([name, trial]) => [name, trial(random)] as const)
      if (chosen.filter(([name]) => name.includes('and')).length > 1) continue // both filters set dates
      const parameters = Object.assign({}, ...chosen.map(([, [given]]) => given)) as Parameters
      const expected = THERE.filter((one) => chosen.every(([, [, fits]]) => fits(one)))
      assert.deepEqual(idsOf(await all(parameters)), idsOf(expected), JSON.stringify(parameters))
    }
  })

  test('availability has the upcoming slots with seats, in order, and nextAvailable is the first day', async () => {
    const byId = new Map(EXPERIENCES.map((experience) => [experience.experienceId, experience]))
    for (const { experienceId, availability, nextAvailable } of await all({})) {
      const slots = byId.get(experienceId)?.slots ?? []
      const coming = slots
        .filter(({ date, seatsLeft }) => seatsLeft > 0 && date >= TODAY && date === dayOf(Date.parse(date) || 0))
        .toSorted((a, b) => (`${a.date}${a.startTime}` < `${b.date}${b.startTime}` ? -1 : 1))
      assert.deepEqual(availability, coming, experienceId)
      assert.equal(nextAvailable, coming[0]?.date ?? null)
    }
  })

  test('a city and a country find their experiences; a place without experiences finds nothing', async () => {
    for (const [destination, lies] of [
      ['Kraków, Poland', ({ city }) => city === 'Kraków'],
      ['krakow', ({ city }) => city === 'Kraków'],
      ['Cracow; Tokyo, Japan', ({ city }) => city === 'Kraków' || city === 'Tokyo'],
      ['Japan', ({ country }) => country === 'Japan'],
      ['Paris, Japan', () => false],
      ['Atlantis', () => false],
    ] as const satisfies readonly (readonly [string, (experience: Experience) => boolean])[]) {
      const fits: (experience: Experience) => boolean = lies
      const rows = await all({ searchDestinations: destination })
      assert.deepEqual(idsOf(rows), idsOf(EXPERIENCES.filter(fits)), destination)
    }
    assert.ok(COUNTRIES.size > SOMEWHERE.size)
  })

  test('neither the last page nor an empty one has a cursor', async () => {
    assert.equal((await search({ searchDestinations: 'Atlantis' })).nextPageCursor, null)
    const { nextPageCursor } = await search({})
    assert.equal(typeof nextPageCursor, 'string')
  })
})
