/** Returns a test of the words of a header: it must match every pattern of `all`, and not the pattern `none`. */
function mentions(all: readonly string[], none: string): (words: string) => boolean {
  const [needed, unwanted] = [all, [none]].map((kinds) => kinds.map((kind) => new RegExp(`(^| )(${kind})( |$)`)))
  return (words) => needed?.every((kind) => kind.test(words)) === true && !unwanted?.some((kind) => kind.test(words))
}

/** Headers that mention a sale, a deed or a recording. Only their dates are dates of sale. */
const SALE =
  'sales?|sold|selling|clos(e|ed|ing)|deeds?|record(ed|ing)?|transfer(red)?|settle(d|ment)?|purchased?|transaction|conveyance'
const NO_SALE =
  'list|listed|listing|contract|pending|updated?|modified|created?|tax|permit|assess\\w*|next|prior|previous|prev|exp\\w*|expected|estimated|est|projected|anticipated|scheduled|days|year|yr|month|qtr|quarter|type|code|by|for|land|of the record'
const PRICE = 'price|prc|amount|amt|value|val|consideration|paid'
const NO_PRICE =
  'list\\w*|ask\\w*|original|orig|tax\\w*|assess\\w*|prior|previous|prev|date|dt|day|per|psf|sqft|sf|ratio|adj\\w*|est\\w*|type|code|change|diff\\w*|reduc\\w*|zestimate|loan|mortgage|rent|land'

export const isDayOfSale = mentions([SALE], `${NO_SALE}|${PRICE}`)
export const isPriceOfSale = mentions([SALE, PRICE], NO_PRICE)
export const isAskingPrice = mentions(
  ['list(ing|ed)?|ask(ing)?|current', 'price|prc|amount|amt'],
  'orig\\w*|per|psf|sqft|sf|date|prev\\w*|change',
)
/** A header that is none of the usual names may be that of an address, as `street_address_and_name` is. */
export const isAddress = mentions(
  ['address|addr'],
  'e ?mail|ip|web|url|city|state|zip|2|3|suffix|type|id|key|hide|display|undisclosed|status|date|has|is',
)
export const isAcres = mentions(
  ['acres?|acreage'],
  'price|prc|per|value\\w*|acres? val|tax\\w*|tillable|wooded|irrigated',
)
export const isYearBuilt = mentions(
  ['year|yr', 'built|blt|bld|build|const|constructed|construction'],
  'eff\\w*|remod\\w*|renov\\w*|add\\w*|garage|pool|roof|decade',
)
export const isLivingArea = mentions(
  [
    'sq|sqft|sf|square|area',
    'living|lvg|liv|finished|fin|heated|htd|gross|structure|improvements?|impr|approx|apx|unit|res',
  ],
  'lot|land|parcel|site|basement|bsmt|garage|porch|deck|price|prc|per|value|val|tax\\w*|below|unfin\\w*|code|units|type|business|comm\\w*|lower|upper|first|second|attic|rate|rent|land',
)
export const isDayOfListing = mentions(['list(ed|ing)?', 'date|dt'], 'exp\\w*|off|end|update\\w*|price')
export const isKindOfHome = mentions(
  [
    '(property|prop|home|house|building|bldg|dwelling|residential|rental|structure)( .*)? (types?|styles?|kind|class|category|use)( desc\\w*)?$',
  ],
  'parking|garage|heating|cooling|roof|basement|foundation|listing|feature',
)
export const isPhoto = mentions(
  ['photos?|images?|pictures?|imgs?|pics?'],
  'thumb\\w*|small|icon|logo|map|floor ?plans?|page',
)
