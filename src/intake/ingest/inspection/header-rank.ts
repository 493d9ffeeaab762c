import { wordKey } from './header-spellings.ts'
import type { MeasuredName } from './measures.ts'
import { isOfOthers, isOfSite, plainName, wordsIn, wordsOfName } from './names.ts'

/** Returns the key that names a value: `price` for the column `price.value`. */
export function lastKey(column: string): string {
  const path = column.replace(/(?:\.|--|__|~)(?:value|amount|raw|#text|\$\w+)$/i, '')
  return isPath(column) ? (path.split(STEP).at(-1) ?? path) : column
}

/** The marks between the keys of a path, and between the parts of the class names that scraped pages have. */
const STEP = /\.|--|__|~|\//

/** Whether dots, dashes or slashes in a header separate keys, rather than end abbreviations or mean "or" or "per". */
function isPath(column: string): boolean {
  return STEP.test(column) && !/\.(\s|$)|\(.*\./.test(column) && (!column.includes('/') || SLASHES.test(column))
}

/** A path with slashes: `latLong/latitude`, but not `price/sqft`. */
const SLASHES = /^(?!(price|rent|cost|fees?|tax(es)?|beds?|full|land|list|sale)\/)[a-z]\w*(\/\w+)+$/

/** Ranks a column's name: 0 for the field's own name, then by how usual the name is. Undefined for any other name. */
export function rankOf(
  column: string,
  field: string,
  names: readonly string[],
  measured?: MeasuredName,
): number | undefined {
  if (column === field) return 0
  const [plain, last] = [plainName(column), plainName(lastKey(column))]
  const parent = plainName(column.split(STEP).slice(-2).join(''))
  // `List Year` is not a yearly price.
  const isYear = VAGUE.has(measured?.bare ?? '') && measured?.measures.some(({ kind }) => kind === 'period')
  const bare = isYear ? undefined : measured?.bare
  const key = keyOfWords(lastKey(column))
  const exact = names.indexOf(plain)
  if (exact !== -1) return VAGUE.has(plain) ? exact + 350 : exact + 1
  for (const [i, name] of names.entries()) {
    // A column of units is a count, not the unit of an address.
    if (plain !== 'units' && plain.replace(/s$/, '') === name.replace(/s$/, '')) return i + 50
    if (bare === name && !isPath(column)) return i + 100
    if (key === keyOfWords(name) && !VAGUE.has(key) && !isOfOthers(column)) return i + (isPath(column) ? 250 : 120)
    // The last keys of a path count, unless the whole path is a known name.
    if (isPath(column) && (last === name || parent === name) && !isOfOthers(column)) return i + 200
  }
  if (isOfOthers(column)) return undefined
  const forms = [bare ?? last, lastKey(column)].map((name) => keyOfWords(name, true))
  const decorated = forms.map((short) => names.findIndex((name) => short !== '' && keyOfWords(name) === short))
  const starts = [
    plain,
    plain.replace(/^(property|prop|project|proj|situs|site|parcel|address|location|loc|total|tot)/, ''),
  ].filter((start) => start.length >= 5)
  // The field's own name comes first: a field without usual names is too rare to be the one that was cut.
  const isCutOff = (name: string, at: number) =>
    at > 0 && !/\d$/.test(name) && starts.some((start) => name.startsWith(start))
  const cut = column.length === CUT_LENGTH && !/id$/i.test(column) && !isPath(column) ? names.findIndex(isCutOff) : -1
  const i = decorated.find((at) => at !== -1) ?? cut
  const isCount = /(count|cnt)$|^(num|no(?!te)|nbr)/.test(last)
  if (i === -1 || (isCount && !COUNTED.has(field))) return undefined
  // In a table with `prop_city`, a column `city` is often the owner's city.
  return OF_PLACE.has(field) && isOfSite(column) ? i + 0.5 : i + 400
}

/**
 * Returns the most frequent first word of at least four headers, such as `portal_`. Empty if there is no such word.
 * Ignores words that begin a known name or mean somebody else, such as the owner.
 */
export function sharedBeginning(headers: readonly string[], known: ReadonlySet<string>): string {
  const beginnings = headers.flatMap((header) => /^[A-Za-z]{2,}_(?=[A-Za-z])/.exec(header)?.[0] ?? [])
  const isTelling = (word: string) => isOfOthers(word) || [...known].some((name) => name.startsWith(word))
  const shared = [...Map.groupBy(beginnings, (beginning) => beginning)].filter(
    ([beginning, all]) => all.length >= 4 && !isTelling(plainName(beginning)),
  )
  return shared.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? ''
}

const KEYS = new Map<string, string>()

/** Returns the words of a header in one spelling and order. */
function keyOfWords(name: string, isShort = false): string {
  const id = `${name}${isShort ? ' ' : ''}`
  const key = KEYS.get(id) ?? wordKey(wordsOfName(name.replaceAll(NOTE, ' ')), isShort)
  KEYS.set(id, key)
  return key
}

/** A note in a header, such as its unit. */
const NOTE = /\((?!full|half|3\/4|partial)[^)]*\)/gi

/** Vague names: a column with a more specific name is preferred. */
const VAGUE: ReadonlySet<string> = new Set(wordsIn('area size square interior year yr list lp sold sp'))

/** The parts of an address. */
export const OF_PLACE: ReadonlySet<string> = new Set(
  wordsIn('StreetAddress StreetNumber StreetName StreetSuffix UnitNumber City StateOrProvince PostalCode'),
)

/** Shapefiles cut the names of their columns to this length: `propertyTy` is a property type. */
const CUT_LENGTH = 10

/** Fields that are counts. A count does not fit other fields: a number of units is not a unit number. */
const COUNTED: ReadonlySet<string> = new Set(
  wordsIn(
    'BedroomsTotal BathroomsTotalDecimal BathroomsFull BathroomsHalf StoriesTotal GarageSpaces ParkingTotal FireplacesTotal Rooms LotSizeAcres',
  ),
)
