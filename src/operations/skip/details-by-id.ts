import { Fault } from '../../base/failure.ts'
import type { Person, PersonAddress, PersonPhone } from '../../model/person.ts'
import { personal, required, text } from '../../params/index.ts'
import { operation } from '../operation.ts'
import { sourceName } from '../source-name.ts'
import { acquaintances, ageOf } from './acquaintances.ts'
import { isFormer, livesIn } from './person-row.ts'

export const skipDetailsById = operation({
  path: '/skip/detailsbyid',
  summary: 'What is known of a person: telephones, e-mail addresses, where they live and lived, relatives, associates.',
  group: 'Skip tracing',
  credits: 6,
  skip: true,
  parameters: { peo_id: personal(required(text(200, 'p12m1'), 'Id of the person, as /skip/byaddress gives it.')) },
  subject: ({ peo_id }) => `person ${peo_id}`,
  run: async ({ peo_id }, { catalog, clock }) => {
    const person = await catalog.get('person', peo_id)
    if (person === undefined) throw unknown()
    const [relatives, associates] = await Promise.all([
      acquaintances(person.relatives, catalog),
      acquaintances(person.associates, catalog),
    ])
    const nowMs = clock.now()
    return {
      Status: 200,
      Message: '200: Success',
      Source: sourceName(catalog.about()),
      'Person Details': [personDetails(person, nowMs)],
      'Current Address Details List': person.addresses.filter((address) => !isFormer(address)).map(currentAddress),
      'All Phone Details': person.phones.map(phone),
      'Email Addresses': person.emails,
      'Previous Address Details': person.addresses.filter(isFormer).map(previousAddress),
      'All Relatives': relatives.map((relative) => acquaintance(relative, nowMs)),
      'All Associates': associates.map((associate) => acquaintance(associate, nowMs)),
    }
  },
})

/** The id is not repeated: what was asked for may be a name. */
function unknown(): Fault {
  return new Fault('person.unknown', '404: no person in this catalogue has this id.', {
    container: {
      'Person Details': [],
      'Current Address Details List': [],
      'All Phone Details': [],
      'Email Addresses': [],
      'Previous Address Details': [],
      'All Relatives': [],
      'All Associates': [],
    },
  })
}

function personDetails(person: Person, nowMs: number) {
  return {
    Person_name: person.name,
    Age: ageOf(person, nowMs),
    Born: person.born ?? '',
    'Lives in': livesIn(person),
    Telephone: person.phones[0]?.number ?? '',
  }
}

function currentAddress({ streetAddress, city, state, zipcode, county, from }: PersonAddress) {
  return {
    street_address: streetAddress,
    address_locality: city,
    address_region: state,
    postal_code: zipcode,
    ...(county !== undefined && { county }),
    date_range: from === undefined ? '' : `since ${from}`,
  }
}

function previousAddress({ streetAddress, city, state, zipcode, county, from, to }: PersonAddress) {
  return {
    streetAddress,
    addressLocality: city,
    addressRegion: state,
    postalCode: zipcode,
    county: county ?? '',
    timespan: from === undefined ? `until ${to}` : `${from} to ${to}`,
  }
}

function phone({ number, type, provider, lastReported }: PersonPhone) {
  return {
    phone_number: number,
    phone_type: type,
    provider: provider ?? '',
    last_reported: lastReported ?? '',
  }
}

function acquaintance(person: Person, nowMs: number) {
  return { Name: person.name, Age: ageOf(person, nowMs), 'Person ID': person.personId }
}
