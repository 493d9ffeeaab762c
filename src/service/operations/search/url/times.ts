import { NO_CONDITION } from './notes.ts'
import { ask, type Reading } from './reading.ts'

/** Reads how long ago homes were listed or sold, at most: `30` means days, `6m` means months. */
export function readDays(reading: Reading): void {
  const entry = reading.choices.get('doz')
  if (!entry) return
  const [, count = '', months = ''] = /^(\d{1,3})(m?)$/.exec(entry.value) ?? []
  const unit = months ? 'months' : count === '1' ? 'day' : 'days'
  const parameter = reading.listingClass === 'Sold' ? 'soldInLast' : 'daysOn{Portal}'
  ask(reading, entry, parameter, count === '' ? entry.value : `${count}_${unit}`)
}

export function readMoveIn(reading: Reading): void {
  const entry = reading.choices.get('rad')
  if (entry) ask(reading, entry, 'move_in_date', entry.value)
}

export function readKeywords(reading: Reading): void {
  const entry = reading.choices.get('att')
  if (!entry) return
  if (entry.value.trim() === '') reading.notes.understand(entry, NO_CONDITION)
  else ask(reading, entry, 'keywords', entry.value)
}
