/** Returns a test of the words of a header: it must match every pattern of `all`, and not the pattern `none`. */
function mentions(all: readonly string[], none: string): (words: string) => boolean {
  const [needed, unwanted] = [all, [none]].map((kinds) => kinds.map((kind) => new RegExp(`(^| )(${kind})( |$)`)))
  return (words) => needed?.every((kind) => kind.test(words)) === true && !unwanted?.some((kind) => kind.test(words))
}

/** Headers that mention a sale, a deed or a recording. Only their dates are dates of sale. */
const SALE =
  'sales?|sold|selling|cls|clos(e|ed|ing)|deeds?|record(ed|ing)?|transfer(red)?|settle(d|ment)?|purchased?|transaction|convey(ed|ance)?|saledate|solddate'
const NO_SALE =
  'list|listed|listing|contract|pending|updated?|modified|created?|tax|permit|assess(?:ed|ment)?|next|prior|previous|prev|exp\\w*|expected|estimated|est|projected|anticipated|scheduled|days|year|yr|month|qtr|quarter|type|code|by|for|land|of the record'
const PRICE = 'price|prc|amount|amt|value|val|consideration|paid'
const NO_PRICE =
  'list\\w*|ask\\w*|original|orig|tax\\w*|assess(?:ed|ment)?|prior|previous|prev|date|dt|day|per|psf|sqft|sf|ratio|adj\\w*|est\\w*|type|code|change|diff\\w*|reduc\\w*|zestimate|loan|mortgage|rent|land'

export const isDayOfSale = mentions([SALE], `${NO_SALE}|${PRICE}`)
export const isPriceOfSale = mentions([SALE, PRICE], NO_PRICE)
export const isAskingPrice = mentions(
  ['list(ing|ed)?|ask(ing)?|current', 'price|prc|amount|amt'],
  'orig\\w*|per|psf|sqft|sf|date|prev\\w*|change',
)
/** An unusual header may still name an address, such as `street_address_and_name`. */
export const isAddress = mentions(
  ['address|addr'],
  'e ?mail|ip|web|url|city|state|zip|2|3|suffix|type|id|key|hide|display|undisclosed|status|date|has|is',
)
export const isAcres = mentions(
  ['acres?|acreage|ac'],
  'price|prc|per|value\\w*|acres? val|tax\\w*|tillable|wooded|irrigated',
)
export const isYearBuilt = mentions(
  [
    'year|yr|yrblt|yrbuilt|yearblt',
    'built|blt|bld|bldg|bdg1?|build|const|constr|constructed|construction|yrblt|yrbuilt|yearblt',
  ],
  'eff\\w*|remod\\w*|renov\\w*|add\\w*|garage|pool|roof|decade',
)
export const isLivingArea = mentions(
  [
    'sq|sqft|sf|square|area|size',
    'building|bldg|bld|bdg1?|house|home|floor|interior|living|lvg|liv|finished|fin|fn|heated|htd|gross|structure|improvements?|impr|approx|apx|unit|res',
  ],
  'lot|land|parcel|site|basement|bsmt|garage|porch|deck|price|prc|per|value|val|tax\\w*|below|unfin\\w*|code|units|type|business|comm\\w*|lower|upper|first|second|attic|rate|rent|land|per|outbuildings?|number|num|no|count|plan',
)
export const isLot = mentions(
  ['lot|land|parcel|site', 'sqft|sf|square|sq|area|ar|size|squarefeet'],
  'price|prc|per|val|values?|tax\\w*|use|type|dim\\w*|width|depth|front\\w*|acres?|acreage|assess\\w*|code|number|num|no|id|shape|building|bldg|living|unit|units',
)
/** Parts of a home, such as floors and numbered units, facts about rooms other than their number, and averages of places. */
const PART_OF_HOME =
  '\\d+|avg|average|mean|median|master|main|upper|lower|min|max|level|levels|units|unknown|one|two|four|five|first|second|third|type|size|dim\\w*|desc\\w*|per|price|new|code'
export const isBeds = mentions(['bed|beds|bedrooms?|bdrms?|bedrms?|bdr|br|brs|bds'], PART_OF_HOME)
const BATHS = 'bath|baths|bathrooms?|bthrms?|bathrms?|bth|bths|bthrm|ba'
const HALVES = 'half|hlf|hf|h|hbaths?|partial|part'
const QUARTERS = 'three|quarters?|threequarter|3qtr|qtr|34'
export const isBaths = mentions([BATHS], `${PART_OF_HOME}|full|f|${HALVES}|${QUARTERS}`)
export const isFullBaths = mentions([`${BATHS}|fbaths?`, 'full|f|fbaths?'], `${PART_OF_HOME}|${HALVES}|${QUARTERS}`)
export const isHalfBaths = mentions([`${BATHS}|hbaths?`, HALVES], `${PART_OF_HOME}|full|${QUARTERS}`)
export const isThreeQuarterBaths = mentions([BATHS, 'three quarters?|threequarter|3qtr|34'], PART_OF_HOME)

/** Returns a test of the last words of a header, as in `PropertyAddressCity` and `City of property`. */
function endsWith(kinds: string): (words: string) => boolean {
  const pattern = new RegExp(`(^| )(${kinds})( of (the )?(property|home|parcel|site))?$`)
  return (words) => pattern.test(words)
}
export const isCity = endsWith('(city|town|municipality|muni|mun|township|village)( name)?')
export const isState = endsWith('(?<!city )state( code| abbr\\w*)?')
export const isZip = endsWith('(zip|zipcode|zip5|zipcd|postal code|postcode)( code)?')
const NUMBER = '(number|num|nbr|nr|no)'
export const isStreetNumber = endsWith(
  `((street|st|str|house|hse|address|addr|road|situs|prop|property|location|loc|site) ${NUMBER}|${NUMBER} (street|house)|anumber)( (1|low|from|int\\w*|numeric))?`,
)
export const isUnit = endsWith(
  `(unit|apt|apartment|suite|ste) ${NUMBER}|(address|addr|situs|site|prop|property|street) (unit|apt|apartment|suite|ste)`,
)
export const isDayOfListing = mentions(['list(ed|ing)?', 'date|dt'], 'exp\\w*|off|end|update\\w*|price')
export const isKindOfHome = mentions(
  [
    '(property|prop|home|house|building|bldg|dwelling|residential|rental|structure)( .*)? (types?|styles?|kind|class|category|use)( desc\\w*)?$|(use|class|category|type)( code)? (desc\\w*|definition)$|dwell type',
  ],
  'parking|garage|heating|cooling|roof|basement|foundation|listing|feature',
)
export const isPhoto = mentions(
  ['photos?|images?|pictures?|imgs?|pics?'],
  'thumb\\w*|small|icon|logo|map|floor ?plans?|page',
)

/** Returns the words of a header that name the event: `last sold` for `Last Sold Date`. */
export function eventOf(words: string): string {
  return words.replaceAll(/(^| )(date|dt|day|on|price|prc|amount|amt|value|val|paid)(?= |$)/g, '').trim()
}
