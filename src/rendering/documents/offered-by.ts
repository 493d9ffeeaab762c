import { type AnswerOf, type FieldsOf, listOf, nullable, object, text } from '../../answers/index.ts'
import { MAYBE_TEXT } from '../answer-head.ts'
import { ATTRIBUTION, attribution } from '../attribution.ts'
import type { Gathered } from './gathered.ts'

/** Lines of the “Listed by” box. */
const LISTED_BY = listOf(
  object({
    id: text('`LISTING_AGENT`, `PROPERTY_OWNER` or `BROKER`.'),
    elements: listOf(
      object({
        id: text('`NAME` or `PHONE`.'),
        text: text(),
        action: nullable(text(), 'Link target, such as a `tel:` URL.'),
      }),
    ),
    textStyle: text(),
  }),
)

export const OFFERED_BY = {
  attributionInfo: ATTRIBUTION,
  brokerageName: MAYBE_TEXT,
  listingProvider: nullable(object({ title: text(), name: text() })),
  listedBy: LISTED_BY,
}

/** Who offers the home. */
export function offeredBy({ home, people }: Gathered): FieldsOf<typeof OFFERED_BY> {
  const attributionInfo = attribution(home, people)
  const { agentName, agentPhoneNumber, brokerName, brokerPhoneNumber, mlsName } = attributionInfo
  const byOwner = home.listing?.listedBy === 'owner'
  return {
    attributionInfo,
    brokerageName: brokerName,
    listingProvider: mlsName === null ? null : { title: 'Listing provided by', name: mlsName },
    listedBy: [
      ...listedBy(byOwner ? 'PROPERTY_OWNER' : 'LISTING_AGENT', agentName, agentPhoneNumber),
      ...listedBy('BROKER', brokerName, brokerPhoneNumber),
    ],
  }
}

/** One line of the “Listed by” box: a name, and a number to call. */
function listedBy(id: string, name: string | null, phone: string | null): AnswerOf<typeof LISTED_BY> {
  if (name === null) return []
  const call = phone === null ? [] : [{ id: 'PHONE', text: phone, action: `tel:${phone.replace(/[^\d+]/g, '')}` }]
  return [{ id, elements: [{ id: 'NAME', text: name, action: null }, ...call], textStyle: 'BODY' }]
}
