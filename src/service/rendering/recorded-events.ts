import { component, day, listOf, nullable, number, objectFrom, oneOf, optional, text } from '../../kit/answers/index.ts'
import { type Home, RECORDED_EVENTS, type RecordedEvent } from '../../model/home.ts'

const RECORDED_EVENT = component(
  'RecordedEvent',
  objectFrom<RecordedEvent>()({
    date: [day('Recording date; for a permit, the date of issue.'), (event) => event.day],
    type: [oneOf(RECORDED_EVENTS), ({ type }) => type],
    description: [nullable(text(), 'Kind of deed, lien or permit, in the words of the source.'), (e) => e.description],
    status: [nullable(text(), 'Status of a permit, in the words of the source.'), ({ status }) => status],
    amount: [
      nullable(
        number(),
        'Dollars: price of a deed, amount of a mortgage or lien, cost of a permit, or assessed value.',
      ),
      ({ amount }) => amount,
    ],
    parties: [
      listOf(text(), 'Companies and public bodies that take part, such as a lender. Other names are left out.'),
      ({ parties }) => parties ?? [],
    ],
    documentNumber: [nullable(text()), ({ document }) => document],
    releasedDocumentNumber: [
      nullable(text(), 'Number of the mortgage or lien document that this release ends.'),
      ({ releases }) => releases,
    ],
    source: [text('Who reports the event.'), ({ source }) => source],
  }),
)

/** Present only if events of the home are recorded. */
export const RECORDED = objectFrom<{ readonly home: Home }>()({
  recordedEvents: [
    optional(listOf(RECORDED_EVENT, 'Deeds, mortgages, liens, permits and assessments, newest first.')),
    ({ home }) => home.recorded?.map((event) => RECORDED_EVENT.of(event)).toReversed(),
  ],
})
