/** What the words in a source's cells mean. The first pattern that matches counts. */
export type Meanings = readonly (readonly [pattern: RegExp, value: string])[]

export const HOME_TYPE_WORDS: Meanings = [
  [/town\s*-?_?(house|home)|twnhs|twnh|row\s*-?_?(house|home)/i, 'TOWNHOUSE'],
  [/condo|co-?op|^(con|cnd)$/i, 'CONDO'],
  [
    /duplex|triplex|fourplex|quad(ru)?plex|multi|2fmcon|(two|three|four|[2-4])[\s_-]*(unit|fa?m|plex|dwell)|income|^mf$/i,
    'MULTI_FAMILY',
  ],
  [/(?<!non-?)(mobile|manufactured|modular)/i, 'MANUFACTURED'],
  [/^(lots?|land|vacant.*|lots?.?(and|&|\/).?land|farm.*|acreage)$|\bvac(ant)?\b|lots?\/land/i, 'LOT'],
  [/apartment|\bapts?\b|flat|unit in/i, 'APARTMENT'],
  [
    /single|detached|\bsf[rhd]?\b|(?<!ware)house|(one|1)[\s_-]*fa?m|\bres\b|(?<!non.?)residential|dwelling|villa|cottage|bungalow|home/i,
    'SINGLE_FAMILY',
  ],
]

/** Kinds of property that are not homes. */
export const NO_HOME =
  /non.?resid|commerc|industr|retail|office|warehouse|parking|hotel|motel|church|relig|school|exempt|govern|municipal|utilit|storage|business|institution|mixed.?use|restaurant|medical|\b(stores?|shops?|banks?|garages?)\b|factor(y|ies)|gas station|theat|hospital/i

export const STATUS_WORDS: Meanings = [
  [/coming|pre[ -]?(on[ -]?)?market|pre[ -]?active|^cs$/i, 'ComingSoon'],
  [/under ?contract|contingent|option|accepting backup/i, 'ActiveUnderContract'],
  [/pend|^(p|pnd)$|in escrow|under agreement/i, 'Pending'],
  [
    /^(active|for[ _-]?sale|new|available|listed|live|open|current|on market|a|act|actv|(price )?(reduced|increased?|change.*)|active.*|back on market|for[ _-]?rent\b.*|ready[ _]to[ _]build|mls listing|for-sale-by-owner listing|new construction.*|.*\bfor (sale|rent)( by (owner|agent))?|foreclos(ure|ed))$/i,
    'Active',
  ],
  [/(?<!un)sold|\bclosed|past sale|^(c|s|cl|cls|clsd|closd|sld)$|leased|rented/i, 'Closed'],
  [/cancel/i, 'Canceled'],
  [/expired|^(x|exp)$/i, 'Expired'],
  [/withdrawn|off[ _-]?market|temp|inactive|delisted/i, 'Withdrawn'],
]

/** Source of a pattern for the date after the word "sold". */
export const SOLD_DAY =
  '\\b(?:sold|closed)(?: on)?:? +(\\d{1,2}/\\d{1,2}/\\d{4}|\\d{4}-\\d\\d-\\d\\d|[a-z]{3,9}\\.? \\d{1,2},? \\d{4})'

export const BASEMENT_WORDS: Meanings = [
  [/part/i, 'partly_finished'],
  [/unfin/i, 'unfinished'],
  [/no|none/i, 'none'],
  [/fin/i, 'finished'],
]

export const LISTING_KIND_WORDS: Meanings = [
  // Land lease does not count: a home on a rented lot may be for sale.
  [/\b(rent(al|ed|als)?|leased?|let|letting|rlse|rntl?)\b(?!\s*(lot|land))|for_?rent|_rent|_lease/i, 'lease'],
  [/sale|sell|buy|sold/i, 'sale'],
]

export const BEDROOM_WORDS: Meanings = [[/^(studio|efficiency|bachelor|loft|eff\b)(?!\s*[-–—]\s*\d)/i, '0']]

export const BUILDING_TYPE_WORDS: Meanings = [
  [/block/i, 'Block'],
  [/tenement|kamienica/i, 'Tenement'],
  [/apartment/i, 'Apartment_Building'],
]

export const BUILDING_MATERIAL_WORDS: Meanings = [
  [/brick/i, 'Brick'],
  [/concrete|slab/i, 'Concrete_Plate'],
]

/** Returns the meaning of a word. RESO writes `Residential Lease` also as `ResidentialLease`. */
export function meaningOf(word: string, meanings: Meanings): string | undefined {
  const texts = [word.trim(), word.trim().replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ')]
  return meanings.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1]
}
