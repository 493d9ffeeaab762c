import type { Home } from '../../../src/model/home.ts'
import { type Data, rowsOf } from '../world.ts'
import { anyHouse, homesOf, isOnSale, lineOf, priceOf } from './facts.ts'
import { type Call, number, type Question, type Want } from './question.ts'
import type { Stage } from './stage.ts'

/** Finds the home that questions are about, the home's facts, and two other homes. */
function homesAsked(stage: Stage) {
  const { records } = stage
  const house = anyHouse(stage)
  const { facts, taxes, estimate, listing, address } = house
  const [withdrawn] = homesOf(
    stage,
    (home) =>
      home.listing?.status === 'Withdrawn' && home.lotId === undefined && home.address.undisclosed === undefined,
  )
  return {
    stage,
    house,
    facts,
    listing,
    estimate,
    value: estimate?.value ?? Number.NaN,
    agent: records.agent.find(({ agentId }) => agentId === listing?.listAgentId),
    last: house.history.at(-1),
    tax: taxes.at(-1),
    flood: records.climate.find(
      ({ peril, areaId }) => peril === 'flood' && (areaId === address.censusTract || areaId === address.countyFips),
    ),
    loan: payment(priceOf(house) * 0.8, latestRate(stage, '30_Year_Fixed_Conforming'), 30),
    withdrawn,
    building: manyUnits(stage),
  }
}

/** Questions about one home, which is given by its address. */
export function homeQuestions(stage: Stage): readonly Question[] {
  const homes = homesAsked(stage)
  return HOMES.map((question) => question(homes))
}

const HOMES: readonly ((homes: ReturnType<typeof homesAsked>) => Question)[] = [
  ({ house, facts }) =>
    about(
      house,
      'What does this house cost, and how many bedrooms has it?',
      {},
      number(priceOf(house), (data) => homeIn(data).price),
      number(facts.bedroomsTotal ?? Number.NaN, (data) => homeIn(data).beds),
    ),
  ({ house, last }) =>
    about(
      house,
      'What was the last event of its price history: when, what and how much?',
      { include: ['price_history'] },
      number(last?.price ?? Number.NaN, (data) => rowsOf(data.price_history)[0]?.price),
      { words: new RegExp(last?.date ?? '') },
      { words: new RegExp(last?.event ?? '', 'i') },
    ),
  ({ house, tax }) =>
    about(
      house,
      'How much property tax was paid last, and on which assessed value?',
      { include: ['tax_history'] },
      number(tax?.taxPaid ?? Number.NaN, (data) => rowsOf(data.tax_history)[0]?.paid),
      number(tax?.assessedValue ?? Number.NaN, (data) => rowsOf(data.tax_history)[0]?.assessed),
    ),
  ({ house, facts }) =>
    about(
      house,
      'Which elementary and which high school are assigned to it?',
      { include: ['schools'] },
      { words: literally(facts.elementarySchool) },
      { words: literally(facts.highSchool) },
    ),
  ({ house, flood }) =>
    about(
      house,
      `How high is the flood risk by ${flood?.name}?`,
      { include: ['climate'] },
      number(flood?.score ?? Number.NaN, (data) => floodIn(data, flood?.name)),
    ),
  ({ house, facts }) =>
    about(
      house,
      'Can one walk there? Give me its walk score.',
      { include: ['scores'] },
      number(facts.walkScore ?? Number.NaN, ({ scores }) => (scores as { walk?: number } | undefined)?.walk),
    ),
  ({ house, listing }) =>
    about(
      house,
      'How many photos are there of it?',
      { include: ['photos'] },
      number(listing?.drawnPhotos ?? 0, photosIn),
    ),
  ({ house, agent }) => about(house, 'Who lists it?', {}, { words: literally(agent?.name) }),
  ({ house, estimate, value }) =>
    worth(
      house,
      'What is it estimated to be worth, and within which range?',
      {},
      number(value, (data) => data.value),
      number(value * (1 - (estimate?.lowPercent ?? 0) / 100), (data) => rangeIn(data)[0], 1),
      number(value * (1 + (estimate?.highPercent ?? 0) / 100), (data) => rangeIn(data)[1], 1),
    ),
  ({ stage, house }) =>
    worth(
      house,
      'Which sales nearby speak for its value? Give their ids, prices and days.',
      { limit: 15 },
      {
        each: isAmong(stage, ({ history }) => history.some(({ event }) => event === 'Sold')),
        in: (told) => trueRows(told.at(-1)?.data.comparables, stage, tellsSale),
      },
    ),
  ({ house, facts }) =>
    worth(
      house,
      'What would it be worth with another 400 square feet?',
      { what_if: { sqft: (facts.livingArea ?? 0) + 400 } },
      { words: /difference: [1-9]|\b(?:more|rise|increase|worth)\b[^.]*\d/i },
    ),
  ({ stage, house }) =>
    about(
      house,
      'Show me homes on the market like it.',
      { include: ['similar'] },
      {
        each: isAmong(stage, (home) => home.zpid !== house.zpid && isOnSale(home)),
        in: (told) => trueRows(told.at(-1)?.data.similar, stage, tellsPrice),
      },
    ),
  ({ house, loan }) => ({
    asked: `What would I pay a month on the loan alone, with 20 percent down, over 30 years at the rate of today? (${lineOf(house)})`,
    calls: [{ tool: 'monthly_cost', given: { address: lineOf(house), down_payment_percent: 20 } }],
    wants: [number(loan, loanIn, 1)],
  }),
  ({ withdrawn }) => ({
    asked: `Is ${withdrawn && lineOf(withdrawn)} still for sale, or what became of it?`,
    calls: [{ tool: 'home_details', given: { id: String(withdrawn?.zpid) } }],
    wants: [{ words: /withdrawn/i }],
  }),
  ({ building }) => ({
    asked: `Tell me about the place at ${building?.line}.`,
    calls: [{ tool: 'home_details', given: { address: building?.line } }],
    wants: [{ asks: [/Candidates/, new RegExp(`\\b${building?.units}\\b`), /\(id \d+\)/] }],
  }),
]

