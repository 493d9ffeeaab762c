import { anyHouse } from './facts.ts'
import type { Call } from './question.ts'
import type { Stage } from './stage.ts'

/** Returns a valid call of every tool that takes arguments and stores nothing. Tests make mistakes in these calls. */
export function plainCalls(stage: Stage): readonly Call[] {
  const id = String(anyHouse(stage).zpid)
  return [
    {
      tool: 'search_homes',
      given: { kind: 'for_sale', place: 'CA', bedrooms_min: 2, price_max: 1_500_000, home_types: ['house'], limit: 5 },
    },
    {
      tool: 'search_homes',
      given: { kind: 'for_rent', place: 'CA', bedrooms: 2, price_max: 5000, must_have: ['air_conditioning'] },
    },
    {
      tool: 'search_homes',
      given: {
        kind: 'sold',
        near: { latitude: 34.05, longitude: -118.24, radius_miles: 30 },
        sqft_min: 1000,
        sort: 'price_low',
      },
    },
    { tool: 'search_homes', given: { kind: 'sold', place: 'CA', year_built_max: 1990, sold_since: '2025-01-01' } },
    { tool: 'summarize', given: { homes: { kind: 'sold', place: 'CA', home_types: ['house', 'condo'] } } },
    { tool: 'home_details', given: { id, include: ['schools', 'photos'], detail: 'full' } },
    { tool: 'comparables_and_value', given: { id, limit: 5 } },
    { tool: 'monthly_cost', given: { id, down_payment_percent: 20, years: 30 } },
    { tool: 'market', given: { place: 'California', home_type: 'condo', detail: 'concise' } },
    { tool: 'rents', given: { place: 'California', bedrooms: 2, home_type: 'houses' } },
    { tool: 'agents', given: { place: 'California', languages: ['spanish'], top_only: true, acts_for: 'sellers' } },
    {
      tool: 'offers_abroad',
      given: { kind: 'for_sale', place: 'Warszawa', rooms_min: 2, price_max: 2_000_000, property_type: 'apartment' },
    },
    { tool: 'experiences', given: { place: 'Japan', adults: 2, limit: 5 } },
    { tool: 'find_place', given: { query: 'Los Ang' } },
    { tool: 'whats_new', given: { homes: { kind: 'for_sale', place: 'CA' }, since: '2026-06-14', limit: 5 } },
    { tool: 'search', given: { query: '3 bedroom houses for sale in California under 900k' } },
    { tool: 'fetch', given: { id: `home:${id}` } },
  ]
}
