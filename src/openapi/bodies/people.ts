import { SOURCE, texts } from './answer.ts'
import { always, component, large, listOf, object, oneOf, optional, text, whole } from './schema.ts'

/** The bodies of skip tracing. A text is empty, and an age 0, where nothing is known. */

const HEAD = { Status: always(200), Message: always('200: Success'), Source: SOURCE }

const AGE = whole('Years; 0 where it is not known.')
const PERSON_ID = text('Id of the person.')

export const PEOPLE_AT_ADDRESS = component(
  'PeopleAtAddress',
  object({
    ...HEAD,
    Records: whole('How many people there are in all.'),
    Page: large(),
    PeopleDetails: listOf(
      component(
        'PersonRow',
        object({
          Name: text(),
          Link: text(),
          'Person ID': PERSON_ID,
          Age: AGE,
          'Lives in': text(),
          'Used to live in': text('Cities, separated by commas.'),
          'Related to': text('Names, separated by commas.'),
        }),
      ),
      'Those who live there now first.',
    ),
  }),
)

const ACQUAINTANCES = listOf(component('Acquaintance', object({ Name: text(), Age: AGE, 'Person ID': PERSON_ID })))

export const PERSON_DETAILS = component(
  'PersonDetails',
  object({
    ...HEAD,
    'Person Details': listOf(
      object({ Person_name: text(), Age: AGE, Born: text('`YYYY-MM-DD`'), ...texts('Lives in', 'Telephone') }),
    ),
    'Current Address Details List': listOf(
      object({
        ...texts('street_address', 'address_locality', 'address_region', 'postal_code'),
        county: optional(text()),
        date_range: text(),
      }),
    ),
    'All Phone Details': listOf(
      object({
        phone_number: text(),
        phone_type: oneOf(['Wireless', 'Landline', 'VoIP']),
        ...texts('provider', 'last_reported'),
      }),
    ),
    'Email Addresses': listOf(text()),
    'Previous Address Details': listOf(
      object(texts('streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'county', 'timespan')),
    ),
    'All Relatives': ACQUAINTANCES,
    'All Associates': ACQUAINTANCES,
  }),
)
