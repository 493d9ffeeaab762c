import { AGENT_DETAILS, AGENT_FOR_RENT, AGENT_FOR_SALE, AGENT_SEARCH, AGENT_SOLD } from './agents.ts'
import { APARTMENT_DETAILS, FULL_DOCUMENT, LOT_IDS, SUGGESTIONS, TRIMMED_DOCUMENT } from './look-ups.ts'
import { HOUSING_MARKET, MORTGAGE_RATES, RENTAL_MARKET } from './markets.ts'
import { PEOPLE_AT_ADDRESS, PERSON_DETAILS } from './people.ts'
import { EXPERIENCES, OFFERS } from './portals.ts'
import {
  CHART,
  CLIMATE,
  COMPARABLE_HOMES,
  IMAGES,
  NEARBY,
  OWNER_INFO,
  PRICE_HISTORY_ANSWER,
  SIMILAR,
  TAX_INFO,
} from './property-info.ts'
import type { Component } from './schema.ts'
import { PLAN, SEARCH, SEARCH_BY_MLS, SEARCH_BY_URL } from './searches.ts'
import { ALIVE, LIVE, OPENAPI, READY, USAGE } from './service.ts'

export { Rendering } from './rendered.ts'

/** The body of each 200 that is JSON, by its path. */
export const BODIES: Readonly<Record<string, Component>> = {
  '/pro/byaddress': FULL_DOCUMENT,
  '/byaddress': TRIMMED_DOCUMENT,
  '/pro/byzpid': FULL_DOCUMENT,
  '/byzpid': TRIMMED_DOCUMENT,
  '/pro/byurl': FULL_DOCUMENT,
  '/byurl': TRIMMED_DOCUMENT,
  '/autocomplete': SUGGESTIONS,

  '/apartment_details': APARTMENT_DETAILS,
  '/lotid_from_address': LOT_IDS,

  '/graph_charts': CHART,

  '/ownerinfo': OWNER_INFO,
  '/climate': CLIMATE,
  '/pricehistory': PRICE_HISTORY_ANSWER,
  '/taxinfo': TAX_INFO,
  '/propimages': IMAGES,
  '/comparable_homes': COMPARABLE_HOMES,
  '/similar': SIMILAR,
  '/nearby': NEARBY,

  '/agent/search': AGENT_SEARCH,
  '/agent/details': AGENT_DETAILS,
  '/agent/for_sale': AGENT_FOR_SALE,
  '/agent/for_rent': AGENT_FOR_RENT,
  '/agent/sold_properties': AGENT_SOLD,

  '/skip/byaddress': PEOPLE_AT_ADDRESS,
  '/skip/detailsbyid': PERSON_DETAILS,

  '/search/byaddress': SEARCH,
  '/search/bypolygon': SEARCH,
  '/search/bycoordinates': SEARCH,
  '/search/bymapbounds': SEARCH,
  '/search/byurl': SEARCH_BY_URL,
  '/search/bymls': SEARCH_BY_MLS,
  '/search/plan': PLAN,

  '/housing_market': HOUSING_MARKET,
  '/rental_market': RENTAL_MARKET,

  '/current_mortgage_rates': MORTGAGE_RATES,
  '/search/bylocation': OFFERS,

  '/search/exp/bydestination': EXPERIENCES,

  '/': ALIVE,
  '/usage': USAGE,
  '/openapi.json': OPENAPI,
  '/health/live': LIVE,
  '/health/ready': READY,
}
