import { MAYBE_TEXT, maybeTexts } from './answer.ts'
import { component, listOf, nullable, object, text } from './schema.ts'

/** Who offers a home. */

const SECOND = { type: ['string', 'null'], description: '`YYYY-MM-DD hh:mm:ss`, UTC; null where it is not known.' }

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
    listingAgents: listOf(
      object({
        associatedAgentType: text('`listAgent`, `coListAgent` or `buyerAgent`.'),
        memberFullName: text(),
        memberStateLicense: MAYBE_TEXT,
      }),
    ),
    listingOffices: listOf(
      object({ associatedOfficeType: text('`listOffice` or `buyerOffice`.'), officeName: text() }),
    ),
  }),
)

/** Lines of the box that says who lists a home. */
export const LISTED_BY = listOf(
  object({
    id: text('`LISTING_AGENT`, `PROPERTY_OWNER` or `BROKER`.'),
    elements: listOf(
      object({ id: text('`NAME` or `PHONE`.'), text: text(), action: nullable(text(), 'What following it does.') }),
    ),
    textStyle: text(),
  }),
)
