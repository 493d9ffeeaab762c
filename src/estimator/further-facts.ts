import type { Home, HomeFacts } from '../model/home.ts'

/** What a home's record tells beyond `HOME_INPUTS`, by name: numbers, and texts as numbers that stand for them. */
export type FurtherFacts = ReadonlyMap<string, number>

export const NO_FACTS: FurtherFacts = new Map()

/** Texts, and lists that tell what a home is made of. */
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

/** Lists that are longer where there is more to praise: their length counts. */
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

/** Names of those that say where a home is. */
export const PLACE_FACTS: ReadonlySet<string> = new Set([...PLACES, 'subdivision', 'neighborhood'])

/**
 * Everything else that the record tells. What a source keeps under names of its own counts too, unless its name says that
 * it is money, a date, a number of a register, or about the sale: that may have come from the very price that is asked for.
 */
export function furtherFacts({ facts, address }: Pick<Home, 'facts' | 'address'>): FurtherFacts {
  const found = new Map<string, number>()
  const tell = (name: string, text: string | undefined) => {
    const value = text === undefined ? undefined : numberOf(text)
    if (value !== undefined) found.set(name, value)
  }
  for (const name of TEXTS) {
    const fact = facts[name]
    if (fact !== undefined) tell(name, typeof fact === 'string' ? fact : fact.toSorted().join(', '))
  }
  for (const name of FEATURES) if (facts[name] !== undefined) found.set(name, facts[name].length)
  for (const name of PLACES) tell(name, facts[name])
  tell('subdivision', address.subdivision)
  tell('neighborhood', address.neighborhood)
  for (const name in facts.other) if (!found.has(name) && mayTeach(name)) tell(name, facts.other[name])
  return found
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
  const known = judged.get(name)
  if (known !== undefined) return known
  const words = name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/[_\W]+/g, (apart) => (/[$€£]/.test(apart) ? apart : ' '))
  const may = !NOT_OF_THE_HOME.test(words)
  if (judged.size === MAX_JUDGED) judged.clear()
  judged.set(name, may)
  return may
}

/** No fact of a home is a number like that; so texts are told from numbers. */
const FIRST_TEXT = 2 ** 100
const TEXTS_APART = 2 ** 23
const MAX_NUMBER = 1e12

/** Whether a number stands for a text. */
export function isText(value: number): boolean {
  return value >= FIRST_TEXT
}

const NUMBER = /^[-+]?\d[\d,]*(\.\d*)?$/

/** The number that a text tells; otherwise one that stands for the text, whatever its case, and is exact as a float32. */
function numberOf(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_TEXT) return undefined
  if (NUMBER.test(trimmed)) {
    const number = Number(trimmed.replaceAll(',', ''))
    return Math.abs(number) <= MAX_NUMBER ? number : undefined
  }
  let hash = 0x811c9dc5
  const lower = trimmed.toLowerCase()
  for (let i = 0; i < lower.length; i++) hash = Math.imul(hash ^ lower.charCodeAt(i), 0x01000193)
  return FIRST_TEXT * (1 + ((hash ^ (hash >>> 16)) & (TEXTS_APART - 1)) / TEXTS_APART)
}

/** Longer texts are prose, and no two are alike. */
const MAX_TEXT = 100
