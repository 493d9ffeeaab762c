import { homeTypeNames } from '../filters/home-types.ts'
import { unlessNegated } from './features.ts'
import type { Finding } from './finding.ts'
import { phrase, type Sentence } from './sentence.ts'

const OF_HOMES = '(?: (?:homes?|houses?|properties|property|residences?))?'

/** Phrases for kinds of home, each with the filter's name for homes for sale and for rentals. */
const TYPES: readonly (readonly [words: string, forSale: string, forRent: string | undefined])[] = [
  ['town ?-?(?:houses?|homes?)', 'Townhomes', 'Townhomes'],
  [`(?:manufactured|mobile)${OF_HOMES}|trailers?`, 'Manufactured', 'Houses'],
  [`multi-? ?famil(?:y|ies)${OF_HOMES}|(?:du|tri|four|quad)-?plex(?:es)?`, 'Multi-family', 'Houses'],
  ['condo(?:minium)?s?|co-?ops?', 'Condos/Co-ops', 'Apartments/Condos/Co-ops'],
  ['apartments?|apts?|flats?', 'Apartments', 'Apartments/Condos/Co-ops'],
  [
    '(?:vacant |empty |building |residential )?(?:lots? of land|plots? of land|parcels? of land|land|lots?(?! of )|plots?|acreage)',
    'Lots-Land',
    undefined,
  ],
  [
    'single[- ]family(?: (?:detached )?(?:homes?|houses?|properties|property|residences?))?|detached(?: homes?| houses?)?|houses?|sfhs?',
    'Houses',
    'Houses',
  ],
]
const READERS = TYPES.map(([words, forSale, forRent]) => ({ pattern: phrase(words), forSale, forRent }))

/** Reads kinds of home. A sentence with several of them finds homes of any of them. */
export function homeTypes(sentence: Sentence): readonly Finding[] {
  return READERS.flatMap(({ pattern, forSale, forRent }) =>
    unlessNegated(sentence, pattern, ({ words }) => ({
      words,
      asks: (listingClass) => {
        if (listingClass !== 'For_Rent') return { parameter: 'homeType', text: forSale }
        if (forRent === undefined) return { why: 'rentals have no land.' }
        return { parameter: 'homeType', text: forRent }
      },
    })),
  )
}

/** Returns a note if the filter's name covers more kinds of rentals than the words mean. */
export function wider(text: string, words: string): string | undefined {
  const types = homeTypeNames('For_Rent')[text]
  const isNarrow = /condo|co-?op|apart|apt|flat|multi|plex|manufactured|mobile|trailer/i.test(words)
  return types && isNarrow ? `among rentals such homes are found together, as ${text}.` : undefined
}
