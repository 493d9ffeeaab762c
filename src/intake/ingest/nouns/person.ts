import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import { derivedId } from '../../../model/identity.ts'
import { PERSON_FIELDS } from '../../../model/people-fields.ts'
import type { Person, PersonAddress, PersonPhone } from '../../../model/person.ts'
import { isPostalState } from '../../../places/regions/states.ts'
import { type Check, type Finding, judge, type Made, made, Rejection, reject } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { editionOf, united, unlike, withRequired } from '../same-record.ts'
import { type ElementKeys, type Fills, withUnmapped } from '../unmapped.ts'
import { unlistedZip, zipcodeIn } from '../zip-place.ts'

type PersonRecord = RecordOf<typeof PERSON_FIELDS>

const REQUIRED = ['FullName'] as const satisfies readonly (keyof PersonRecord)[]

export const persons = importNoun({
  noun: 'person',
  plural: 'persons',
  fields: PERSON_FIELDS,
  required: REQUIRED,
  keyed: true,
  personal: true,
  make: makePerson,
  id: (person) => person.personId,
  clash: (one, other) => unlike(one, other, LISTS),
  keep: (merged, known, mapped) => withUnmapped(merged, known, FILLS, mapped, ELEMENT_KEYS),
  merge: (existing, fresh, sameImport) => {
    const rows = editionOf(existing, fresh, sameImport)
    return {
      ...rows[0],
      phones: united(
        rows.flatMap(({ phones }) => phones),
        ({ number, lastReported = '' }) => `${number} ${lastReported}`,
      )
        .toReversed()
        .filter(({ number }, i, phones) => phones.findIndex((phone) => phone.number === number) === i),
      emails: united(
        rows.flatMap(({ emails }) => emails),
        (email) => email.toLowerCase(),
      ),
      addresses: inOrder(
        united(
          rows.flatMap(({ addresses }) => addresses),
          addressKey,
        ),
      ),
      relatives: united(
        rows.flatMap(({ relatives }) => relatives),
        (id) => id,
      ),
      associates: united(
        rows.flatMap(({ associates }) => associates),
        (id) => id,
      ),
    }
  },
})

const FILLS: Fills = {
  BirthDate: 'born',
  PhoneNumber: 'phones',
  PhoneType: 'phones[].type',
  PhoneProvider: 'phones[].provider',
  PhoneLastReported: 'phones[].lastReported',
  Emails: 'emails',
  StreetAddress: 'addresses',
  CountyOrParish: 'addresses[].county',
  City: 'addresses[].city',
  ResidentFrom: 'addresses[].from',
  ResidentTo: 'addresses[].to',
  RelativeKeys: 'relatives',
  AssociateKeys: 'associates',
}

const ELEMENT_KEYS: ElementKeys = {
  phones: ({ number }: PersonPhone) => number,
  addresses: ({ streetAddress, zipcode }: PersonAddress) => `${streetAddress.toLowerCase()} ${zipcode}`,
}

/** Lists that several rows of one person extend. */
const LISTS = ['phones', 'emails', 'addresses', 'relatives', 'associates']

function addressKey({ streetAddress, zipcode, from = '', to = '' }: PersonAddress): string {
  return `${streetAddress.toLowerCase()} ${zipcode} ${from} ${to}`
}

/** Returns a sort key: addresses by end date. Addresses without an end date are current and sort last. */
function rank({ to = '9999', from = '' }: PersonAddress): string {
  return `${to} ${from}`
}

/** Returns the current address first, then earlier ones, newest first. */
function inOrder(addresses: readonly PersonAddress[]): PersonAddress[] {
  return addresses.toSorted((a, b) => (rank(a) < rank(b) ? 1 : rank(a) > rank(b) ? -1 : 0))
}

interface Subject {
  readonly person: Person
  readonly tomorrow: string
}

