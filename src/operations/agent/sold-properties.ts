import { type AnswerOf, component, day, large, listOf, object, oneOf, text, whole } from '../../answers/index.ts'
import type { AgentSale } from '../../catalog/agents.ts'
import type { Home } from '../../model/home.ts'
import { dollars } from '../../rendering/agent-figures.ts'
import { answer, texts } from '../../rendering/answer-head.ts'
import { drawnPhotosUrl, firstPhotoUrl } from '../../rendering/photos.ts'
import { BAD_GEOCODE_FIELD, coarseMark, POINT_FIELDS, shownPoint } from '../../rendering/place.ts'
import { homeUrl } from '../../rendering/portal-urls.ts'
import { addressLine, cityLine, shownAddress } from '../../rendering/shown-address.ts'
import { sourceName } from '../../rendering/source-name.ts'
import { type Surroundings, surroundingsOf } from '../../rendering/surroundings.ts'
import { operation } from '../operation.ts'
import { pageParameter, spanOf } from '../paging.ts'
import { AGENT_FAILURES, agentWithId, encodedZuid } from './known-agent.ts'

const PAGE_SALES = 15

const SALE = component(
  'AgentSale',
  object({
    zpid: large('Id of the home.'),
    represented: oneOf(['Buyer', 'Seller', 'Buyer and Seller']),
    sold_date: day(),
    price: text('`$350,000`; empty if unknown.'),
    ...texts('image_url', 'image_alt', 'home_details_url', 'street_address', 'city_state_zipcode'),
    ...POINT_FIELDS,
    ...BAD_GEOCODE_FIELD,
  }),
)

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
    const pastSales = await Promise.all(
      sales.map(async (sale) => {
        const home = await catalog.records.get('home', sale.zpid)
        return home === undefined ? [] : [shownSale(sale, home, surroundings)]
      }),
    )
    return {
      message: '200: Success',
      source: sourceName(catalog.about()),
      pastSales: pastSales.flat(),
      pastSalesCount: figures.sales,
    }
  },
})

function shownSale(
  { date, price, side }: AgentSale,
  home: Home,
  { words, regions }: Surroundings,
): AnswerOf<typeof SALE> {
  const shown = shownAddress(home)
  const { point, coarse } = shownPoint(home, regions)
  return {
    zpid: home.zpid,
    represented: side,
    sold_date: date,
    price: price === undefined ? '' : dollars(price),
    image_url: firstPhotoUrl(home.listing ?? {}, drawnPhotosUrl('home', home.zpid, words), 384, words),
    image_alt: addressLine(home),
    home_details_url: homeUrl(home, words),
    street_address: shown.streetAddress,
    city_state_zipcode: cityLine(shown),
    latitude: point.latitude,
    longitude: point.longitude,
    ...coarseMark(coarse),
  }
}
