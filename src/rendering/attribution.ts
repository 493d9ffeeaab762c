import { type AnswerOf, component, type FieldsOf, listOf, nullable, object, second, text } from '../answers/index.ts'
import { dayOf } from '../base/clock.ts'
import type { Agent, Office } from '../model/agent.ts'
import type { Home, Listing } from '../model/home.ts'
import type { HomeBrief } from '../model/home-brief.ts'
import { MAYBE_TEXT, maybeTexts } from './answer-head.ts'
import type { Listers, People } from './people.ts'

const SECOND = nullable(second('`YYYY-MM-DD hh:mm:ss`, UTC; null if unknown.'))

const LISTER = maybeTexts(
  'agentName',
  'agentPhoneNumber',
  'brokerName',
  'brokerPhoneNumber',
  'mlsId',
  'mlsName',
  'providerLogo',
  'trueStatus',
)

export const SHORT_ATTRIBUTION = component('ShortAttribution', object(LISTER))

const LISTING_AGENT = object({
  associatedAgentType: text('`listAgent`, `coListAgent` or `buyerAgent`.'),
  memberFullName: text(),
  memberStateLicense: MAYBE_TEXT,
})

const LISTING_OFFICE = object({ associatedOfficeType: text('`listOffice` or `buyerOffice`.'), officeName: text() })

export const ATTRIBUTION = component(
  'Attribution',
  object({
    ...LISTER,
    ...maybeTexts(
      'agentEmail',
      'agentLicenseNumber',
      'attributionTitle',
      'buyerAgentName',
      'buyerBrokerageName',
      'buyerAgentMemberStateLicense',
      'coAgentName',
      'coAgentNumber',
      'coAgentLicenseNumber',
      'mlsDisclaimer',
    ),
    lastChecked: SECOND,
    lastUpdated: SECOND,
    listingAgents: listOf(LISTING_AGENT),
    listingOffices: listOf(LISTING_OFFICE),
  }),
)

/** `attributionInfo` of the full document: who listed the home, who sold it, and which listing service says so. */
export function attribution({ listing }: Home, people: People): AnswerOf<typeof ATTRIBUTION> {
  const lastUpdated = listing?.modifiedMs === undefined ? null : secondOf(listing.modifiedMs)
  return {
    ...lister(listing, people),
    agentEmail: people.listAgent?.email ?? listing?.contact?.email ?? null,
    agentLicenseNumber: people.listAgent?.licenseNumber ?? null,
    attributionTitle: attributionTitle(listing),
    buyerAgentName: people.buyerAgent?.name ?? null,
    buyerBrokerageName: people.buyerOffice?.name ?? null,
    buyerAgentMemberStateLicense: people.buyerAgent?.licenseNumber ?? null,
    coAgentName: people.coListAgent?.name ?? null,
    coAgentNumber: people.coListAgent?.phone ?? null,
    coAgentLicenseNumber: people.coListAgent?.licenseNumber ?? null,
    mlsDisclaimer: null,
    lastChecked: lastUpdated, // the last time that the source reported on the listing
    lastUpdated,
    listingAgents: listingAgents(people),
    listingOffices: listingOffices(people),
  }
}

/** `attributionInfo` of a mini row. */
export function shortAttribution({ listing }: HomeBrief, people: Listers): AnswerOf<typeof SHORT_ATTRIBUTION> {
  return lister(listing, people)
}

function lister(listing: Listing | undefined, { listAgent, listOffice }: Listers): FieldsOf<typeof LISTER> {
  const contact = listing?.contact
  return {
    agentName: listAgent?.name ?? contact?.name ?? null,
    agentPhoneNumber: listAgent?.phone ?? contact?.phone ?? null,
    brokerName: listOffice?.name ?? contact?.businessName ?? null,
    brokerPhoneNumber: listOffice?.phone ?? null,
    mlsId: listing?.mlsId ?? null,
    mlsName: listing?.mlsName ?? null,
    providerLogo: null,
    trueStatus: listing ? statusText(listing.status) : null,
  }
}

/** `ActiveUnderContract` → `Active Under Contract` */
function statusText(status: string): string {
  return status.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

function attributionTitle(listing: Listing | undefined): string | null {
  if (!listing) return null
  if (listing.listedBy === 'owner') return 'Listed by owner'
  return listing.kind === 'lease' ? 'Listed by management' : 'Listed by agent'
}

/** `YYYY-MM-DD hh:mm:ss`, UTC. */
function secondOf(timeMs: number): string {
  return `${dayOf(timeMs)} ${new Date(timeMs).toISOString().slice(11, 19)}`
}

function listingAgents({ listAgent, coListAgent, buyerAgent }: People) {
  return [
    ...agentEntry('listAgent', listAgent),
    ...agentEntry('coListAgent', coListAgent),
    ...agentEntry('buyerAgent', buyerAgent),
  ]
}

function agentEntry(associatedAgentType: string, agent: Agent | undefined): AnswerOf<typeof LISTING_AGENT>[] {
  if (!agent) return []
  return [{ associatedAgentType, memberFullName: agent.name, memberStateLicense: agent.licenseNumber ?? null }]
}

function listingOffices({ listOffice, buyerOffice }: People) {
  return [...officeEntry('listOffice', listOffice), ...officeEntry('buyerOffice', buyerOffice)]
}

function officeEntry(associatedOfficeType: string, office: Office | undefined): AnswerOf<typeof LISTING_OFFICE>[] {
  return office ? [{ associatedOfficeType, officeName: office.name }] : []
}
