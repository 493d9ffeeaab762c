import type { Agent, Office } from '../../model/agent.ts'
import type { Building } from '../../model/building.ts'
import type { Experience } from '../../model/experience.ts'
import type { Home } from '../../model/home.ts'
import type { LayerShape } from '../../model/layer.ts'
import type { ClimateScore, MarketSeries, MortgageRate } from '../../model/market.ts'
import type { Offer } from '../../model/offer.ts'
import type { Person } from '../../model/person.ts'
import type { School } from '../../model/school.ts'
import type { ShownHome } from '../../model/shown-home.ts'

/**
 * The records of a catalog, by the name of their type (`noun`). Ids of homes and offers are integers, others are
 * strings.
 */
export interface Records {
  home: ShownHome
  building: Building
  agent: Agent
  office: Office
  school: School
  person: Person
  series: MarketSeries
  rate: MortgageRate
  climate: ClimateScore
  offer: Offer
  experience: Experience
  shape: LayerShape
}
/**
 * The records that writers receive. Homes with a withheld address still have their hidden details, which the catalog
 * does not store.
 */
export type GivenRecords = { readonly [N in keyof Records]: N extends 'home' ? Home : Records[N] }
export type Noun = keyof Records
export type IdOf<N extends Noun> = N extends 'home' | 'offer' ? number : string
/** The id of a record of any type. */
export type RecordId = IdOf<Noun>

/** Record types whose ids are whole numbers. */
export const NUMBERED = ['home', 'offer'] as const satisfies readonly Noun[]
/** Record types whose ids are strings. */
export const NAMED: readonly Noun[] = [
  'building',
  'agent',
  'office',
  'school',
  'person',
  'series',
  'rate',
  'climate',
  'experience',
  'shape',
]

export const NOUNS: readonly Noun[] = [...NUMBERED, ...NAMED]

/** Record types that come from sources: all except the shapes of layers. */
export const SOURCED: readonly Noun[] = NOUNS.filter((noun) => noun !== 'shape')

/** Maximum length of an id in bytes of UTF-8. All backends can store ids of this length. */
export const ID_BYTES_MAX = 1000

type IdReaders = { readonly [N in Noun]: (record: GivenRecords[N]) => IdOf<N> }

const ID_READERS: IdReaders = {
  home: (record) => record.zpid,
  building: (record) => record.lotId,
  agent: (record) => record.agentId,
  office: (record) => record.officeId,
  school: (record) => record.schoolId,
  person: (record) => record.personId,
  series: (record) => record.seriesId,
  rate: (record) => record.rateId,
  climate: (record) => record.scoreId,
  offer: (record) => record.offerId,
  experience: (record) => record.experienceId,
  shape: (record) => `${record.layer}/${record.id}`,
}

export function idOf<N extends Noun>(noun: N, record: GivenRecords[N]): IdOf<N> {
  return ID_READERS[noun](record)
}
