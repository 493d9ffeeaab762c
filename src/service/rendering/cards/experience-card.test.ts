import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Calendar } from '../../../../sample/calendar.ts'
import { makeExperience } from '../../../../sample/experiences.ts'
import { datedCard } from '../../../catalog/ports/cards.ts'
import { DAY_MS, dayNumber, dayOf, startOfDay } from '../../../kit/base/clock.ts'
import type { ExperienceSlot } from '../../../model/experience.ts'
import { EXPERIENCE_CARDS } from './experience-card.ts'

const FIRST = startOfDay('2026-12-20')
const experience = makeExperience(1, 0, new Calendar(FIRST))

interface Head {
  readonly nextAvailable: string | null
  readonly availability: readonly ExperienceSlot[]
}

/** Returns the keys that depend on the day, as they are on one day. */
function headOn(slots: readonly ExperienceSlot[], today: number): Head {
  const card = datedCard(EXPERIENCE_CARDS.card({ ...experience, slots }), EXPERIENCE_CARDS, today)
  const { nextAvailable, availability } = JSON.parse(card) as Head
  return { nextAvailable, availability }
}

const slots = fc.array(
  fc.record({
    date: fc.integer({ min: 0, max: 30 }).map((day) => dayOf(FIRST + day * DAY_MS)),
    startTime: fc.constantFrom('00:00', '09:30', '23:59'),
    seatsLeft: fc.constantFrom(0, 1, 7, 12_345, 999_999),
  }),
  { maxLength: 12 },
)

test('on any day, upcoming slots with seats are shown in order, and nextAvailable is the day of the first', () => {
  fc.assert(
    fc.property(slots, fc.integer({ min: -3, max: 34 }), (all, days) => {
      const today = dayNumber(FIRST) + days
      const head = headOn(all, today)
      const coming = all
        .filter(({ date, seatsLeft }) => seatsLeft > 0 && dayNumber(startOfDay(date)) >= today)
        .toSorted((a, b) => (`${a.date}${a.startTime}` < `${b.date}${b.startTime}` ? -1 : 1))
      assert.deepEqual(
        head.availability.map(({ date, startTime }) => [date, startTime]),
        coming.map(({ date, startTime }) => [date, startTime]),
      )
      assert.equal(head.nextAvailable, coming[0]?.date ?? null)
    }),
  )
})

test('slots without a valid day and time are left out', () => {
  const odd = [
    { date: '2026-12-32', startTime: '09:00', seatsLeft: 1 },
    { date: 'tomorrow', startTime: '09:00', seatsLeft: 1 },
    { date: '2026-12-24', startTime: '9 o’clock', seatsLeft: 1 },
    { date: '2026-12-24', startTime: '"}]', seatsLeft: 1 },
    { date: '2026-12-24', startTime: '09:00', seatsLeft: Number.NaN },
  ]
  assert.deepEqual(headOn(odd, dayNumber(FIRST)), { nextAvailable: null, availability: [] })
})
