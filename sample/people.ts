import { Random } from '../src/kit/algorithms/random.ts'
import type { Home, HomeAddress } from '../src/model/home.ts'
import type { Person, PersonAddress, PersonPhone } from '../src/model/person.ts'
import { sampleTelephone } from './agents.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import { HOUSEHOLD_SIZES } from './draws.ts'
import { exampleEmail, twoDigits } from './identity.ts'
import { GIVEN_NAMES, SURNAMES } from './words/names.ts'

/** One in this many homes has people on record. */
const HOMES_PER_HOUSEHOLD = 8

/** One in this many households has twelve former lodgers, so that answers need a second page. */
const LODGINGS_EVERY = 40
const LODGERS = 12

const PROVIDERS = ['Sample Wireless', 'Sample Telephone', 'Sample Mobile'] as const
const PHONE_TYPES: readonly PersonPhone['type'][] = ['Wireless', 'Wireless', 'Landline', 'VoIP']

interface Household {
  readonly ordinal: number
  readonly address: HomeAddress
  readonly movedIn: number
  readonly members: Draft<Person>[]
}

/**
 * Makes people, household by household. Two neighboring households form a pair: their first members are associates, and
 * the second household once lived in the first one's home. Relations are recorded for both people.
 */
export class PeopleMaker {
  readonly #seed: number
  readonly #calendar: Calendar
  readonly #recent: Household[] = []
  #waiting: Household | undefined
  #made = 0

  constructor(seed: number, calendar: Calendar) {
    this.#seed = seed
    this.#calendar = calendar
  }

  /** Returns the people who are complete with this home: both households of a pair, and former lodgers. Often empty. */
  meet(index: number, home: Home): readonly Person[] {
    if (index % HOMES_PER_HOUSEHOLD !== 3 || home.homeType === 'LOT') return []
    const random = new Random(this.#seed, 'person', index)
    const household = drawHousehold(random, this.#made++, home, this.#calendar)
    const lodgers = household.ordinal % LODGINGS_EVERY === LODGERS ? this.#lodgers(random, household) : []
    this.#recent.push(household)
    if (this.#recent.length > LODGERS) this.#recent.shift()
    const waiting = this.#waiting
    if (waiting === undefined) {
      this.#waiting = household
      return lodgers
    }
    this.#waiting = undefined
    acquaint(random, waiting, household, this.#calendar)
    return [...waiting.members, ...household.members, ...lodgers]
  }

  /** Returns the last household if it has no pair. */
  rest(): readonly Person[] {
    return this.#waiting?.members ?? []
  }

  /** Makes former residents who lived here alone. They now live with other recent households. */
  #lodgers(random: Random, { ordinal, address, movedIn }: Household): Person[] {
    return this.#recent.map((host, at) => {
      const left = movedIn + 30 + at * 90
      const lodger = drawPerson(random, `p${ordinal + 1}l${at + 1}`, random.pick(SURNAMES), 19, 45, this.#calendar)
      lodger.addresses = [
        lineOf(host.address, this.#calendar.day(left)),
        lineOf(address, this.#calendar.day(left + 80), this.#calendar.day(left)),
      ]
      return lodger
    })
  }
}

/** Returns the first person of the household at a home, as `meet` draws it. Undefined if the home has no household. */
export function firstResident(seed: number, index: number, random: Random) {
  if (index % HOMES_PER_HOUSEHOLD !== 3) return undefined
  random.restart(seed, 'person', index)
  const movedIn = random.whole(200, 4200)
  const family = random.pick(SURNAMES)
  HOUSEHOLD_SIZES.draw(random)
  const surname = random.chance(0.25) ? random.pick(SURNAMES) : family
  return { movedIn, surname, given: random.pick(GIVEN_NAMES) }
}

function drawHousehold(random: Random, ordinal: number, home: Home, calendar: Calendar): Household {
  const movedIn = random.whole(200, 4200)
  const surname = random.pick(SURNAMES)
  const members = Array.from({ length: HOUSEHOLD_SIZES.draw(random) }, (_, at) => {
    const [youngest, oldest] = at < 2 ? [28, 84] : [18, 27]
    const family = at < 2 && random.chance(0.25) ? random.pick(SURNAMES) : surname
    const person = drawPerson(random, `p${ordinal + 1}m${at + 1}`, family, youngest, oldest, calendar)
    person.addresses = [lineOf(home.address, calendar.day(movedIn))]
    return person
  })
  for (const member of members) {
    member.relatives = members.filter((other) => other !== member).map((other) => other.personId)
  }
  return { ordinal, address: home.address, movedIn, members }
}

function drawPerson(
  random: Random,
  personId: string,
  surname: string,
  youngest: number,
  oldest: number,
  calendar: Calendar,
): Draft<Person> {
  const given = random.pick(GIVEN_NAMES)
  const born = `${calendar.thisYear - random.whole(youngest, oldest)}-${twoDigits(random.whole(1, 12))}-${twoDigits(random.whole(1, 28))}`
  return {
    personId,
    name: `${given} ${surname}`,
    born,
    phones: Array.from({ length: random.whole(1, 3) }, () => ({
      number: sampleTelephone(random),
      type: random.pick(PHONE_TYPES),
      provider: random.pick(PROVIDERS),
      lastReported: calendar.day(random.whole(10, 900)),
    })),
    emails: random.chance(0.8) ? [exampleEmail(given, surname, personId)] : [],
    addresses: [],
    relatives: [],
    associates: [],
  }
}

function acquaint(random: Random, host: Household, former: Household, calendar: Calendar): void {
  const [one] = host.members
  const [other] = former.members
  if (!one || !other) return
  one.associates = [other.personId]
  other.associates = [one.personId]
  // The former household left this home before either household moved to its current home.
  const left = Math.max(host.movedIn, former.movedIn) + random.whole(1, 60)
  const came = left + random.whole(300, 1500)
  for (const member of former.members.slice(0, 2)) {
    const stay = lineOf(host.address, calendar.day(Math.min(came, 5800)), calendar.day(left))
    member.addresses = [...member.addresses, stay]
  }
}

function lineOf(address: HomeAddress, from: string, to?: string): PersonAddress {
  const { streetAddress, city, state, zipcode, county } = address
  return { streetAddress, city, state, zipcode, ...(county && { county }), from, ...(to && { to }) }
}
