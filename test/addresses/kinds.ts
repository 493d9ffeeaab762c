import type { Random } from '../../src/kit/algorithms/random.ts'
import { streetParts } from '../../src/places/addresses/address.ts'
import { ORDINAL_OF } from '../../src/places/addresses/ordinals.ts'
import { SUFFIX_OF } from '../../src/places/addresses/street-suffixes.ts'
import { stateOfCode } from '../../src/places/regions/states.ts'
import type { Known } from './known.ts'

/**
 * The required result for texts of a kind. `formal`: the home, or candidates that include the home. `unread`:
 * candidates or a hint, but never an answer. `typo`: a hint.
 */
export type Expected = 'formal' | 'unread' | 'typo'

export interface Kind {
  readonly name: string
  readonly expected: Expected
  /** Writes an address as this kind does. Undefined if that is not possible for the address. */
  write(known: Known, random: Random): string | undefined
}

/** Writes the address as a catalog shows it, with some parts changed. */
function shown(known: Known, changes: Partial<Known & { door: string }> = {}): string {
  const { line, unit, city, state, zipcode, door } = { door: '', ...known, ...changes }
  const street = [line, door || (unit && `APT ${unit}`)].filter(Boolean).join(' ')
  return [street, city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

function withLine(change: (line: string) => string | undefined): Kind['write'] {
  return (known) => {
    const line = change(known.line)
    return line === undefined || line === known.line ? undefined : shown(known, { line })
  }
}

function withDoor(change: (unit: string) => string): Kind['write'] {
  return (known) => (known.unit === '' ? undefined : shown(known, { door: change(known.unit) }))
}

/** Splits `824 N Webster St` at its first space. */
function numberAndStreet({ line }: Pick<Known, 'line'>): readonly [number: string, street: string] {
  const blank = line.indexOf(' ')
  return [line.slice(0, blank), line.slice(blank + 1)]
}

function stateName({ state }: Known): string {
  return stateOfCode(state)?.name ?? state
}

function placeOf({ city, state, zipcode }: Known): string {
  return `${city}, ${state} ${zipcode}`
}

/** Returns the line with street and unit. */
function doorLine(known: Known): string {
  return shown(known, { city: '', state: '', zipcode: '' })
}

const LONG_DIRECTIONS: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  NW: 'Northwest',
  SE: 'Southeast',
  SW: 'Southwest',
}
const SHORT_DIRECTIONS = Object.fromEntries(Object.entries(LONG_DIRECTIONS).map(([short, long]) => [long, short]))

function directionsBy(table: Readonly<Record<string, string>>): Kind['write'] {
  return withLine((line) => line.replace(/\b[NSEW][A-Za-z]*\b/g, (word) => table[word] ?? word))
}

const LONG_SUFFIXES: Readonly<Record<string, string>> = {
  st: 'Street',
  ave: 'Avenue',
  blvd: 'Boulevard',
  dr: 'Drive',
  rd: 'Road',
  ln: 'Lane',
  ct: 'Court',
  cir: 'Circle',
  ter: 'Terrace',
  trl: 'Trail',
  pl: 'Place',
  pkwy: 'Parkway',
  sq: 'Square',
}

function suffixBy(change: (short: string) => string | undefined): Kind['write'] {
  return withLine((line) => {
    const words = line.split(' ')
    const at = words.findLastIndex((word) => SUFFIX_OF.has(word.toLowerCase()))
    const short = SUFFIX_OF.get((words[at] ?? '').toLowerCase())
    const suffix = at < 2 || short === undefined ? undefined : change(short)
    return suffix && words.with(at, suffix).join(' ')
  })
}

function ordinalWord(value: number): string | undefined {
  return Array.from(ORDINAL_OF).find(([, text]) => Number.parseInt(text, 10) === value)?.[0]
}

/** Writes a number in words: 121 → `one hundred twenty first`. */
function spelled(value: number): string | undefined {
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
  if (value > 199 || value < 1) return undefined
  if (value > 100) return `one hundred ${spelled(value - 100)}`
  return ordinalWord(value) ?? `${tens[Math.floor(value / 10) - 2]} ${ordinalWord(value % 10)}`
}

const BOROUGHS: Readonly<Record<string, string>> = {
  Kings: 'Brooklyn',
  Queens: 'Queens',
  'New York': 'Manhattan',
  Bronx: 'Bronx',
  Richmond: 'Staten Island',
}

const BUILDINGS = ['The Carlyle', 'Park Place Apartments', 'Sunset Towers', 'Riverside Lofts', 'Acme Holdings LLC']
const PEOPLE = ['John Smith', 'Mary Ann Lopez', 'Dr. Wei Chen', 'The Johnson Family']
/** Words that do not belong to an address. Some of them look like a unit. */
const UNREAD = ['HOA', 'Lakeside Phase Two', 'zxqv', '308 B', 'behind the barn', 'see agent', 'MLS 99123', 'TBD']

/** Makes one typo in a word: leaves out, doubles or replaces a letter, or swaps it with the next one. */
function slip(text: string, random: Random): string | undefined {
  const places = Array.from(text.matchAll(/(?<=[a-z])[a-z](?=[a-z])/g), ({ index }) => index)
  if (places.length === 0) return undefined
  const at = random.pick(places)
  const letter = text[at] ?? ''
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const other = random.pick(Array.from('abcdefghijklmnoprstuvwy').filter((each) => each !== letter))
  return random.pick([
    before + after,
    before + letter + letter + after,
    before + other + after,
    before + other + letter + after,
  ])
}

function swapped(text: string, random: Random): string | undefined {
  const places = Array.from(text.matchAll(/(?<=[a-z])([a-z])(?!\1)[a-z]/g), ({ index }) => index)
  if (places.length === 0) return undefined
  const at = random.pick(places)
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
}

/** Makes a typo in the name of the street, but not in its suffix or direction. */
function streetSlip(how: typeof slip): Kind['write'] {
  return (known, random) => {
    const { street } = streetParts(known.line)
    const name = known.line.split(' ').find((word) => word.length > 3 && word.toLowerCase() === street)
    const wrong = name === undefined ? undefined : how(name, random)
    return wrong && shown(known, { line: known.line.replace(name ?? '', wrong) })
  }
}

/**
 * Writes the house number in a form that means another house, except in Queens. The address book contains only the
 * house with the original number.
 */
function withNumber(digits: RegExp, written: string): Kind['write'] {
  const change = withLine((line) => (digits.test(line) ? line.replace(digits, written) : undefined))
  return (known, random) => (known.county === 'Queens' ? undefined : change(known, random))
}

const ROADS = ['US Highway', 'State Highway', 'County Road', 'FM']

/** Prefixes that name a part of the building, or another building. */
const PARTS_IN_FRONT = [
  'Unit Left,',
  'Basement Suite,',
  'Garage Apartment,',
  'Upstairs unit,',
  'Cottage,',
  'behind',
  'Elm Street Annex,',
  'corner of Main and',
  'John Smith Apt Q,',
  'Q,',
]

const ROAD = /^(\d+) (?:US|State|County) (?:Highway|Hwy|Route|Road) (\d+)$/

const formal: Readonly<Record<string, Kind['write']>> = {
  'as shown': (known) => shown(known),
  'lower case': (known) => shown(known).toLowerCase(),
  'upper case': (known) => shown(known).toUpperCase(),
  'no commas': (known) => shown(known).replaceAll(',', ''),
  'no commas, lower case': (known) => shown(known).replaceAll(',', '').toLowerCase(),
  'no commas, long suffix, state’s name': (known) => {
    const text = suffixBy((short) => LONG_SUFFIXES[short])({ ...known, state: stateName(known) }, NO_RANDOM)
    return text?.replaceAll(',', '')
  },
  'a comma after every part': (known) => shown(known).replaceAll(/ (?=\d{5}$)/g, ', '),
  'dots behind abbreviations': withLine((line) => line.replace(/\b([NSEW]|St|Ave|Dr|Blvd|Rd|Ln|Ct|Cir)\b/g, '$1.')),
  'blanks twice': (known) => shown(known).replaceAll(' ', '  '),
  'lines of an envelope': (known) => shown(known).replace(', ', '\n'),
  'no blank behind commas': (known) => shown(known).replaceAll(', ', ','),
  semicolons: (known) => shown(known).replaceAll(',', ';'),
  'suffix long': suffixBy((short) => LONG_SUFFIXES[short]),
  'suffix short': suffixBy((short) => short),
  'suffix in capitals with a dot': suffixBy((short) => `${short.toUpperCase()}.`),
  'direction long': directionsBy(LONG_DIRECTIONS),
  'direction short': directionsBy(SHORT_DIRECTIONS),
  'direction with dots': withLine((line) =>
    line.replace(/\b(NE|NW|SE|SW|[NSEW])\b/g, (word) => `${Array.from(word).join('.')}.`),
  ),
  'unit: #': withDoor((unit) => `#${unit}`),
  'unit: # and a blank': withDoor((unit) => `# ${unit}`),
  'unit: Apartment': withDoor((unit) => `Apartment ${unit}`),
  'unit: Apt.': withDoor((unit) => `Apt. ${unit}`),
  'unit: , Apt #': withDoor((unit) => `, Apt #${unit}`),
  'unit: Apt No.': withDoor((unit) => `Apt No. ${unit}`),
  'unit: No.': withDoor((unit) => (/\d/.test(unit) ? `No. ${unit}` : `No ${unit}`)),
  'unit: Unit': withDoor((unit) => `Unit ${unit}`),
  'unit: , Unit': withDoor((unit) => `, unit ${unit}`),
  'unit: Suite': withDoor((unit) => `Suite ${unit}`),
  'unit: Ste glued': withDoor((unit) => (/^\d/.test(unit) ? `Ste${unit}` : `Ste ${unit}`)),
  'unit: bare': withDoor((unit) => unit),
  'unit: behind a comma, bare': withDoor((unit) => `, ${unit}`),
  'unit: behind a hyphen': withDoor((unit) => (/^\d/.test(unit) ? `-${unit}` : `#${unit}`)),
  'unit in front': (known) => (known.unit === '' ? undefined : `Apt ${known.unit}, ${shown(known, { unit: '' })}`),
  'unit in front, #': (known) => (known.unit === '' ? undefined : `#${known.unit}, ${shown(known, { unit: '' })}`),
  'unit behind the ZIP': (known) => known.unit && `${shown(known, { unit: '' })}, Apt ${known.unit}`,
  'unit behind the ZIP, no comma': (known) => known.unit && `${shown(known, { unit: '' })} #${known.unit}`,
  'unit behind the city': ({ line, unit, city, state, zipcode }) =>
    unit && `${line}, ${city} Apt ${unit}, ${state} ${zipcode}`,
  'unit behind the city, a comma before': ({ line, unit, city, state, zipcode }) =>
    unit && `${line}, ${city}, #${unit}, ${state} ${zipcode}`,
  'state’s name': (known) => shown(known, { state: stateName(known) }),
  'state’s name, lower case': (known) => shown(known, { state: stateName(known) }).toLowerCase(),
  'state with dots': (known) => shown(known, { state: `${Array.from(known.state).join('.')}.` }),
  'country behind': (known) => `${shown(known)}, USA`,
  'ZIP+4': (known) => `${shown(known)}-1234`,
  'ZIP and 4 with a blank': (known) => `${shown(known)} 1234`,
  'ZIP and 4 as one': (known) => `${shown(known)}1234`,
  'no ZIP': (known) => shown(known, { zipcode: '' }),
  'no ZIP, no commas': (known) => shown(known, { zipcode: '' }).replaceAll(',', ''),
  'no city': (known) => shown(known, { city: '' }),
  'no state': (known) => shown(known, { state: '' }),
  'ZIP alone': (known) => shown(known, { city: '', state: '' }),
  'ZIP alone, no comma': (known) => shown(known, { city: '', state: '' }).replaceAll(',', ''),
  'city alone': (known) => shown(known, { state: '', zipcode: '' }),
  'city alone, no comma': (known) => shown(known, { state: '', zipcode: '' }).replaceAll(',', ''),
  'street line alone': (known) => doorLine(known),
  'ZIP before the city': ({ zipcode, ...known }) =>
    `${doorLine({ ...known, zipcode })}, ${zipcode} ${known.city}, ${known.state}`,
  'county between': (known) =>
    known.county && `${doorLine(known)}, ${known.city}, ${known.county} County, ${known.state} ${known.zipcode}`,
  'City, ST ZIP, street': (known) => `${placeOf(known)}, ${doorLine(known)}`,
  'City ST ZIP street': (known) => `${placeOf(known)} ${doorLine(known)}`.replaceAll(',', ''),
  'City, ST, street': (known) => `${known.city}, ${known.state}, ${doorLine(known)}`,
  'City, street': (known) => `${known.city}, ${doorLine(known)}`,
  'City: street, ST ZIP': (known) => `${known.city}, ${doorLine(known)}, ${known.state} ${known.zipcode}`,
  'ZIP, street': (known) => `${known.zipcode}, ${doorLine(known)}`,
  'ZIP street': (known) => `${known.zipcode} ${doorLine(known)}`,
  'ZIP street, City, ST': (known) => `${known.zipcode} ${doorLine(known)}, ${known.city}, ${known.state}`,
  'ZIP City, street': (known) => `${known.zipcode} ${known.city}, ${doorLine(known)}`,
  '123Main': (known) => {
    const [number, street] = numberAndStreet(known)
    return /^\d+$/.test(number) && /^[A-Z][a-z]{2}/.test(street) ? shown(known, { line: number + street }) : undefined
  },
  'a building in front': (known, random) => `${random.pick(BUILDINGS)}, ${shown(known)}`,
  'a building in front, no comma': (known, random) => `${random.pick(BUILDINGS)} ${shown(known)}`,
  'a person in front': (known, random) => `${random.pick(PEOPLE)}, ${shown(known)}`,
  'a person in front, no comma': (known, random) => `${random.pick(PEOPLE)} ${shown(known)}`,
  'c/o in front': (known, random) => `c/o ${random.pick(PEOPLE)}, ${shown(known)}`,
  'c/o with the unit': (known, random) =>
    known.unit && `${known.line}, c/o ${random.pick(PEOPLE)} Apt ${known.unit}, ${placeOf(known)}`,
  'c/o on the second line': (known, random) => `${doorLine(known)}\nc/o ${random.pick(PEOPLE)}\n${placeOf(known)}`,
  'hyphen of the number left out': (known) =>
    /^\d+-\d{2} /.test(known.line) ? shown(known, { line: known.line.replace('-', '') }) : undefined,
  'hyphen of the number as a blank': (known) =>
    /^\d+-\d{2} /.test(known.line) ? shown(known, { line: known.line.replace('-', ' ') }) : undefined,
  'plain Hwy': withLine((line) => (ROAD.test(line) ? line.replace(ROAD, '$1 Hwy $2') : undefined)),
  'plain Highway, no ZIP': (known) =>
    ROAD.test(known.line) ? shown(known, { line: known.line.replace(ROAD, '$1 Highway $2'), zipcode: '' }) : undefined,
  'road of the state': (known) =>
    /State (Highway|Route)/.test(known.line)
      ? shown(known, { line: known.line.replace(/State \w+ /, `${known.state}-`) })
      : undefined,
  'ordinal with zeros': withLine((line) => line.replace(/(?<= )(\d(?:st|nd|rd|th))\b/i, '0$1')),
  'ordinal in words': withLine((line) =>
    line.replace(/(?<= )(\d+)(?:st|nd|rd|th)\b/i, (text, value: string) => spelled(Number(value)) ?? text),
  ),
  'ordinal without its ending': withLine((line) => line.replace(/(?<= )(\d+)(?:st|nd|rd|th)(?= (St|Ave|Rd)\b)/i, '$1')),
  'borough as the city': (known) =>
    known.state === 'NY' && BOROUGHS[known.county] ? shown(known, { city: BOROUGHS[known.county] ?? '' }) : undefined,
  'neighborhood as the city': (known) => known.neighborhood && shown(known, { city: known.neighborhood }),
  'neighborhood before the city': (known) =>
    known.neighborhood && shown(known, { city: `${known.neighborhood}, ${known.city}` }),
  'Mc apart': withLine((line) => line.replace(/\b(Ma?c)(?=[A-Z])/, '$1 ')),
  'Mc joined': withLine((line) => line.replace(/\b(Mc) (?=[A-Z])/, '$1')),
  'name joined': withLine((line) => line.replace(/\b(Iron|Lake) (?=Bridge|View)/, '$1')),
  'name joined, lower case': withLine((line) => line.replace(/\b(Iron|Lake) (?=Bridge|View)/, '$1').toLowerCase()),
  'name apart': withLine((line) => line.replace(/\b(Iron|Lake|Stone)(?=[a-z])/, '$1 ')),
  MLK: withLine((line) => line.replace(/(Dr )?Martin Luther King( Jr| Junior)?/, 'MLK')),
  'MLK Jr': withLine((line) => line.replace(/(Dr )?Martin Luther King( Jr| Junior)?/, 'M.L.K. Jr.')),
  'Martin Luther King alone': withLine((line) =>
    line.replace(/(Dr )?Martin Luther King( Jr| Junior)?/, 'Martin Luther King'),
  ),
  'Avenida short': withLine((line) => line.replace('Avenida', 'Avda')),
  'Avenida as Ave': withLine((line) => line.replace('Avenida', 'Ave')),
  'Camino short': withLine((line) => line.replace('Camino', 'Cam')),
  'Calle short': withLine((line) => line.replace('Calle', 'Cll')),
  'Calle as C': withLine((line) => line.replace('Calle', 'C')),
  'Calle as C/': withLine((line) => line.replace('Calle', 'C/')),
  'kind in front left out': withLine((line) => line.replace(/ (Avenida|Camino|Calle|Paseo) (?=\S)/i, ' ')),
  'range of numbers': withLine((line) =>
    /^\d*[02468] /.test(line)
      ? line.replace(/^(\d+)/, (text, value: string) => `${text}-${Number(value) + 2}`)
      : undefined,
  ),
}

const NO_RANDOM = { pick: <T>(from: readonly T[]) => from[0] as T } as Random // `pick` is enough for functions that use no randomness

const unread: Readonly<Record<string, Kind['write']>> = {
  'unread before the city': (known, random) => `${doorLine(known)}, ${random.pick(UNREAD)}, ${placeOf(known)}`,
  'HOA before the city': (known) => `${doorLine(known)}, HOA, ${placeOf(known)}`,
  'unread behind the unit, no comma': (known, random) =>
    known.unit && `${doorLine(known)} ${random.pick(UNREAD)}, ${placeOf(known)}`,
  'unread behind the city': (known, random) =>
    `${doorLine(known)}, ${known.city}, ${random.pick(UNREAD)}, ${known.state} ${known.zipcode}`,
  'unread behind the ZIP': (known, random) => `${shown(known)}, ${random.pick(UNREAD)}`,
  'a unit that no home has': (known) => shown(known, { unit: '97X' }),
  'a unit with a letter that no home has': (known) => shown(known, { door: `, ${known.unit || 308} B` }),
  'another city': (known) =>
    shown(known, { city: known.city === 'Gainesville' ? 'Pensacola' : 'Gainesville', zipcode: '' }),
  'another ZIP': (known) => shown(known, { zipcode: known.zipcode === '99501' ? '33009' : '99501' }),
  'another city in front': (known) => (known.city === 'Tampa' ? undefined : `Tampa, ${doorLine(known)}`),
  'a unit that no home has, beside a recipient': (known, random) =>
    `${known.line}, ${random.pick(['c/o Jane Doe Apt', 'Attn Unit', 'c/o Jane Doe #'])} 97X, ${placeOf(known)}`,
  'a part of a building in front': (known, random) => `${random.pick(PARTS_IN_FRONT)} ${shown(known)}`,
  'a hyphen in the number of another house': withNumber(/^(\d\d)(\d\d) /, '$1-$2 '),
  'a blank in the number of another house': withNumber(/^(\d\d)(\d\d) /, '$1 $2 '),
  'no hyphen in the number of another house': withNumber(/^(\d\d)-(\d\d) /, '$1$2 '),
  'a road of another class': (known, random) => {
    const [, number = '', written = '', road = ''] = /^(\d+) (US|State|County|Farm) .*?(\d+)$/.exec(known.line) ?? []
    const others = ROADS.filter((other) => other !== 'FM' || written !== 'Farm').filter(
      (other) => !other.startsWith(written),
    )
    return number && shown(known, { line: `${number} ${random.pick(others)} ${road}` })
  },
  'Ave in front of a name that is an Avenida': withLine((line) => line.replace(/Avenida (?!De)/, 'Ave ')),
  'another house in front': (known) => `77 Zebra St, ${shown(known)}`,
}

const typo: Readonly<Record<string, Kind['write']>> = {
  'one edit in the street': streetSlip(slip),
  'two letters of the street swapped': streetSlip(swapped),
  'one edit in the city': (known, random) => {
    const city = slip(known.city, random)
    return city && shown(known, { city })
  },
  'one edit in the city, no ZIP': (known, random) => {
    const city = slip(known.city, random)
    return city && shown(known, { city, zipcode: '' })
  },
  'two letters of the city swapped': (known, random) => {
    const city = swapped(known.city, random)
    return city && shown(known, { city })
  },
}

export const KINDS: readonly Kind[] = (['formal', 'unread', 'typo'] as const).flatMap((expected) =>
  Object.entries({ formal, unread, typo }[expected]).map(([name, write]) => ({ name, expected, write })),
)
