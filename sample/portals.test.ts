import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRIAL_NOW_MS } from '../test/sample/trial.ts'
import { kilometers } from './atlas.ts'
import { Calendar } from './calendar.ts'
import { makeExperience } from './experiences.ts'
import { makeOffer } from './offers.ts'
import { POLISH_CITIES } from './words/poland.ts'

const COUNT = 4000
const calendar = new Calendar(TRIAL_NOW_MS)
const offers = Array.from({ length: COUNT }, (_, index) => makeOffer(77, index, calendar))
const experiences = Array.from({ length: COUNT }, (_, index) => makeExperience(77, index, calendar))
const hoursOf = (index: number) =>
  (experiences[index]?.slots ?? []).map(({ startTime }) => Number(startTime.slice(0, 2)))

test('an offer is in the district that it names, and the districts of a city are apart', () => {
  const cities = new Map(POLISH_CITIES.map((city) => [city.city, city]))
  const named = offers.filter(({ district }) => district !== undefined)
  assert.ok(named.length > COUNT / 2)
  for (const { city, district, point } of named) {
    const middle = cities.get(city ?? '')?.districts.find(({ name }) => name === district)?.point
    assert.ok(point && middle && kilometers(point, middle) < 2, `${city}, ${district}`)
  }
  for (const { city, point, districts } of POLISH_CITIES) {
    for (const [at, one] of districts.entries()) {
      assert.ok(kilometers(one.point, point) < 13, `${one.name} is far from ${city}`)
      for (const other of districts.slice(0, at))
        assert.ok(kilometers(one.point, other.point) > 0.7, `${one.name} is ${other.name}`)
    }
  }
})

test('the description of an offer suits its kind', () => {
  for (const { propertyType, description = '' } of offers) {
    if (/kuchni|łazienk|pokoju|przedszkola/i.test(description)) assert.match(propertyType, /Apartment|House|Room/)
    if (/działki|teren\b/i.test(description)) assert.equal(propertyType, 'Plot')
  }
  assert.ok(new Set(offers.map(({ description }) => description)).size > 500)
})

/** Words in titles, with the earliest and latest start and the shortest and longest duration in minutes. */
const TITLES: readonly (readonly [words: RegExp, first: number, last: number, least: number, most: number])[] = [
  [/sunrise|dawn/i, 4, 7, 45, 180],
  [/morning|breakfast/i, 6, 11, 60, 240],
  [/afternoon/i, 12, 16, 60, 240],
  [/evening|after dark|night|jazz|stars/i, 17, 22, 60, 240],
  [/dusk|last light/i, 16, 20, 45, 180],
  [/supper/i, 15, 19, 120, 300],
  [/cook|bake|dumplings/i, 4, 19, 90, 300],
  [/yoga|stretch|breathe|run/i, 4, 19, 30, 120],
  [/whole day/i, 8, 10, 400, 600],
  [/hills above/i, 6, 12, 150, 600],
]

test('experiences begin and last as their titles say, and end on the same day', () => {
  for (const [words, first, last, least, most] of TITLES) {
    const meant = experiences.flatMap(({ title }, index) => (words.test(title) ? index : []))
    assert.ok(meant.length > 0, `no title says ${words}`)
    for (const index of meant) {
      const { title = '', durationMinutes = 0 } = experiences[index] ?? {}
      for (const hour of hoursOf(index)) assert.ok(hour >= first && hour <= last, `${title} begins at ${hour}`)
      assert.ok(durationMinutes >= least && durationMinutes <= most, `${title} lasts ${durationMinutes} minutes`)
    }
  }
  for (const [index, { title, durationMinutes }] of experiences.entries()) {
    for (const hour of hoursOf(index))
      assert.ok(hour * 60 + durationMinutes <= 24 * 60, `${title} lasts until tomorrow`)
  }
})

test('the times of day of an experience are those at which its slots begin', () => {
  for (const [index, { timesOfDay, title }] of experiences.entries()) {
    const parts = hoursOf(index).map((hour) => (hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'))
    if (parts.length > 0) assert.deepEqual(new Set(timesOfDay), new Set(parts), title)
  }
})

test('no experience surfs, rows or climbs without sea, river or hill, and no child is served wine', () => {
  for (const { title, city, minAge, travelerTypes } of experiences) {
    if (/surf|shore/i.test(title)) assert.match(city, /Barcelona|Lisbon|Athens|Istanbul|York|Francisco|Rio|Cape|Sydney/)
    if (/hills|stars/i.test(title)) assert.doesNotMatch(city, /Amsterdam|Berlin|London|Paris|Bangkok/)
    if (/wine|jazz/i.test(title)) assert.equal(minAge, 18)
    if (travelerTypes.includes('Families')) assert.ok((minAge ?? 0) <= 6)
  }
  assert.ok(new Set(experiences.map(({ title, city }) => title.replace(city, ''))).size > 40)
})
