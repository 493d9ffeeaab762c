import { MAYBE_TEXT } from '../../kit/answers/answer-head.ts'
import { component, listOf, nullable, object, objectFrom, second, text } from '../../kit/answers/index.ts'
import { dayOf } from '../../kit/base/clock.ts'
import type { Agent } from '../../model/agent.ts'
import type { Listing } from '../../model/home.ts'
import type { Listers, People } from './people.ts'

/** A listing, and the people who list the home. */
interface Listed extends Listers {
  readonly listing?: Listing | undefined
}

/** `attributionInfo` in the short form of a home. */
export const SHORT_ATTRIBUTION = component(
  'ShortAttribution',
  objectFrom<Listed>()({
    agentName: [MAYBE_TEXT, ({ listAgent, listing }) => listAgent?.name ?? listing?.contact?.name],
    agentPhoneNumber: [MAYBE_TEXT, ({ listAgent, listing }) => listAgent?.phone ?? listing?.contact?.phone],
    brokerName: [MAYBE_TEXT, ({ listOffice, listing }) => listOffice?.name ?? listing?.contact?.businessName],
    brokerPhoneNumber: [MAYBE_TEXT, ({ listOffice }) => listOffice?.phone],
    mlsId: [MAYBE_TEXT, ({ listing }) => listing?.mlsId],
    mlsName: [MAYBE_TEXT, ({ listing }) => listing?.mlsName],
    providerLogo: [MAYBE_TEXT, () => null],
    trueStatus: [MAYBE_TEXT, ({ listing }) => listing && statusText(listing.status)],
  }),
)

const LISTING_AGENT = object({
  associatedAgentType: text('`listAgent`, `coListAgent` or `buyerAgent`.'),
  memberFullName: text(),
  memberStateLicense: MAYBE_TEXT,
})

const LISTING_OFFICE = object({ associatedOfficeType: text('`listOffice` or `buyerOffice`.'), officeName: text() })

const SECOND = nullable(second('`YYYY-MM-DD hh:mm:ss`, UTC; null if unknown.'))

/** A listing, and the people who list or sold the home. */
interface Attributed extends People {
  readonly listing?: Listing | undefined
}

/** `attributionInfo` of the full document: who listed the home, who sold it, and which listing service reports this. */
export const ATTRIBUTION = component(
  'Attribution',
  objectFrom<Attributed>()({
    ...SHORT_ATTRIBUTION.keys,
    agentEmail: [MAYBE_TEXT, ({ listAgent, listing }) => listAgent?.email ?? listing?.contact?.email],
    agentLicenseNumber: [MAYBE_TEXT, ({ listAgent }) => listAgent?.licenseNumber],
    attributionTitle: [MAYBE_TEXT, ({ listing }) => attributionTitle(listing)],
    buyerAgentName: [MAYBE_TEXT, ({ buyerAgent }) => buyerAgent?.name],
    buyerBrokerageName: [MAYBE_TEXT, ({ buyerOffice }) => buyerOffice?.name],
    buyerAgentMemberStateLicense: [MAYBE_TEXT, ({ buyerAgent }) => buyerAgent?.licenseNumber],
    coAgentName: [MAYBE_TEXT, ({ coListAgent }) => coListAgent?.name],
    coAgentNumber: [MAYBE_TEXT, ({ coListAgent }) => coListAgent?.phone],
    coAgentLicenseNumber: [MAYBE_TEXT, ({ coListAgent }) => coListAgent?.licenseNumber],
    mlsDisclaimer: [MAYBE_TEXT, () => null],
    lastChecked: [SECOND, lastUpdated], // when the source last reported the listing
    lastUpdated: [SECOND, lastUpdated],
    listingAgents: [
      listOf(LISTING_AGENT),
      ({ listAgent, coListAgent, buyerAgent }) =>
        Object.entries({ listAgent, coListAgent, buyerAgent }).flatMap(([type, agent]) => agentEntry(type, agent)),
    ],
    listingOffices: [
      listOf(LISTING_OFFICE),
      ({ listOffice, buyerOffice }) =>
        Object.entries({ listOffice, buyerOffice }).flatMap(([associatedOfficeType, office]) =>
          office ? [{ associatedOfficeType, officeName: office.name }] : [],
        ),
    ],
  }),
)

function agentEntry(associatedAgentType: string, agent: Agent | undefined) {
  if (!agent) return []
  return [{ associatedAgentType, memberFullName: agent.name, memberStateLicense: agent.licenseNumber ?? null }]
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
function lastUpdated({ listing }: Attributed): string | null {
  if (listing?.modifiedMs === undefined) return null
  return `${dayOf(listing.modifiedMs)} ${new Date(listing.modifiedMs).toISOString().slice(11, 19)}`
}
