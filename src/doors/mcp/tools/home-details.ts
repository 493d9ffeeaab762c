import { detailArgument, input, wordsArgument } from '../arguments.ts'
import { type Constraint, understood } from '../constraints.ts'
import { factsOf, listedBy, photosOf, priceHistory, recordedEvents, schoolsOf, taxHistory } from '../home-facts.ts'
import { miniRow } from '../home-row.ts'
import { firstValue, valueInDocument } from '../home-value.ts'
import { at, dayAt, type Fields, isFields, known, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { Refusal } from '../refusal.ts'
import { tableOf } from '../rows.ts'
import type { Session } from '../session.ts'
import type { Table } from '../text.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { WHICH, whichHome } from '../which-home.ts'

/**
 * Parts of the answer. The first five come from the home's document. Each other part needs another operation, which
 * costs a credit.
 */
const PARTS = [
  'price_history',
  'tax_history',
  'schools',
  'photos',
  'recorded_events',
  'climate',
  'scores',
  'value_history',
  'similar',
] as const
const SIMILAR_ROWS = { concise: 8, full: 20 } as const
const DEFAULT_PARTS = ['price_history', 'tax_history']

const OBJECT = { type: 'object' }

export const homeDetails: Tool = {
  name: 'home_details',
  title: 'Details of a home',
  description:
    'Everything about one home by id or address: facts, price, value and range with their sources, who lists it, price and tax history. include replaces the default parts (price_history, tax_history). 1 credit, 1 more if the value or its range must come from comparable sales, and 1 for each of climate, scores (walk, transit, bike), value_history and similar (homes on the market, most similar first).',
  area: 'A',
  input: input({
    ...WHICH,
    include: wordsArgument(PARTS, 'Parts to include in addition to the facts.', 0),
    detail: detailArgument('full: complete description, longer histories, all facts.'),
  }),
  output: output(
    {
      home: OBJECT,
      listed_by: OBJECT,
      url: { type: ['string', 'null'] },
      price_history: OBJECT,
      tax_history: OBJECT,
      recorded_events: OBJECT,
      schools: OBJECT,
      photos: OBJECT,
      climate: OBJECT,
      scores: OBJECT,
      value_history: OBJECT,
      similar: TABLE,
      value_history_sources: OBJECT,
    },
    ['home', 'listed_by', 'url'],
  ),
  async run(args, session) {
    const which = whichHome(args)
    const detail = args.text('detail') === 'full' ? 'full' : 'concise'
    const { body, home } = await documentOf(which, session)
    const parts = args.has('include') ? args.texts('include') : DEFAULT_PARTS
    const byzpid = String(numberAt(home, 'zpid'))
    const partData: Record<string, unknown> = {}
    if (parts.includes('price_history')) partData.price_history = priceHistory(home, detail)
    if (parts.includes('tax_history')) partData.tax_history = taxHistory(home, detail)
    if (parts.includes('schools')) partData.schools = schoolsOf(home)
    if (parts.includes('recorded_events')) partData.recorded_events = recordedEvents(home, detail)
    if (parts.includes('photos')) partData.photos = photosOf(home, detail)
    if (parts.includes('climate')) partData.climate = climateOf(await session.ask('/climate', { byzpid }))
    if (parts.includes('scores')) partData.scores = scoresOf(await session.find('/walk_transit_bike', { byzpid }))
    if (parts.includes('value_history'))
      Object.assign(
        partData,
        valuesOf(
          await session.ask('/graph_charts', { byzpid, which: 'zestimate_history', recent_first: 'true' }),
          detail === 'full' ? 120 : 12,
        ),
      )
    if (parts.includes('similar')) partData.similar = similarOf(await session.ask('/similar', { byzpid }), detail)
    const value = await wholeValue(home, byzpid, session)
    const data = {
      home: factsOf(home, detail, value),
      listed_by: listedBy(home),
      url: urlOf(body, session),
      ...partData,
    }
    const what = [which, ...(parts.length > 0 ? [{ argument: 'include', words: parts.join(', '), query: {} }] : [])]
    return answer(understood(what, undefined), data, session, 'A', at(body, 'source'))
  },
}

/** Returns the value in the document. If it has no range, returns the value and range of `/comparable_homes`. */
async function wholeValue(home: Fields, byzpid: string, session: Session): Promise<Fields> {
  const value = valueInDocument(home)
  if (value.range_by !== undefined) return value
  const valuation = at(await session.ask('/comparable_homes', { byzpid }), 'valuation')
  return { ...firstValue(valuation), ...known({ value_warnings: textsAt(valuation, 'disagreements') }) }
}

export async function documentOf(which: Constraint, session: Session): Promise<{ body: Fields; home: Fields }> {
  const { byaddress, byzpid } = which.query
  const body =
    byaddress === undefined
      ? await session.ask('/pro/byzpid', { zpid: byzpid ?? '' })
      : await session.ask('/pro/byaddress', { propertyaddress: byaddress })
  const home = at(body, 'propertyDetails')
  if (!isFields(home)) throw new Error('the document of a home has no details')
  return { body, home }
}

/** Returns the URL of the home's page. */
export function urlOf(body: Fields, session: Session): string | null {
  return textAt(body, `${session.door.words.portal}URL`)
}

const PERILS = ['flood', 'fire', 'heat', 'wind', 'air', 'overall']

/** Lists the climate risk scores of all sources. Models of climate risk differ, and none is certainly right. */
function climateOf(body: Fields): Fields {
  const rows = PERILS.flatMap((peril) => {
    const sources = at(body, `${peril}Sources`)
    return Object.values(isFields(sources) ? sources : {}).map((source) => ({
      peril,
      model: textAt(source, 'name'),
      score: numberAt(source, 'score'),
      scale: `${numberAt(source, 'scale', 'min')} to ${numberAt(source, 'scale', 'max')}`,
      higher_is_worse: at(source, 'higherIsWorse') === true ? 'yes' : 'no',
      rating: textAt(source, 'rating'),
      of: textAt(source, 'resolution'),
      vintage: textAt(source, 'vintage'),
    }))
  })
  return { ...tableOf(rows) }
}

function scoresOf(body: Fields | Refusal): Fields {
  if (body instanceof Refusal) return { known: false }
  const scores = at(body, 'walk_transit_bike')
  return known({
    walk: numberAt(scores, 'walkScore', 'walkscore'),
    transit: numberAt(scores, 'transitScore', 'transit_score'),
    bike: numberAt(scores, 'bikeScore', 'bikescore'),
  })
}

function similarOf(body: Fields, detail: keyof typeof SIMILAR_ROWS): Table {
  const homes = listAt(body, 'similar_properties', 'propertyDetails')
  return tableOf(homes.slice(0, SIMILAR_ROWS[detail]).map(miniRow), homes.length)
}

/** Returns monthly values of the home, its city and its ZIP code, with the source of each series. */
function valuesOf(body: Fields, months: number): Fields {
  const lines = listAt(body, 'DataPoints', 'homeValueChartData')
  const byDay = new Map<string, Record<string, unknown>>()
  for (const line of lines) {
    const name = textAt(line, 'name') ?? ''
    for (const point of listAt(line, 'points')) {
      const date = dayAt(point, 'x') ?? ''
      byDay.set(date, { date, ...byDay.get(date), [name]: numberAt(point, 'y') })
    }
  }
  const rows = [...byDay.values()].sort((a, b) => (String(a.date) < String(b.date) ? 1 : -1))
  const sources = lines.map((line) => ({
    line: textAt(line, 'name'),
    source: textAt(line, 'source'),
    sales: numberAt(line, 'sales'),
  }))
  return { value_history: tableOf(rows.slice(0, months), rows.length), value_history_sources: tableOf(sources) }
}
