import { type AnswerOf, component, object, text } from '../../answers/index.ts'
import type { RecordLookup } from '../../catalog/record-lookup.ts'
import type { Person, PersonAddress } from '../../model/person.ts'
import { AGE, acquaintances, ageOf, PERSON_ID } from '../acquaintances.ts'

export const PERSON_ROW = component(
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
)

/** A person in a list. */
export async function personRow(
  person: Person,
  nowMs: number,
  records: RecordLookup,
): Promise<AnswerOf<typeof PERSON_ROW>> {
  const relatives = await acquaintances(person.relatives, records)
  return {
    Name: person.name,
    Link: `/skip/detailsbyid?peo_id=${encodeURIComponent(person.personId)}`,
    'Person ID': person.personId,
    Age: ageOf(person, nowMs),
    'Lives in': livesIn(person),
    'Used to live in': placesOf(person.addresses.filter(isFormer)).join(', '),
    'Related to': relatives.map(({ name }) => name).join(', '),
  }
}

export function isFormer({ to }: PersonAddress): boolean {
  return to !== undefined
}

/** `Austin, TX`; empty if the person's current address is unknown. */
export function livesIn({ addresses }: Person): string {
  const now = addresses.find((address) => !isFormer(address))
  return now === undefined ? '' : [now.city, now.state].filter(Boolean).join(', ')
}

/** `Austin TX`, each once and without a comma: commas separate the places. */
function placesOf(addresses: readonly PersonAddress[]): readonly string[] {
  return [...new Set(addresses.map(({ city, state }) => [city, state].filter(Boolean).join(' ')))].filter(Boolean)
}
