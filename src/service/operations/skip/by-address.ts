import { component, large, listOf, object, whole } from '../../../kit/answers/index.ts'
import { type Args, personal, type Rule, required, text } from '../../../kit/params/index.ts'
import { parseAddress } from '../../../places/addresses/address.ts'
import { acquaintances, PEOPLE_HEAD } from '../../rendering/acquaintances.ts'
import { PERSON_ROW } from '../../rendering/rows/person-row.ts'
import { operation } from '../operation.ts'
import { onPage, pageParameter } from '../paging.ts'
import { peopleAtAddress } from './people-at.ts'

const PAGE_PEOPLE = 10

const parameters = {
  street: personal(
    required(
      text(200, '1204 N Lamar Blvd'),
      'House number and street, with the unit if there is one; without it, all units of the building.',
    ),
  ),
  citystatezip: personal(
    required(
      text(200, 'Austin, TX 78703'),
      'City, state and ZIP code, with or without commas; either city and state or the ZIP code is enough.',
    ),
  ),
  page: pageParameter(PAGE_PEOPLE),
}

/**
 * The address needs a house number, because otherwise no person can be found. It also needs a place, because otherwise
 * half the country would match.
 */
const readable: Rule<typeof parameters> = {
  doc: 'Together, street and citystatezip must give a house number, a street, and either a ZIP code or a city with its state.',
  check: (args) => {
    const { houseNumber, street, city, state, zipcode } = parseAddress(addressOf(args))
    if (houseNumber === '' || street === '') {
      const accepted = 'must be a house number with a street, such as 1204 N Lamar Blvd.'
      return { parameter: 'street', code: 'param.invalid', detail: `street ${accepted}` }
    }
    if (zipcode !== '' || (city !== '' && state !== '')) return undefined
    const accepted = 'must be City, ST zip; City, ST, zip; city st zip; a ZIP code; or City, ST.'
    return { parameter: 'citystatezip', code: 'param.invalid', detail: `citystatezip ${accepted}` }
  },
}

export const skipByAddress = operation({
  path: '/skip/byaddress',
  summary: 'People who live or have lived at an address, current residents first.',
  group: 'Skip tracing',
  credits: 6,
  skip: true,
  parameters,
  rules: [readable],
  subject: (args) => `${addressOf(args)}${args.page === 1 ? '' : ` (page ${args.page})`}`,
  answer: component(
    'PeopleAtAddress',
    object({
      ...PEOPLE_HEAD.fields,
      Records: whole('Total number of people.'),
      Page: large(),
      PeopleDetails: listOf(PERSON_ROW, 'Current residents first.'),
    }),
  ),
  run: async (args, { catalog, clock, words }) => {
    const people = await peopleAtAddress(addressOf(args), catalog)
    const shown = onPage(people, args.page, PAGE_PEOPLE)
    return {
      ...PEOPLE_HEAD.of({ about: catalog.about() }),
      Records: people.length,
      Page: args.page,
      PeopleDetails: await Promise.all(
        shown.map(async (person) => {
          const relatives = await acquaintances(person.relatives, catalog.records)
          return PERSON_ROW.of({ person, relatives, nowMs: clock.now(), origin: words.mediaOrigin })
        }),
      ),
    }
  },
})

function addressOf({ street, citystatezip }: Args<typeof parameters>): string {
  return `${street}, ${citystatezip}`
}