/** Details name fields and never quote their values, because many people read reports. */
const CHECKS: readonly Check<Subject>[] = [
  reject('birth.order', 'The date of birth is in the future.', ({ person: { born = '' }, tomorrow }) =>
    born > tomorrow ? 'BirthDate' : undefined,
  ),
  reject('phone.form', 'A phone number has fewer than 7 or more than 15 digits.', ({ person: { phones } }) =>
    phones.every(({ number }) => isNumber(number)) ? undefined : 'PhoneNumber',
  ),
  reject('email.form', 'An email address is invalid.', ({ person: { emails } }) =>
    emails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)) ? undefined : 'Emails',
  ),
  reject('address.order', 'A resident moved out before moving in.', ({ person: { addresses } }) =>
    addresses.some(({ from = '', to }) => to !== undefined && to < from) ? 'ResidentFrom, ResidentTo' : undefined,
  ),
]

function isNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 7 && digits <= 15
}

function makePerson({ sourceKey, record }: RowContent, file: FileContext): Made<Person> | Rejection {
  // the row reader checked the fields' kinds
  const given = withRequired<PersonRecord, (typeof REQUIRED)[number]>(record, REQUIRED)
  const placed = addressOf(given, file)
  if (placed instanceof Rejection) return placed
  const { address } = placed
  const idOf = (key: string) => derivedId('person', file.source, key)
  const person = compact<Person>({
    personId: idOf(sourceKey),
    source: file.source,
    name: given.FullName,
    born: given.BirthDate,
    phones: phonesOf(given),
    emails: given.Emails ?? [],
    addresses: address === undefined ? [] : [address],
    relatives: given.RelativeKeys?.map(idOf) ?? [],
    associates: given.AssociateKeys?.map(idOf) ?? [],
  })
  return made(person, judge(CHECKS, { person, tomorrow: dayOf(file.nowMs + DAY_MS) }), placed.findings)
}

function phonesOf({ PhoneNumber, PhoneType, PhoneProvider, PhoneLastReported }: PersonRecord): PersonPhone[] {
  if (PhoneNumber === undefined) return []
  return [
    compact<PersonPhone>({
      number: PhoneNumber,
      type: PhoneType ?? 'Landline',
      provider: PhoneProvider,
      lastReported: PhoneLastReported,
    }),
  ]
}

interface Placed {
  readonly address?: PersonAddress
  readonly findings: readonly Finding[]
}

/** Reads an address. An unknown ZIP needs a city and state beside it; otherwise the person has no address. */
function addressOf(given: PersonRecord, { gazetteer }: FileContext): Placed | Rejection {
  const { StreetAddress, PostalCode, City, StateOrProvince, CountyOrParish, ResidentFrom, ResidentTo } = given
  if (StreetAddress === undefined && PostalCode === undefined) return { findings: [] }
  const zipcode = zipcodeIn(PostalCode ?? '')
  if (StreetAddress === undefined || zipcode === undefined) {
    return new Rejection('address.half', 'An address needs a street and a ZIP.', 'StreetAddress, PostalCode')
  }
  const zipPlace = gazetteer.zip(zipcode)
  const isTold = City !== undefined && StateOrProvince !== undefined && isPostalState(StateOrProvince)
  const place = zipPlace ?? (isTold ? { city: City, state: StateOrProvince, zipcode, county: undefined } : undefined)
  if (place === undefined) return { findings: [ADDRESS_LEFT_OUT] }
  if (StateOrProvince !== undefined && StateOrProvince !== place.state) {
    return new Rejection('state.zip', 'The ZIP is in another state.', 'StateOrProvince, PostalCode')
  }
  const address = compact<PersonAddress>({
    streetAddress: StreetAddress,
    city: City ?? place.city,
    state: place.state,
    zipcode: place.zipcode,
    county: CountyOrParish ?? place.county,
    from: ResidentFrom,
    to: ResidentTo,
  })
  return { address, findings: zipPlace === undefined ? [unlistedZip('PostalCode')] : [] }
}

const ADDRESS_LEFT_OUT: Finding = {
  rule: 'address.unlisted',
  sentence: 'The ZIP is unknown and the row lacks city or state; the person is kept without the address.',
  detail: 'PostalCode',
}
