import { dayBefore } from '../question.ts'
import { rowsOf } from '../world.ts'
import { commonest, homesOf, inState, isForSale, isOf, isOnSale, priceOf } from './facts.ts'
import { ids, number, type Question } from './question.ts'
import { CREDITS, type Stage } from './stage.ts'

/** Finds the people, offers and experiences that questions are about. */
function othersOf(stage: Stage) {
  const { records, today } = stage
  const state = commonest(homesOf(stage, isForSale), ({ address }) => address.state)
  const lister = commonest(
    homesOf(stage, isForSale).filter(({ listing }) => listing?.listAgentId !== undefined),
    ({ listing }) => listing?.listAgentId ?? '',
  )
  const agent = records.agent.find(({ agentId }) => agentId === lister)
  const listed = homesOf(stage, isOnSale, ({ listing }) =>
    [listing?.listAgentId, listing?.coListAgentId].includes(lister),
  )
  const flats = records.offer.filter(
    ({ searchType, city, propertyType, rooms, price, hidePrice, goneSince }) =>
      searchType === 'For_Sale' &&
      city === 'Warszawa' &&
      propertyType === 'Apartment' &&
      rooms === 3 &&
      hidePrice === undefined &&
      goneSince === undefined &&
      (price ?? Infinity) <= 2_000_000,
  )
  const country = commonest(records.experience, (each) => each.country)
  const forTwo = records.experience.filter(
    (each) => each.country === country && each.slots.some(({ date, seatsLeft }) => date >= today && seatsLeft >= 2),
  )
  const [booked] = forTwo
  const slot = booked?.slots.find(({ date, seatsLeft }) => date >= today && seatsLeft >= 2)
  const cheap = homesOf(stage, isForSale, inState(state), isOf('SINGLE_FAMILY'), (home) => priceOf(home) <= 900_000)
  return { stage, records, today, state, agent, listed, flats, country, forTwo, booked, slot, cheap }
}

/** Questions about people, other portals and changes, and questions with no answer or with several. */
export function otherQuestions(stage: Stage): readonly Question[] {
  const others = othersOf(stage)
  return OTHERS.map((question) => question(others))
}

