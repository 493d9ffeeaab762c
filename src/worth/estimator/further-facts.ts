import type { Home, HomeFacts } from '../../model/home.ts'
import { realFeatures } from '../../model/real-features.ts'

/** Facts of a home besides `HOME_INPUTS`, by name. Strings are represented by codes. */
export type FurtherFacts = ReadonlyMap<string, number>

export const NO_FACTS: FurtherFacts = new Map()

/** Facts that are strings or lists of strings, mostly about how a home is built. */
const TEXTS = [
  'architecturalStyle',
  'structureType',
  'propertySubType',
  'roof',
  'foundation',
  'constructionMaterials',
  'flooring',
  'cooling',
  'heating',
  'sewer',
  'waterSource',
] as const satisfies readonly (keyof HomeFacts)[]

/** Facts that are lists. Their length counts too, because better homes have longer lists. */
const FEATURES = [
  'appliances',
  'interiorFeatures',
  'exteriorFeatures',
  'lotFeatures',
  'communityFeatures',
  'laundryFeatures',
  'parkingFeatures',
  'utilities',
] as const satisfies readonly (keyof HomeFacts)[]

const PLACES = ['zoning', 'elementarySchool', 'middleOrJuniorSchool', 'highSchool', 'schoolDistrict'] as const

/** Names of the facts that say where a home is. */
export const PLACE_FACTS: ReadonlySet<string> = new Set([...PLACES, 'subdivision', 'neighborhood'])

/**
 * Returns all facts of a home besides `HOME_INPUTS`, including facts under a source's own names. Leaves out names that
 * suggest money, dates, register numbers or the sale, because such facts may derive from the price itself.
 */
export function furtherFacts({ facts, address }: Pick<Home, 'facts' | 'address'>): FurtherFacts {
  const counts = new Map<string, number>()
  const add = (name: string, text: string | undefined) => {
    const value = text === undefined ? undefined : numberOf(text)
    if (value !== undefined) counts.set(name, value)
  }
  for (const name of TEXTS) {
    const fact = facts[name]
    if (fact !== undefined) add(name, typeof fact === 'string' ? fact : fact.toSorted().join(', '))
  }
  for (const name of FEATURES) if (facts[name] !== undefined) counts.set(name, realFeatures(facts[name]).length)
  for (const name of PLACES) add(name, facts[name])
  add('subdivision', address.subdivision)
  add('neighborhood', address.neighborhood)
  for (const name in facts.other) if (!counts.has(name) && mayTeach(name)) add(name, facts.other[name])
  return counts
}

const NOT_OF_THE_HOME = new RegExp(
  `\\b(${[
    'prices?|val|values?|valuations?|valued|worth|assess\\w*|apprais\\w*|estimat\\w*|zestimate|avm|tax\\w*|levy|cost\\w*',
    'fees?|dues|paid|pay\\w*|amounts?|dollars?|usd|money|income|rents?|rental|lease\\w*|loans?|mortgage\\w*|equity|bid\\w*|offers?',
    'sales?|sold|sell\\w*|buy\\w*|purchas\\w*|deed\\w*|transact\\w*|transfer\\w*|grant\\w*|clos(e|ed|ing)|pending|contract\\w*|ratio',
    'list(ed|ing|ings)?|status|agents?|brokers?|office|commission|compensation|owners?|financ\\w*|terms?|concessions?|remarks?',
    'dates?|days?|dom|months?|time|timestamp|updated|modified|ids?|keys?|mls|apn|pin|parcel|account|record\\w*|urls?|links?',
  ].join('|')})\\b|[$€£]`,
  'i',
)

const MAX_JUDGED = 10_000
const judged = new Map<string, boolean>()

function mayTeach(name: string): boolean {
  const verdict = judged.get(name)
  if (verdict !== undefined) return verdict
  const words = name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/[_\W]+/g, (apart) => (/[$€£]/.test(apart) ? apart : ' '))
  const may = !NOT_OF_THE_HOME.test(words)
  if (judged.size === MAX_JUDGED) judged.clear()
  judged.set(name, may)
  return may
}

/** Codes of strings are at least this large; numbers in records are smaller. */
const FIRST_TEXT = 2 ** 100
const TEXTS_APART = 2 ** 23
const MAX_NUMBER = 1e12

export function isText(value: number): boolean {
  return value >= FIRST_TEXT
}

const NUMBER = /^[-+]?\d[\d,]*(\.\d*)?$/

/** Reads a string as a number if possible. Otherwise returns the string's code, which float32 represents exactly. */
function numberOf(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_TEXT) return undefined
  if (NUMBER.test(trimmed)) {
    const number = Number(trimmed.replaceAll(',', ''))
    return Math.abs(number) <= MAX_NUMBER ? number : undefined
  }
  return codeOfText(trimmed)
}

/** Returns a code for a string. Letter case does not matter. */
export function codeOfText(text: string): number {
  let hash = 0x811c9dc5
  const lower = text.toLowerCase()
  for (let i = 0; i < lower.length; i++) hash = Math.imul(hash ^ lower.charCodeAt(i), 0x01000193)
  return FIRST_TEXT * (1 + ((hash ^ (hash >>> 16)) & (TEXTS_APART - 1)) / TEXTS_APART)
}

/** Longer strings are prose, which is different for every home. */
const MAX_TEXT = 100
