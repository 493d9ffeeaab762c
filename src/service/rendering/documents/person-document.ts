import { component, listOf, objectFrom, oneOf, optional, text } from '../../../kit/answers/index.ts'
import type { Person, PersonAddress, PersonPhone } from '../../../model/person.ts'
import { AGE, ageOf, type Headed, PEOPLE_HEAD, PERSON_ID } from '../acquaintances.ts'
import { isFormer, livesIn } from '../rows/person-row.ts'

/** A person, and the moment for which the age is given. */
interface PersonNow {
  readonly person: Person
  readonly nowMs: number
}

const PERSON = objectFrom<PersonNow>()({
  Person_name: [text(), ({ person }) => person.name],
  Age: [AGE, ({ person, nowMs }) => ageOf(person, nowMs)],
  Born: [text('`YYYY-MM-DD`'), ({ person }) => person.born ?? ''],
  'Lives in': [text(), ({ person }) => livesIn(person)],
  Telephone: [text(), ({ person }) => person.phones[0]?.number ?? ''],
})

const CURRENT_ADDRESS = objectFrom<PersonAddress>()({
  street_address: [text(), ({ streetAddress }) => streetAddress],
  address_locality: [text(), ({ city }) => city],
  address_region: [text(), ({ state }) => state],
  postal_code: [text(), ({ zipcode }) => zipcode],
  county: [optional(text()), ({ county }) => county],
  date_range: [text(), ({ from }) => (from === undefined ? '' : `since ${from}`)],
})

const PHONE = objectFrom<PersonPhone>()({
  phone_number: [text(), ({ number }) => number],
  phone_type: [oneOf(['Wireless', 'Landline', 'VoIP']), ({ type }) => type],
  provider: [text(), ({ provider }) => provider ?? ''],
  last_reported: [text(), ({ lastReported }) => lastReported ?? ''],
})

const PREVIOUS_ADDRESS = objectFrom<PersonAddress>()({
  streetAddress: [text(), ({ streetAddress }) => streetAddress],
  addressLocality: [text(), ({ city }) => city],
  addressRegion: [text(), ({ state }) => state],
  postalCode: [text(), ({ zipcode }) => zipcode],
  county: [text(), ({ county }) => county ?? ''],
  timespan: [text(), ({ from, to }) => (from === undefined ? `until ${to}` : `${from} to ${to}`)],
})

const ACQUAINTANCE = component(
  'Acquaintance',
  objectFrom<PersonNow>()({
    Name: [text(), ({ person }) => person.name],
    Age: [AGE, ({ person, nowMs }) => ageOf(person, nowMs)],
    'Person ID': [PERSON_ID, ({ person }) => person.personId],
  }),
)

/** A person, and all other people named in the document. */
interface Introduced extends PersonNow {
  readonly relatives: readonly Person[]
  readonly associates: readonly Person[]
}

/** Everything that the catalog knows about a person, as lists. */
export const PERSON_LISTS = objectFrom<Introduced>()({
  'Person Details': [listOf(PERSON), (introduced) => [PERSON.of(introduced)]],
  'Current Address Details List': [
    listOf(CURRENT_ADDRESS),
    ({ person }) =>
      person.addresses.filter((address) => !isFormer(address)).map((address) => CURRENT_ADDRESS.of(address)),
  ],
  'All Phone Details': [listOf(PHONE), ({ person }) => person.phones.map((phone) => PHONE.of(phone))],
  'Email Addresses': [listOf(text()), ({ person }) => person.emails],
  'Previous Address Details': [
    listOf(PREVIOUS_ADDRESS),
    ({ person }) => person.addresses.filter(isFormer).map((address) => PREVIOUS_ADDRESS.of(address)),
  ],
  'All Relatives': [
    listOf(ACQUAINTANCE),
    ({ relatives, nowMs }) => relatives.map((person) => ACQUAINTANCE.of({ person, nowMs })),
  ],
  'All Associates': [
    listOf(ACQUAINTANCE),
    ({ associates, nowMs }) => associates.map((person) => ACQUAINTANCE.of({ person, nowMs })),
  ],
})

export const PERSON_DOCUMENT = component(
  'PersonDetails',
  objectFrom<Introduced & Headed>()({ ...PEOPLE_HEAD.keys, ...PERSON_LISTS.keys }),
)