function about(house: Home, asked: string, given: Call['given'], ...wants: readonly Want[]): Question {
  const call = { tool: 'home_details', given: { address: lineOf(house), ...given } }
  return { asked: `${asked} (${lineOf(house)})`, calls: [call], wants }
}

function worth(house: Home, asked: string, given: Call['given'], ...wants: readonly Want[]): Question {
  const call = { tool: 'comparables_and_value', given: { address: lineOf(house), ...given } }
  return { asked: `${asked} (${lineOf(house)})`, calls: [call], wants }
}

function homeIn({ home }: Data): Readonly<Record<string, unknown>> {
  return (home ?? {}) as Readonly<Record<string, unknown>> // the schema says that it is an object
}

function rangeIn({ value_range: range }: Data): readonly unknown[] {
  return Array.isArray(range) ? range : []
}

/** Returns the total number of photos, since an answer lists only the first ones. */
function photosIn({ photos, cut }: Data): unknown {
  // the tool declares this type
  const lists = (cut ?? []) as readonly { readonly list: string; readonly total: number }[]
  return lists.find(({ list }) => list === 'photos')?.total ?? (photos && rowsOf(photos).length)
}

function floodIn({ climate }: Data, name: string | undefined): unknown {
  return climate && rowsOf(climate).find(({ peril, model }) => peril === 'flood' && model === name)?.score
}

function loanIn({ parts }: Data): unknown {
  return parts && rowsOf(parts).find(({ part }) => part === 'principal and interest')?.monthly
}

/** Returns the id of each row, or an empty text for a row that contradicts the home's record. */
function trueRows(table: unknown, stage: Stage, isTrue: (row: Row, home: Home) => boolean): readonly string[] {
  return rowsOf(table).map((row) => {
    const home = stage.records.home.find(({ zpid }) => String(zpid) === row.id)
    return home !== undefined && isTrue(row, home) ? String(row.id) : ''
  })
}

type Row = Readonly<Record<string, unknown>>

function tellsSale({ price, sold }: Row, { history }: Home): boolean {
  return history.some((each) => each.event === 'Sold' && each.price === price && each.date === sold)
}

function tellsPrice({ price }: Row, home: Home): boolean {
  return priceOf(home) === price
}

function isAmong({ records }: Stage, fits: (home: Home) => boolean): (id: string) => boolean {
  return (id) => records.home.some((home) => String(home.zpid) === id && fits(home))
}

/** Returns the monthly payment of a loan, by the annuity formula. */
function payment(loan: number, ratePercent: number, years: number): number {
  const monthly = ratePercent / 100 / 12
  return (loan * monthly) / (1 - (1 + monthly) ** (-12 * years))
}

function latestRate({ records }: Stage, product: string): number {
  const rates = records.rate.filter((each) => each.product === product)
  return rates.sort((one, other) => (one.date < other.date ? 1 : -1))[0]?.rate ?? Number.NaN
}

/** Returns the address of a building with several homes, and the number of these homes. */
function manyUnits({ records }: Stage): { readonly line: string; readonly units: number } | undefined {
  const units = Map.groupBy(
    records.home.filter(({ lotId, address }) => lotId !== undefined && address.undisclosed === undefined),
    ({ lotId }) => lotId,
  )
  const [homes] = [...units.values()].filter(({ length }) => length > 3)
  const [first] = homes ?? []
  if (homes === undefined || first === undefined) return undefined
  const { streetAddress, city, state } = first.address
  return { line: `${streetAddress.replace(/ (?:APT|UNIT|#|STE).*$/i, '')}, ${city}, ${state}`, units: homes.length }
}

function literally(text = '?'): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
}
