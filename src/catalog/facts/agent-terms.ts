import { foldText } from '../../kit/names/name-key.ts'
import type { Agent } from '../../model/agent.ts'
import { cityRegionKey, stateRegionKey } from '../../places/regions/region-keys.ts'
import type { AgentQuery } from '../ports/agents.ts'
import type { DealKind } from './tallied-deals.ts'

/** The terms of the agent index: a kind and a text. Names are also found by prefix. */
export const TERM = {
  region: (key: string) => `region/${key}`,
  name: (word: string) => `name/${word}`,
  trait: (trait: AgentQuery['traits'][number]) => `trait/${trait}`,
  specialty: (name: string) => `specialty/${name}`,
  language: (name: string) => `language/${name}`,
} as const

/** The part of an agent that searches know. */
export type SearchedAgent = Pick<
  Agent,
  'agentId' | 'username' | 'name' | 'city' | 'state' | 'isTopAgent' | 'specialties' | 'languages'
>

/** All terms of an agent. `regions`: keys of the regions of their deals' homes. */
export function termsOf(
  agent: SearchedAgent,
  kinds: ReadonlySet<DealKind>,
  regions: ReadonlySet<string>,
): ReadonlySet<string> {
  const { city, state, isTopAgent, specialties = [], languages = [] } = agent
  const terms = new Set<string>()
  for (const key of regions) terms.add(TERM.region(key))
  if (state) terms.add(TERM.region(stateRegionKey(state)))
  if (city && state) terms.add(TERM.region(cityRegionKey(city, state)))
  for (const word of wordsOfName(agent)) terms.add(TERM.name(word))
  if (isTopAgent) terms.add(TERM.trait('top'))
  if (kinds.has('Buyer') || kinds.has('Buyer and Seller')) terms.add(TERM.trait('forBuyers'))
  if (kinds.has('Seller') || kinds.has('Buyer and Seller') || kinds.has('sale')) terms.add(TERM.trait('forSellers'))
  for (const specialty of specialties) terms.add(TERM.specialty(specialty))
  for (const language of languages.length === 0 ? ['english'] : languages) terms.add(TERM.language(language))
  return terms
}

/** Words that find an agent while somebody types a name. */
export function wordsOfName({ name }: Pick<Agent, 'name'>): string[] {
  return foldText(name)
    .split(' ')
    .filter((word) => word !== '')
}

const CITIES_MAX = 20

/** Keys of cities, those with most homes of an agent first. */
export function citiesByHomes(homes: Iterable<readonly [city: string, homes: number]>): string[] {
  const ordered = [...homes].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return ordered.slice(0, CITIES_MAX).map(([key]) => key)
}
