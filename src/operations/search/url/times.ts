import { NOTHING } from './notes.ts'
import { ask, type Reading } from './reading.ts'

/** `30` is days, `6m` is months. On the market for so long, or sold within it. */
export function readDays(reading: Reading): void {
  const entry = reading.choices.get('doz')
  if (!entry) return
  const [, count = '', months = ''] = /^(\d{1,3})(m?)$/.exec(entry.value) ?? []
  const unit = months ? 'months' : count === '1' ? 'day' : 'days'
  const parameter = reading.listingClass === 'Sold' ? 'soldInLast' : 'daysOn{Portal}'
  ask(reading, entry, parameter, count === '' ? entry.value : `${count}_${unit}`)
}

/** The day to move in. */
export function readMoveIn(reading: Reading): void {
  const entry = reading.choices.get('rad')
  if (entry) ask(reading, entry, 'move_in_date', entry.value)
}

export function readKeywords(reading: Reading): void {
  const entry = reading.choices.get('att')
  if (!entry) return
  if (entry.value.trim() === '') reading.notes.understand(entry, NOTHING)
  else ask(reading, entry, 'keywords', entry.value)
}
