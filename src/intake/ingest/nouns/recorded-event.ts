import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import { rounded } from '../../../kit/base/figures.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import type { RecordedEvent } from '../../../model/home.ts'
import { RECORDED_EVENT_FIELDS } from '../../../model/part-fields.ts'
import { companiesIn, inDayOrder } from '../../../model/recorded-events.ts'
import { type Finding, type Made, Rejection, type Withheld } from '../finding.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { NO_DAYS } from '../odd-cells.ts'
import { partNoun } from '../part-noun.ts'
import { withheld } from './listing-parts.ts'

type EventRecord = RecordOf<typeof RECORDED_EVENT_FIELDS>

/** Larger amounts are errors. A mortgage on several buildings can exceed the price of any single home. */
const MAX_AMOUNT = 500_000_000
const REMOVED: ReadonlySet<string> = new Set(['deleted', 'inactive'])

export const recordedEvents = partNoun<RecordedEvent>({
  noun: 'recordedEvent',
  plural: 'recorded events',
  fields: RECORDED_EVENT_FIELDS,
  partKey: 'EventKey',
  needed: ['EventType', 'RecordingDate'],
  fills: {
    EventType: 'type',
    RecordingDate: 'day',
    EventAmount: 'amount',
    Parties: 'parties',
    DocumentNumber: 'document',
    ReleasedDocumentNumber: 'releases',
    EventDescription: 'description',
    EventStatus: 'status',
  },
  make: makeEvent,
  of: ({ recorded = [] }) => recorded,
  into: ({ recorded: _recorded, ...home }, parts) => ({
    ...home,
    ...(parts.length > 0 && { recorded: inDayOrder(parts) }),
  }),
})

function makeEvent(
  { record }: RowContent,
  { source, reporter = source, nowMs }: FileContext,
): Made<RecordedEvent> | Withheld | Rejection {
  const given: EventRecord = record // the row reader checked the fields' kinds
  const { EventType: type, RecordingDate: day = '', EventAmount = 0, EventStatus: status = '' } = given
  if (REMOVED.has(status.toLowerCase()) || given.MlgCanView === false) return withheld(status)
  if (type === undefined) return new Rejection('event.type', 'A recorded event needs a known type.', 'no EventType')
  if (day === '' || NO_DAYS.has(day) || day > dayOf(nowMs + DAY_MS))
    return new Rejection(
      'event.day',
      'A recorded event needs a day that is not in the future.',
      day || 'no RecordingDate',
    )
  const isOdd = EventAmount < 0 || EventAmount > MAX_AMOUNT
  const parties = companiesIn(given.Parties ?? [])
  const event = compact<RecordedEvent>({
    day,
    type,
    amount: isOdd || EventAmount === 0 ? undefined : rounded(EventAmount, 2),
    parties: parties.length > 0 ? parties : undefined,
    document: given.DocumentNumber,
    releases: given.ReleasedDocumentNumber,
    description: given.EventDescription,
    status: given.EventStatus,
    source: reporter,
  })
  return { record: event, findings: isOdd ? [oddAmount(EventAmount)] : [] }
}

function oddAmount(amount: number): Finding {
  return {
    rule: 'event.amount',
    sentence: 'An amount is below 0 or over $500,000,000; it is left out.',
    detail: `EventAmount ${amount}`,
  }
}
