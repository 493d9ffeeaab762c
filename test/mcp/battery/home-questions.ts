import type { Home } from '../../../src/model/home.ts'
import { type Data, rowsOf } from '../world.ts'
import { anyHouse, homesOf, isForSale, lineOf, priceOf } from './facts.ts'
import { number, type Question, type Want } from './question.ts'
import type { Stage } from './stage.ts'

/** Questions about one home, which is named by its address. */
export function homeQuestions(stage: Stage): readonly Question[] {
  const { records } = stage
  const house = anyHouse(stage)
  const { facts, taxes, estimate, listing, address } = house
  const agent = records.agent.find(({ agentId }) => agentId === listing?.listAgentId)
  const last = house.history.at(-1)
  const tax = taxes.at(-1)
  const flood = records.climate.find(
    ({ peril, areaId }) => peril === 'flood' && (areaId === address.censusTract || areaId === address.countyFips),
  )
  const withdrawn = homesOf(
    stage,
    (home) =>
      home.listing?.status === 'Withdrawn' && home.lotId === undefined && home.address.undisclosed === undefined,
  )[0]
  const building = manyUnits(stage)
  const about = (asked: string, given: Readonly<Record<string, unknown>>, ...wants: readonly Want[]): Question => ({
    asked: `${asked} (${lineOf(house)})`,
    calls: [{ tool: 'home_details', given: { address: lineOf(house), ...given } }],
    wants,
  })
  const worth = (asked: string, given: Readonly<Record<string, unknown>>, ...wants: readonly Want[]): Question => ({
    asked: `${asked} (${lineOf(house)})`,
    calls: [{ tool: 'comparables_and_value', given: { address: lineOf(house), ...given } }],
    wants,
  })
  const value = estimate?.value ?? Number.NaN
  const loan = payment(priceOf(house) * 0.8, latestRate(stage, '30_Year_Fixed_Conforming'), 30)
  return [
    about(
      'What does this house cost, and how many bedrooms has it?',
      {},
      number(priceOf(house), (data) => homeIn(data).price),
      number(facts.bedroomsTotal ?? Number.NaN, (data) => homeIn(data).beds),
    ),
    about(
      'What was the last event of its price history: when, what and how much?',
      { include: ['price_history'] },
      number(last?.price ?? Number.NaN, (data) => rowsOf(data.price_history)[0]?.price),
      { words: new RegExp(last?.date ?? '') },
      { words: new RegExp(last?.event ?? '', 'i') },
    ),
    about(
      'How much property tax was paid last, and on which assessed value?',
      { include: ['tax_history'] },
      number(tax?.taxPaid ?? Number.NaN, (data) => rowsOf(data.tax_history)[0]?.paid),
      number(tax?.assessedValue ?? Number.NaN, (data) => rowsOf(data.tax_history)[0]?.assessed),
    ),
    about(
      'Which elementary and which high school are assigned to it?',
      { include: ['schools'] },
      { words: literally(facts.elementarySchool) },
      { words: literally(facts.highSchool) },
    ),
    about(
      `How high is the flood risk by ${flood?.name}?`,
      { include: ['climate'] },
      number(flood?.score ?? Number.NaN, (data) => floodIn(data, flood?.name)),
    ),
    about(
      'Can one walk there? Give me its walk score.',
      { include: ['scores'] },
      number(facts.walkScore ?? Number.NaN, ({ scores }) => (scores as { walk?: number } | undefined)?.walk),
    ),
    about('How many photos are there of it?', { include: ['photos'] }, number(listing?.drawnPhotos ?? 0, photosIn)),
    about('Who lists it?', {}, { words: literally(agent?.name) }),
    worth(
      'What is it estimated to be worth, and within which range?',
      {},
      number(value, (data) => data.value),
      number(value * (1 - (estimate?.lowPercent ?? 0) / 100), (data) => rangeIn(data)[0], 1),
      number(value * (1 + (estimate?.highPercent ?? 0) / 100), (data) => rangeIn(data)[1], 1),
    ),
    worth(
      'Which sales nearby speak for its value? Give their ids, prices and days.',
      { limit: 15 },
      number(0, ({ comparables }) => comparables && rowsOf(comparables).filter((row) => !isSale(row, stage)).length),
    ),
    worth(
      'What would it be worth with another 400 square feet?',
      { what_if: { sqft: (facts.livingArea ?? 0) + 400 } },
      number(1, ({ what_if: told }) => told && isRise(told)),
    ),
    about(
      'Show me homes on the market like it.',
      { include: ['similar'] },
      number(0, ({ similar }) => similar && rowsOf(similar).filter((row) => !isOnMarket(row, house, stage)).length),
    ),
    about(
      'What would I pay a month on the loan alone, with 20 percent down, over 30 years at the rate of today?',
      { include: ['monthly_cost'], down_payment_percent: 20 },
      number(loan, loanIn, 1),
    ),
    {
      asked: `Is ${withdrawn && lineOf(withdrawn)} still for sale, or what became of it?`,
      calls: [{ tool: 'home_details', given: { id: String(withdrawn?.zpid) } }],
      wants: [{ words: /withdrawn/i }],
    },
    {
      asked: `Tell me about the place at ${building?.line}.`,
      calls: [{ tool: 'home_details', given: { address: building?.line } }],
      wants: [{ asks: [/Candidates/, new RegExp(`\\b${building?.units}\\b`), /\(id \d+\)/] }],
    },
  ]
}

function homeIn({ home }: Data): Readonly<Record<string, unknown>> {
  return (home ?? {}) as Readonly<Record<string, unknown>> // an object by the schema
}

function rangeIn({ value_range: range }: Data): readonly unknown[] {
  return Array.isArray(range) ? range : []
}

function photosIn({ photos }: Data): unknown {
  return (photos as { photos?: number } | undefined)?.photos
}

function floodIn({ climate }: Data, name: string | undefined): unknown {
  return climate && rowsOf(climate).find(({ peril, model }) => peril === 'flood' && model === name)?.score
}

function loanIn({ monthly_cost: parts }: Data): unknown {
  return (parts as { loan?: number } | undefined)?.loan
}

/** A sale that the records have: this home, this price, this day. */
function isSale({ id, price, sold }: Readonly<Record<string, unknown>>, { records }: Stage): boolean {
  const home = records.home.find(({ zpid }) => String(zpid) === id)
  return home?.history.some((each) => each.event === 'Sold' && each.price === price && each.date === sold) ?? false
}

/** A home for sale like another one: of its type, and at the price of its row. */
function isOnMarket({ id, price }: Readonly<Record<string, unknown>>, like: Home, stage: Stage): boolean {
  const home = stage.records.home.find(({ zpid }) => String(zpid) === id)
  return home !== undefined && home.zpid !== like.zpid && isForSale(home) && priceOf(home) === price
}

/** 1 where the value after is the value before and a difference above 0: records cannot say how much it is. */
function isRise(told: unknown): number {
  const { value_before: before = 0, value_after: after = 0, difference = 0 } = told as Readonly<Record<string, number>>
  return Number(difference > 0 && before + difference === after)
}

/** Monthly payment of a loan, as any table of annuities has it. */
function payment(loan: number, ratePercent: number, years: number): number {
  const monthly = ratePercent / 100 / 12
  return (loan * monthly) / (1 - (1 + monthly) ** (-12 * years))
}

function latestRate({ records }: Stage, product: string): number {
  const rates = records.rate.filter((each) => each.product === product)
  return rates.sort((one, other) => (one.date < other.date ? 1 : -1))[0]?.rate ?? Number.NaN
}

/** The address of a building with several homes, and their number. */
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
