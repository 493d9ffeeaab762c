import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Trial } from '../../../../test/ingest/trial.ts'
import { derivedId } from '../../../model/identity.ts'
import { loadMapping } from '../mapping-files.ts'

const HEADER =
  'id,title,type,travelers,price,currency,minutes,guests,languages,host,city,country,latitude,longitude,date,time,seats\n'

/** Returns a row in the documented CSV format, with some cells changed. */
function row(change: Readonly<Record<string, string>> = {}): string {
  const cells: Record<string, string> = {
    id: 'e1',
    title: 'Market breakfast',
    type: 'Food and drink',
    travelers: 'Solo|Couples',
    price: '45',
    currency: 'EUR',
    minutes: '90',
    guests: '8',
    languages: 'French|English',
    host: 'Ann',
    city: 'Paris',
    country: 'France',
    latitude: '48.85',
    longitude: '2.35',
    date: '2026-05-01',
    time: '09:30',
    seats: '3',
    ...change,
  }
  return `${HEADER.trim()
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',')}\n`
}

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

function bring(content: string, mapping = 'experiences') {
  return trial.run(content, loadMapping(mapping))
}

test('rows with the same key are one experience with all slots, in order', async () => {
  const report = await bring(HEADER + row({ date: '2026-05-02', time: '18:00', seats: '0' }) + row())
  assert.deepEqual(trial.all('experience'), [
    {
      experienceId: derivedId('experience', 'experiences', 'e1'),
      source: 'experiences',
      title: 'Market breakfast',
      byline: '',
      experienceType: 'Food and drink',
      travelerTypes: ['Solo', 'Couples'],
      pricePerGuest: 45,
      currency: 'EUR',
      durationMinutes: 90,
      reviewCount: 0,
      timesOfDay: ['morning', 'evening'],
      hostLanguages: ['French', 'English'],
      accessibilityFeatures: [],
      maxGuests: 8,
      host: { id: derivedId('host', 'experiences', 'Ann'), name: 'Ann', isSuperhost: false },
      city: 'Paris',
      country: 'France',
      point: { latitude: 48.85, longitude: 2.35 },
      slots: [
        { date: '2026-05-01', startTime: '09:30', seatsLeft: 3 },
        { date: '2026-05-02', startTime: '18:00', seatsLeft: 0 },
      ],
    },
  ])
  assert.deepEqual(report.counts, { new: 1, changed: 0, unchanged: 0, removed: 0, gone: 0 })
})

test('a later file replaces the slots; the same file again changes nothing', async () => {
  await bring(HEADER + row() + row({ date: '2026-05-02' }))
  const later = HEADER + row({ date: '2026-05-03', seats: '1' })
  const report = await bring(later)
  assert.deepEqual(report.counts, { new: 0, changed: 1, unchanged: 0, removed: 0, gone: 0 })
  assert.deepEqual(trial.all('experience')[0]?.slots, [{ date: '2026-05-03', startTime: '09:30', seatsLeft: 1 }])
  assert.equal((await bring(later)).counts.unchanged, 1)
  assert.equal(trial.ending, 'rollback')
})

test('each impossible value is rejected by its own rule, with a reason', async () => {
  const wrong: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ type: 'Cooking' }, 'ExperienceType.unreadable'],
    [{ currency: 'EURO' }, 'currency.known'],
    [{ minutes: '0' }, 'duration.range'],
    [{ guests: '0' }, 'guests.range'],
    [{ price: '-1' }, 'price.positive'],
    [{ latitude: '0', longitude: '0' }, 'point.range'],
    [{ time: '25:00' }, 'slot.time'],
    [{ seats: '-1' }, 'slot.seats'],
    [{ seats: '' }, 'slot.half'],
    [{ date: '2026-02-30' }, 'slot.half'],
    [{ title: '' }, 'Title.missing'],
    [{ id: '' }, 'key.missing'],
  ]
  for (const [change, rule] of wrong) {
    const report = await bring(HEADER + row(change))
    assert.deepEqual(
      report.rejected.map((found) => found.rule),
      [rule],
      JSON.stringify(change),
    )
  }
  assert.deepEqual(trial.all('experience'), [])
})

test('the second of two contradictory rows with the same key is rejected', async () => {
  const report = await bring(HEADER + row() + row({ price: '46' }) + row({ seats: '5' }))
  assert.deepEqual(report.rejected.map(({ rule }) => rule).sort(), ['row.twice', 'row.unlike'])
})

test('one JSON object per line with a list of slots gives the same experience as several rows', async () => {
  await bring(HEADER + row() + row({ date: '2026-05-02' }))
  const [fromCsv] = trial.all('experience')
  trial.records = new Map()
  const object = {
    id: 'e1',
    title: 'Market breakfast',
    type: 'Food and drink',
    travelers: ['Solo', 'Couples'],
    price: 45,
    currency: 'EUR',
    minutes: 90,
    guests: 8,
    languages: ['French', 'English'],
    host: { name: 'Ann' },
    city: 'Paris',
    country: 'France',
    latitude: 48.85,
    longitude: 2.35,
    slots: [
      { date: '2026-05-02', time: '09:30', seats: 3 },
      { date: '2026-05-01', time: '09:30', seats: 3 },
    ],
  }
  const report = await bring(`${JSON.stringify(object)}\n{"id":"e2"\n`, 'experiences-ndjson')
  assert.deepEqual(trial.all('experience'), [fromCsv])
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [['row.json', 1]],
  )
})

test('an experience without coordinates is imported and reported, and has no coordinates', async () => {
  const report = await bring(HEADER + row({ latitude: '', longitude: '' }))
  assert.equal(report.rowsRejected, 0)
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['point.missing', 1]],
  )
  assert.deepEqual(
    trial.all('experience').map(({ city, point }) => [city, point]),
    [['Paris', undefined]],
  )
})

test('an experience without a number of guests is used, and the number is unknown', async () => {
  const report = await bring(HEADER + row({ guests: '' }) + row({ id: 'e2', guests: '0' }))
  assert.deepEqual(
    trial.all('experience').map(({ maxGuests }) => maxGuests),
    [undefined],
  )
  assert.deepEqual(
    [report.rowsUsed, report.rejected.map(({ rule }) => rule), report.reported],
    [1, ['guests.range'], []],
  )
})
