import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, dayNumber, dayOf, fixedClock, startOfDay } from '../../kit/base/clock.ts'
import { dataClock } from './data-clock.ts'

/** A catalog that only knows on which days its events happened. The test can replace the days. */
function dated(...events: readonly string[]) {
  let [days, revision] = [events.map(numberOf), 1]
  return {
    about: () => ({ dataVersion: String(revision) }) as never, // the clock reads nothing else
    newestDay: (_noun: string, last: number) => days.filter((day) => day <= last).sort((one, other) => other - one)[0],
    replace: (...others: readonly string[]) => {
      days = others.map(numberOf)
      revision++
    },
  }
}

function numberOf(day: string): number {
  return dayNumber(startOfDay(day))
}

const WALL = fixedClock(Date.parse('2026-11-22T10:00:00Z'))

test('today is the wall clock’s day while the newest event is recent, and the day of the newest event otherwise', () => {
  const at = (newest: string, setting: string) => dataClock(dated(newest), 'home', WALL, setting).now()
  assert.equal(at('2026-11-22', '60d'), WALL.now())
  assert.equal(at('2026-09-23', '60d'), WALL.now()) // 60 days ago
  assert.equal(dayOf(at('2026-09-22', '60d')), '2026-09-22')
  assert.equal(dayOf(at('2015-05-27', '60d')), '2015-05-27')
  assert.equal(at('2015-05-27', '5000d'), WALL.now())
})

test('the setting can select the wall clock, the newest event or a fixed day, whatever the data', () => {
  for (const newest of ['2015-05-27', '2026-11-20']) {
    assert.equal(dataClock(dated(newest), 'home', WALL, 'clock').now(), WALL.now())
    assert.equal(dayOf(dataClock(dated(newest), 'home', WALL, 'data').now()), newest)
    assert.equal(dayOf(dataClock(dated(newest), 'home', WALL, '2020-02-29').now()), '2020-02-29')
  }
})

test('a future event is ignored, and a noun without events uses the wall clock', () => {
  assert.equal(dayOf(dataClock(dated('2015-05-27', '2051-01-01'), 'home', WALL, '60d').now()), '2015-05-27')
  assert.equal(dataClock(dated('2051-01-01'), 'home', WALL, '60d').now(), WALL.now())
  for (const setting of ['60d', 'data']) assert.equal(dataClock(dated(), 'home', WALL, setting).now(), WALL.now())
})

test('today follows imports while serving, and passing days', () => {
  const catalog = dated('2026-10-01')
  const wall = fixedClock(WALL.now())
  const clock = dataClock(catalog, 'home', wall, '60d')
  assert.equal(clock.now(), wall.now())
  wall.set(wall.now() + 10 * DAY_MS)
  assert.equal(dayOf(clock.now()), '2026-10-01')
  catalog.replace('2026-10-01', '2026-12-01')
  assert.equal(clock.now(), wall.now())
  catalog.replace('2015-05-27')
  assert.equal(dayOf(clock.now()), '2015-05-27')
})
