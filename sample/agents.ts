import { Random } from '../src/kit/algorithms/random.ts'
import { AGENT_LANGUAGES, AGENT_SPECIALTIES, type Agent, type AgentReview, type Office } from '../src/model/agent.ts'
import type { Atlas, ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import { OTHER_LANGUAGES_SPOKEN } from './draws.ts'
import { exampleEmail, twoDigits } from './identity.ts'
import { INVENTED_REVIEW, OFFICE_NAMES, REVIEW_SENTENCES, REVIEW_WORKS } from './words/agents.ts'
import { GIVEN_NAMES, SURNAMES } from './words/names.ts'

/** Every sample agent also speaks English. */
const OTHER_LANGUAGES = AGENT_LANGUAGES.filter((language) => language !== 'english')

const AGENTS_AT_FIRST = 3
const HOMES_PER_AGENT = 40
const AGENTS_PER_OFFICE = 6

/** A new agent or office. It must be stored before the homes that refer to it. */
export type Newcomer =
  | { readonly noun: 'agent'; readonly record: Agent }
  | { readonly noun: 'office'; readonly record: Office }

/**
 * Assigns agents to homes. Each agent works in one county, which hires agents as its number of homes grows. A home's
 * agent never depends on later homes.
 */
export class AgentRoster {
  readonly #homes = new Map<string, number>()
  readonly #introduced = new Map<string, number>()
  #zips: ReadonlyMap<string, readonly ZipArea[]> | undefined

  /** Call this once for each home, before `pick`. */
  countHome(zip: ZipArea): void {
    const fips = zip.place.countyFips
    this.#homes.set(fips, (this.#homes.get(fips) ?? 0) + 1)
  }

  /** Picks agents hired early more often, so that they get the most homes. */
  pick(random: Random, zip: ZipArea): string {
    const fips = zip.place.countyFips
    return idOf('agent', fips, Math.floor(this.#hired(fips) * random.unit() ** 1.4))
  }

  /** Yields the agents hired in the county since the last call. A new office comes before its agents. */
  *newcomers(zip: ZipArea, atlas: Atlas, seed: number, calendar: Calendar): Generator<Newcomer> {
    const fips = zip.place.countyFips
    const introduced = this.#introduced.get(fips) ?? 0
    const hired = this.#hired(fips)
    if (hired === introduced) return
    this.#introduced.set(fips, hired)
    this.#zips ??= Map.groupBy(atlas.zips, ({ place }) => place.countyFips)
    const zips = this.#zips.get(fips) ?? []
    for (let ordinal = introduced; ordinal < hired; ordinal++) {
      const opens = ordinal % AGENTS_PER_OFFICE === 0
      if (opens) yield { noun: 'office', record: makeOffice(seed, fips, ordinal / AGENTS_PER_OFFICE, zips) }
      yield { noun: 'agent', record: makeAgent(seed, fips, ordinal, zips, calendar) }
    }
  }

  #hired(fips: string): number {
    return AGENTS_AT_FIRST + Math.floor((this.#homes.get(fips) ?? 0) / HOMES_PER_AGENT)
  }
}

function idOf(noun: Newcomer['noun'], fips: string, ordinal: number): string {
  return `${noun}-${fips}-${ordinal + 1}`
}

function makeAgent(seed: number, fips: string, ordinal: number, zips: readonly ZipArea[], calendar: Calendar): Agent {
  const random = new Random(seed, `agent/${fips}`, ordinal)
  const given = random.pick(GIVEN_NAMES)
  const surname = random.pick(SURNAMES)
  const { place, metro } = officeZip(fips, Math.floor(ordinal / AGENTS_PER_OFFICE), zips, seed)
  const inBusinessSince = calendar.thisYear - 1 - Math.floor(28 * random.unit() ** 1.5)
  return {
    agentId: idOf('agent', fips, ordinal),
    username: `${given}-${surname}-${fips}-${ordinal + 1}`.toLowerCase(),
    name: `${given} ${surname}`,
    phone: sampleTelephone(random),
    email: exampleEmail(given, surname, fips, String(ordinal + 1)),
    licenseNumber: `${metro.economy.state}-S${fips}${String(ordinal + 1).padStart(4, '0')}`,
    memberMlsId: `${metro.economy.mlsPrefix}${fips}${ordinal + 1}`,
    officeId: idOf('office', fips, Math.floor(ordinal / AGENTS_PER_OFFICE)),
    city: place.city,
    state: place.state,
    ...(ordinal % 7 === 0 && { isTopAgent: true }),
    inBusinessSince,
    description: `${given} helps people buy and sell in and around ${place.city}. Invented agent of the sample catalog.`,
    specialties: random.some(AGENT_SPECIALTIES, random.whole(1, 4)),
    languages: ['english', ...random.some(OTHER_LANGUAGES, OTHER_LANGUAGES_SPOKEN.draw(random))],
    drawnPhoto: true,
    reviews: makeReviews(random, fips, ordinal, calendar),
  }
}

function makeReviews(random: Random, fips: string, ordinal: number, calendar: Calendar): AgentReview[] {
  const count = Math.floor(9 * random.unit() ** 1.6)
  let daysAgo = random.whole(2, 200)
  return Array.from({ length: count }, (_, at) => {
    const rating = random.chance(0.75) ? 5 : random.whole(2, 4)
    const { work, deal, goal } = random.pick(REVIEW_WORKS)
    const { opening, detail, closing } =
      REVIEW_SENTENCES[rating >= 5 ? 'pleased' : rating === 4 ? 'content' : 'critical']
    const first = random.pick(opening).replace('{deal}', deal).replace('{goal}', goal)
    const review: AgentReview = {
      reviewId: `review-${fips}-${ordinal + 1}-${at + 1}`,
      rating,
      comment: `${first} ${random.pick(detail)} ${random.pick(closing)} ${INVENTED_REVIEW}`,
      date: calendar.day(daysAgo),
      workDescription: work,
    }
    daysAgo += random.whole(20, 260)
    return review
  })
}

function makeOffice(seed: number, fips: string, ordinal: number, zips: readonly ZipArea[]): Office {
  const random = new Random(seed, `office/${fips}`, ordinal)
  const { place } = officeZip(fips, ordinal, zips, seed)
  return {
    officeId: idOf('office', fips, ordinal),
    name: `${random.pick(OFFICE_NAMES)} of ${place.city}`,
    phone: sampleTelephone(random),
    city: place.city,
    state: place.state,
  }
}

function officeZip(fips: string, ordinal: number, zips: readonly ZipArea[], seed: number): ZipArea {
  return new Random(seed, `office-zip/${fips}`, ordinal).pick(zips)
}

/** A number from 555-0100 to 555-0199, which are reserved for fiction. The area code is also 555. */
export function sampleTelephone(random: Random): string {
  return `(555) 555-01${twoDigits(random.below(100))}`
}
