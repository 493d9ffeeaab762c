import { DAY_MS, dayOf } from '../../src/kit/base/clock.ts'
import { type Parameter, type Parameters, parse, type worded } from '../../src/kit/params/index.ts'
import type { Random } from '../../test/engine/random.ts'
import { NOW_MS } from '../harness/setting.ts'

type Declared = ReturnType<typeof worded>

/** Query parameters, by name. */
export type Written = Readonly<Record<string, string>>

type Span = readonly [least: number, most: number]

/** Typical ranges of amounts, by parameter. The declarations of parameters contain only units. */
const SPANS: Readonly<Record<string, Span>> = {
  listPriceRange: [100_000, 2_000_000],
  'listPriceRange For_Rent': [900, 6000],
  squareFeetRange: [600, 5000],
  lotSizeRange: [1000, 90_000],
  yearBuiltRange: [1920, 2026],
  bedroomsTotal: [1, 6],
  bathroomsTotal: [1, 5],
  livingArea: [600, 5000],
  lotSize: [1000, 90_000],
  yearBuilt: [1920, 2026],
  monthlyPayment: [1000, 8000],
  downPayment: [10_000, 200_000],
  priceRange: [200_000, 1_500_000],
  areaRange: [25, 120],
  roomsRange: [1, 6],
  daysSinceCreated: [1, 90],
  adults: [1, 4],
  children: [1, 3],
  pricePerGuest_max: [40, 160],
  minDuration: [1, 2],
  maxDuration: [2, 5],
}

const KEYWORDS = ['granite', 'pool', 'fireplace', 'garden', 'hardwood', 'quiet', 'renovated', 'garage', 'view', 'light']
const LANGUAGES = ['English', 'French', 'German']
const DAYS_AHEAD = 80

/** Parameters that are not drawn, because other questions test them: past days, changes, waiting and facets. */
const OF_OTHER_KINDS: ReadonlySet<string> = new Set(['as_of', 'since', 'wait', 'facets'])

/**
 * Adds up to `most` optional parameters with allowed values. Leaves out parameters that strict handling would refuse
 * together with others.
 */
export function withOptions(random: Random, declared: Declared, given: Written, most: number): Written {
  const names = Object.keys(declared.parameters).filter((name) => !(name in given) && !OF_OTHER_KINDS.has(name))
  let written = given
  for (const _ of Array(names.length > 0 ? random.whole(0, most) : 0)) {
    const name = random.pick(names)
    const value = drawValue(random, name, declared.parameters[name] as Parameters[string], given)
    const longer = value === undefined ? written : { ...written, [name]: value }
    if (isOfUse(declared, longer)) written = longer
  }
  return written
}

/** Draws an allowed value of a parameter: a range, a number, a day, or values from a list. Undefined for free text. */
export function drawValue(
  random: Random,
  name: string,
  { shape }: Parameter<unknown>,
  { listingStatus }: Written = {},
): string | undefined {
  const { several, rangeUnit, schema } = shape
  if (schema.enum !== undefined) return String(random.pick(schema.enum))
  if (several !== undefined) return some(random, several)
  if (schema.type === 'boolean') return 'true'
  if (schema.format === 'date') return dayOf(NOW_MS + random.whole(0, DAYS_AHEAD) * DAY_MS)
  if (name === 'keywords') return random.pick(KEYWORDS)
  if (name === 'hostLanguages') return some(random, LANGUAGES)
  const span = SPANS[`${name} ${listingStatus}`] ?? SPANS[name]
  if (span === undefined) return undefined
  return rangeUnit === undefined ? String(random.whole(...span)) : range(random, span)
}

function isOfUse({ parameters, rules }: Declared, written: Written): boolean {
  try {
    return parse(parameters, rules, Object.entries(written), 'strict').ignored.length === 0
  } catch {
    return false
  }
}

/** Draws a range with a minimum, a maximum, or both. */
function range(random: Random, [least, most]: Span): string {
  const middle = Math.round(least + (most - least) / 4)
  const [min, max] = [`min:${random.whole(least, middle)}`, `max:${random.whole(middle, most)}`]
  return random.pick([min, max, `${min}, ${max}`])
}

/** Draws one to three of the values, separated by commas. */
function some(random: Random, values: readonly string[]): string {
  return [...new Set(Array.from({ length: random.whole(1, 3) }, () => random.pick(values)))].join(',')
}
