import { type AnswerOf, component, listOf, object, oneOf, optional, text } from '../../answers/index.ts'
import type { Person, PersonAddress, PersonPhone } from '../../model/person.ts'
import { AGE, ageOf, PEOPLE_HEAD, PERSON_ID } from '../acquaintances.ts'
import { texts } from '../answer-head.ts'
import { isFormer, livesIn } from '../rows/person-row.ts'

const PERSON = object({ Person_name: text(), Age: AGE, Born: text('`YYYY-MM-DD`'), ...texts('Lives in', 'Telephone') })

const CURRENT_ADDRESS = object({
  ...texts('street_address', 'address_locality', 'address_region', 'postal_code'),
  county: optional(text()),
  date_range: text(),
})

const PHONE = object({
  phone_number: text(),
  phone_type: oneOf(['Wireless', 'Landline', 'VoIP']),
  ...texts('provider', 'last_reported'),
})

const PREVIOUS_ADDRESS = object(
  texts('streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'county', 'timespan'),
)

const ACQUAINTANCE = component('Acquaintance', object({ Name: text(), Age: AGE, 'Person ID': PERSON_ID }))

export const PERSON_DOCUMENT = component(
  'PersonDetails',
  object({
    ...PEOPLE_HEAD,
    'Person Details': listOf(PERSON),
    'Current Address Details List': listOf(CURRENT_ADDRESS),
    'All Phone Details': listOf(PHONE),
    'Email Addresses': listOf(text()),
    'Previous Address Details': listOf(PREVIOUS_ADDRESS),
    'All Relatives': listOf(ACQUAINTANCE),
    'All Associates': listOf(ACQUAINTANCE),
  }),
)

/** Everything that the catalogue knows about a person, without the head. */
export function personDocument(
  person: Person,
  relatives: readonly Person[],
  associates: readonly Person[],
  nowMs: number,
): Omit<AnswerOf<typeof PERSON_DOCUMENT>, keyof typeof PEOPLE_HEAD> {
  return {
    'Person Details': [personDetails(person, nowMs)],
    'Current Address Details List': person.addresses.filter((address) => !isFormer(address)).map(currentAddress),
    'All Phone Details': person.phones.map(phone),
    'Email Addresses': person.emails,
    'Previous Address Details': person.addresses.filter(isFormer).map(previousAddress),
    'All Relatives': relatives.map((relative) => acquaintance(relative, nowMs)),
    'All Associates': associates.map((associate) => acquaintance(associate, nowMs)),
  }
}

function personDetails(person: Person, nowMs: number): AnswerOf<typeof PERSON> {
  return {
    Person_name: person.name,
    Age: ageOf(person, nowMs),
    Born: person.born ?? '',
    'Lives in': livesIn(person),
    Telephone: person.phones[0]?.number ?? '',
  }
}

function currentAddress({
  streetAddress,
  city,
  state,
  zipcode,
  county,
  from,
}: PersonAddress): AnswerOf<typeof CURRENT_ADDRESS> {
  return {
    street_address: streetAddress,
    address_locality: city,
    address_region: state,
    postal_code: zipcode,
    ...(county !== undefined && { county }),
    date_range: from === undefined ? '' : `since ${from}`,
  }
}

function previousAddress({
  streetAddress,
  city,
  state,
  zipcode,
  county,
  from,
  to,
}: PersonAddress): AnswerOf<typeof PREVIOUS_ADDRESS> {
  return {
    streetAddress,
    addressLocality: city,
    addressRegion: state,
    postalCode: zipcode,
    county: county ?? '',
    timespan: from === undefined ? `until ${to}` : `${from} to ${to}`,
  }
}

function phone({ number, type, provider, lastReported }: PersonPhone): AnswerOf<typeof PHONE> {
  return {
    phone_number: number,
    phone_type: type,
    provider: provider ?? '',
    last_reported: lastReported ?? '',
  }
}

function acquaintance(person: Person, nowMs: number): AnswerOf<typeof ACQUAINTANCE> {
  return { Name: person.name, Age: ageOf(person, nowMs), 'Person ID': person.personId }
}
