import { attribution } from '../render-attribution.ts'
import type { Gathered } from './gathered.ts'

/** Who offers the home. */
export function offeredBy({ home, people }: Gathered) {
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

/** One line of the box "Listed by": a name, and a number to call. */
function listedBy(id: string, name: string | null, phone: string | null) {
  if (name === null) return []
  const call = phone === null ? [] : [{ id: 'PHONE', text: phone, action: `tel:${phone.replace(/[^\d+]/g, '')}` }]
  return [{ id, elements: [{ id: 'NAME', text: name, action: null }, ...call], textStyle: 'BODY' }]
}
