import type { OrderName } from '../filters/index.ts'
import { type Match, phrase, type Sentence } from './sentence.ts'

const BY = '(?:sort(?:ed)?(?: them)? by |order(?:ed)? by |by )?'
const SORTED_BY = '(?:sort(?:ed)?(?: them)? by |order(?:ed)? by )'

/** Phrases for a sort order of the results. */
const ORDERS: readonly (readonly [words: string, order: OrderName])[] = [
  [
    `${BY}(?:lowest price(?:s|d)?(?: first)?|price (?:low(?:est)? to high(?:est)?|ascending|asc)|low(?:est)? to high(?:est)?(?: price)?|cheapest(?: first)?|least expensive(?: first)?|price:? low(?:est)?(?: first)?)`,
    'Price_Low_to_High',
  ],
  [
    `${BY}(?:highest price(?:s|d)?(?: first)?|price (?:high(?:est)? to low(?:est)?|descending|desc)|high(?:est)? to low(?:est)?(?: price)?|most expensive(?: first)?|priciest(?: first)?)`,
    'Price_High_to_Low',
  ],
  [`${BY}(?:(?:largest|biggest) (?:lots?|yards?)(?: first)?)|${SORTED_BY}lot size`, 'Lot_Size'],
  [`${BY}(?:most bed(?:room)?s(?: first)?)`, 'Bedrooms'],
  [`${BY}(?:most bath(?:room)?s(?: first)?)`, 'Bathrooms'],
  [
    `${BY}(?:largest(?: first)?|biggest(?: first)?|most (?:space|square feet|sq ?ft))|${SORTED_BY}(?:square f(?:ee|oo)t(?:age)?|size)`,
    'Square_Feet',
  ],
  [`${BY}(?:newest built(?: first)?|most recently built)|${SORTED_BY}year built`, 'Year_Built'],
  [
    `${BY}(?:newest(?: (?:first|listings?))?|most recent(?:ly)?(?: listed| sold)?(?: first)?|latest(?: listings?)?(?: first)?|recently (?:listed|added)|newly listed|new listings?|just listed)|${SORTED_BY}date(?: listed)?`,
    'Newest',
  ],
]
const READERS = ORDERS.map(([words, order]) => ({ pattern: phrase(words), order }))
const PAGE = phrase('(?:on |show )?page (?:number )?(?<page>\\d{1,6})')

export interface SaidOrder extends Match {
  readonly order: OrderName
}

export function saidOrders(sentence: Sentence): readonly SaidOrder[] {
  return READERS.flatMap(({ pattern, order }) => sentence.takeAll(pattern).map((match) => ({ ...match, order })))
}

export function saidPage(sentence: Sentence): (Match & { readonly page: number }) | undefined {
  const match = sentence.take(PAGE)
  return match && { ...match, page: Math.max(1, Number(match.groups.page)) }
}
