import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import { listOf, nullable, object, objectFrom, text } from '../../../kit/answers/index.ts'
import { ATTRIBUTION } from '../attribution.ts'
import type { Gathered } from './gathered.ts'

interface NamedLister {
  readonly role: string
  readonly name: string
  readonly phone: string | null
}

/** One line of the “Listed by” box: a name and a phone number. */
const LISTED_BY = objectFrom<NamedLister>()({
  id: [text('`LISTING_AGENT`, `PROPERTY_OWNER` or `BROKER`.'), ({ role }) => role],
  elements: [
    listOf(
      object({
        id: text('`NAME` or `PHONE`.'),
        text: text(),
        action: nullable(text(), 'Link target, such as a `tel:` URL.'),
      }),
    ),
    ({ name, phone }) => [
      { id: 'NAME', text: name, action: null },
      ...(phone === null ? [] : [{ id: 'PHONE', text: phone, action: `tel:${phone.replace(/[^\d+]/g, '')}` }]),
    ],
  ],
  textStyle: [text(), () => 'BODY'],
})

export const OFFERED_BY = objectFrom<Gathered>()({
  attributionInfo: [ATTRIBUTION, ({ attributionInfo }) => attributionInfo],
  brokerageName: [MAYBE_TEXT, ({ attributionInfo }) => attributionInfo.brokerName],
  listingProvider: [
    nullable(object({ title: text(), name: text() })),
    ({ attributionInfo: { mlsName } }) => (mlsName === null ? null : { title: 'Listing provided by', name: mlsName }),
  ],
  listedBy: [listOf(LISTED_BY), listedBy],
})

function listedBy({ home, attributionInfo }: Gathered) {
  const { agentName, agentPhoneNumber, brokerName, brokerPhoneNumber } = attributionInfo
  const listers = [
    {
      role: home.listing?.listedBy === 'owner' ? 'PROPERTY_OWNER' : 'LISTING_AGENT',
      name: agentName,
      phone: agentPhoneNumber,
    },
    { role: 'BROKER', name: brokerName, phone: brokerPhoneNumber },
  ]
  return listers.flatMap(({ role, name, phone }) => (name === null ? [] : [LISTED_BY.of({ role, name, phone })]))
}
