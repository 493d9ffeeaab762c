import type { AgentSale } from '../../../catalog/ports/agents.ts'
import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { answer } from '../../../kit/answers/answer-head.ts'
import { component, day, large, listOf, objectFrom, oneOf, text, whole } from '../../../kit/answers/index.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import { dollars } from '../../rendering/agent-figures.ts'
import { homePhotoUrl } from '../../rendering/photos.ts'
import { BAD_GEOCODE, POINT, shownPoint } from '../../rendering/place.ts'
import { homeUrl } from '../../rendering/portal-urls.ts'
import { addressLine, cityLine, shownStreet } from '../../rendering/shown-address.ts'
import { type Surroundings, surroundingsOf } from '../../rendering/surroundings.ts'
import { operation } from '../operation.ts'
import { pageParameter, spanOf } from '../paging.ts'
import { AGENT_FAILURES, agentWithId, encodedZuid } from './known-agent.ts'

const PAGE_SALES = 15

interface ShownSale {
  readonly sale: AgentSale
  readonly home: HomeBrief
  readonly surroundings: Surroundings
}

const SALE = component(
  'AgentSale',
  objectFrom<ShownSale>()({
    zpid: [large('Id of the home.'), ({ home }) => home.zpid],
    represented: [oneOf(['Buyer', 'Seller', 'Buyer and Seller']), ({ sale }) => sale.side],
    sold_date: [day(), ({ sale }) => sale.date],
    price: [
      text('`$350,000`; empty if unknown.'),
      ({ sale: { price } }) => (price === undefined ? '' : dollars(price)),
    ],
    image_url: [text(), ({ home, surroundings }) => homePhotoUrl(home, 384, surroundings.words)],
    image_alt: [text(), ({ home }) => addressLine(home)],
    home_details_url: [text(), ({ home, surroundings }) => homeUrl(home, surroundings.words)],
    street_address: [text(), ({ home }) => shownStreet(home)],
    city_state_zipcode: [text(), ({ home }) => cityLine(home.address)],
    ...POINT.within((sale: ShownSale) => placeOf(sale).point),
    ...BAD_GEOCODE.within(placeOf),
  }),
)

function placeOf({ home, surroundings: { regions } }: ShownSale) {
  return shownPoint(home, regions)
}

export const agentSold = operation({
  path: '/agent/sold_properties',
  summary: 'Sales in which an agent represented the buyer, the seller or both, latest first.',
  group: 'Agents',
  parameters: { encodedZuid, page: pageParameter(PAGE_SALES) },
  failures: AGENT_FAILURES,
  answer: component('AgentSold', answer({ pastSales: listOf(SALE, 'Latest first.'), pastSalesCount: whole() })),
  run: async ({ encodedZuid: agentId, page }, context) => {
    const { catalog } = context
    const { figures } = await agentWithId(agentId, context, { pastSales: [] })
    const sales = await catalog.agents.salesOf(agentId, spanOf(page, PAGE_SALES))
    const surroundings = surroundingsOf(context)
    const homes = await catalog.records.briefs(sales.map(({ zpid }) => zpid))
    const homeOf = new Map(homes.map((home) => [home.zpid, home]))
    const pastSales = sales.flatMap((sale) => {
      const home = homeOf.get(sale.zpid)
      return home === undefined ? [] : [SALE.of({ sale, home, surroundings })]
    })
    return {
      message: '200: Success',
      source: sourceNames(catalog.about(), 'home'),
      pastSales,
      pastSalesCount: figures.sales,
    }
  },
})