const OTHERS: readonly ((others: ReturnType<typeof othersOf>) => Question)[] = [
  ({ records, agent }) => ({
    asked: `How do I reach the agent ${agent?.name}? Give me the phone number and the name of the office.`,
    calls: [{ tool: 'agents', given: { name: agent?.name } }],
    wants: [
      { words: new RegExp((agent?.phone ?? '?').replace(/\D+/g, '\\D*')) },
      { words: new RegExp(records.office.find(({ officeId }) => officeId === agent?.officeId)?.name ?? '?') },
    ],
  }),
  ({ agent, listed }) => ({
    asked: `Which homes does ${agent?.name} have for sale now, those coming soon or with a buyer too?`,
    calls: [
      { tool: 'agents', given: { name: agent?.name } },
      (told) => ({
        tool: 'agents',
        given: {
          agent: rowsOf(told[0]?.data.agents).find(({ name }) => name === agent?.name)?.agent,
          list: 'for_sale',
        },
      }),
    ],
    wants: [
      ids(
        listed.map(({ zpid }) => String(zpid)),
        ({ homes }) => rowsOf(homes).map(({ id }) => String(id)),
      ),
    ],
  }),
  ({ flats }) => ({
    asked: 'Three room flats in Warsaw for less than 2 million złoty',
    calls: [
      {
        tool: 'offers_abroad',
        given: {
          kind: 'for_sale',
          place: 'Warsaw',
          property_type: 'apartment',
          rooms: 3,
          price_max: 2_000_000,
          limit: 50,
        },
      },
    ],
    wants: [
      ids(
        flats.map(({ offerId }) => String(offerId)),
        ({ offers }) => rowsOf(offers).map(({ id }) => String(id)),
      ),
    ],
  }),
  ({ country, forTwo }) => ({
    asked: `How many experiences have seats for the two of us in ${country}?`,
    calls: [{ tool: 'experiences', given: { place: country, adults: 2 } }],
    wants: [number(forTwo.length, ({ total }) => total)],
  }),
  ({ country, booked, slot }) => ({
    asked: `When can we go to "${booked?.title}" in ${booked?.city} (${booked?.experienceId}) on ${slot?.date}, and how many seats are free?`,
    calls: [
      {
        tool: 'experiences',
        given: {
          place: `${booked?.city}, ${country}`,
          date_from: slot?.date,
          date_to: slot?.date,
          adults: 2,
          limit: 20,
        },
      },
    ],
    wants: [{ words: new RegExp(`${slot?.startTime}\\D*${slot?.seatsLeft}\\b`) }],
  }),
  ({ stage, today, state }) => ({
    asked: `What is new of homes for sale in ${state} since yesterday?`,
    calls: [
      {
        tool: 'whats_new',
        given: { homes: { kind: 'for_sale', place: state }, since: dayBefore(today, 1), limit: 50 },
      },
    ],
    wants: [ids(changed(stage, state), ({ changes }) => [...new Set(rowsOf(changes).map(({ id }) => String(id)))])],
  }),
  ({ state, cheap }) => ({
    asked: `Keep an eye on houses in ${state} up to $900,000 for me. How many are there now?`,
    calls: [
      {
        tool: 'saved_search',
        given: {
          action: 'make',
          label: 'Eye',
          homes: { kind: 'for_sale', place: state, home_types: ['house'], price_max: 900_000 },
        },
      },
    ],
    wants: [number(cheap.length, ({ total }) => total)],
  }),
  () => ({
    asked: 'How many credits has my plan?',
    calls: [{ tool: 'usage', given: {} }],
    wants: [number(CREDITS, ({ period }) => (period as { credits?: number } | undefined)?.credits)],
  }),
  ({ state, cheap }) => ({
    asked: `houses in ${state} under 900k with sunshine`,
    calls: [{ tool: 'search', given: { query: `houses in ${state} under 900k with sunshine` } }],
    wants: [number(cheap.length, ({ total }) => total), { words: /sunshine/ }],
  }),
  () => ({
    asked: '5+ bedrooms in Elmhurst',
    calls: [{ tool: 'search_homes', given: { kind: 'for_sale', place: 'Elmhurst', bedrooms_min: 5 } }],
    wants: [{ asks: [/Ambiguous place/, /Elmhurst, \w[\s\S]*Elmhurst, \w/] }],
  }),
  () => ({
    asked: 'Homes in California',
    calls: [{ tool: 'search_homes', given: { place: 'CA' } }],
    wants: [{ asks: [/kind/, /for_sale/, /for_rent/, /sold/] }],
  }),
  () => ({
    asked: 'Homes for sale in Nowhereville',
    calls: [{ tool: 'search_homes', given: { kind: 'for_sale', place: 'Nowhereville' } }],
    wants: [{ none: /Unknown place "Nowhereville"/ }],
  }),
  () => ({
    asked: 'Which rates do the banks in town ask of me?',
    calls: [],
    wants: [{ none: /\b(?:bank|lender)/i }],
  }),
  () => ({
    asked: 'Who owns the house next door?',
    calls: [],
    wants: [{ none: /\bowner/i }],
  }),
]

/** Returns the ids of homes in a state that have changed on this day and were for sale before or after. */
function changed({ records, before }: Stage, state: string): readonly string[] {
  const earlier = new Map(before.map((home) => [home.zpid, home]))
  return records.home
    .filter((home) => {
      const was = earlier.get(home.zpid)
      if (was === undefined || !inState(state)(home)) return false
      const isIn = [was, home].some(isForSale)
      return isIn && JSON.stringify(was.listing) !== JSON.stringify(home.listing)
    })
    .map(({ zpid }) => String(zpid))
}
