import { component, objectFrom, text } from '../../../kit/answers/index.ts'
import type { Person, PersonAddress } from '../../../model/person.ts'
import { AGE, ageOf, PERSON_ID } from '../acquaintances.ts'

interface ListedPerson {
  readonly person: Person
  readonly relatives: readonly Person[]
  readonly nowMs: number
  /** Origin of the URLs of area A (homes), such as `https://example.org`. */
  readonly origin: string
}

export const PERSON_ROW = component(
  'PersonRow',
  objectFrom<ListedPerson>()({
    Name: [text(), ({ person }) => person.name],
    Link: [
      text('URL of the call of `/skip/detailsbyid` for this person.'),
      ({ person, origin }) => `${origin}/skip/detailsbyid?peo_id=${encodeURIComponent(person.personId)}`,
    ],
    'Person ID': [PERSON_ID, ({ person }) => person.personId],
    Age: [AGE, ({ person, nowMs }) => ageOf(person, nowMs)],
    'Lives in': [text(), ({ person }) => livesIn(person)],
    'Used to live in': [
      text('Cities, separated by commas.'),
      ({ person }) => placesOf(person.addresses.filter(isFormer)).join(', '),
    ],
    'Related to': [
      text('Names, separated by commas.'),
      ({ relatives }) => relatives.map(({ name }) => name).join(', '),
    ],
  }),
)

export function isFormer({ to }: PersonAddress): boolean {
  return to !== undefined
}

/** Returns the current city, such as `Austin, TX`; empty if the person's current address is unknown. */
export function livesIn({ addresses }: Person): string {
  const now = addresses.find((address) => !isFormer(address))
  return now === undefined ? '' : [now.city, now.state].filter(Boolean).join(', ')
}

/** Returns the different cities, each as `Austin TX`. They have no commas, because commas separate the cities. */
function placesOf(addresses: readonly PersonAddress[]): readonly string[] {
  return [...new Set(addresses.map(({ city, state }) => [city, state].filter(Boolean).join(' ')))].filter(Boolean)
}
