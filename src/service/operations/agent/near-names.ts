import type { AgentLookup } from '../../../catalog/ports/agent-lookup.ts'
import type { AgentQuery } from '../../../catalog/ports/agents.ts'
import { editDistance } from '../../../kit/algorithms/edit-distance.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import { nameReadings } from '../../../kit/names/person-name.ts'
import type { Agent } from '../../../model/agent.ts'

/** Agents that are looked at for each way in which a name may be misspelt, and names that are offered. */
const [LOOKED_AT, OFFERED_MAX] = [60, 5]

/** A text of more words is no name: each word is another search. */
const WORDS_MAX = 8

/** Slips in a word that are forgiven: short words with another letter are other names. */
function slipsIn(word: string): number {
  return word.length < 3 ? 0 : word.length < 6 ? 1 : 2
}

/**
 * Returns names of agents that are spelled nearly as the words are, the nearest first. Candidates have all words but
 * one, or begin every word alike; the other conditions of the query hold for them too.
 */
export async function nearNames(
  words: readonly string[],
  query: Omit<AgentQuery, 'nameWords' | 'offset' | 'limit'>,
  lookup: AgentLookup,
  agentOf: (agentId: string) => Promise<Agent | undefined>,
): Promise<readonly string[]> {
  if (words.length > WORDS_MAX) return []
  const ways = words.flatMap((_, i) => (words.length > 1 ? [words.toSpliced(i, 1)] : []))
  const ids = new Set<string>()
  for (const nameWords of [words.map((word) => word.slice(0, 2)), words.map((word) => word.slice(0, 1)), ...ways]) {
    await nextSlot() // each search takes some milliseconds
    const { agentIds } = await lookup.page({ ...query, nameWords, offset: 0, limit: LOOKED_AT })
    for (const agentId of agentIds) ids.add(agentId)
  }
  const agents = await Promise.all([...ids].map(agentOf))
  const slips = new Map<string, number>()
  for (const agent of agents) {
    const sum = agent === undefined ? undefined : slipsTo(agent.name, words)
    if (agent !== undefined && sum !== undefined) slips.set(agent.name, sum)
  }
  return [...slips]
    .sort(([one, before], [other, after]) => before - after || (one < other ? -1 : 1))
    .slice(0, OFFERED_MAX)
    .map(([name]) => name)
}

/** Counts the slips between words and the words of a name. Undefined where a word is like none of them. */
function slipsTo(name: string, words: readonly string[]): number | undefined {
  const [known = []] = nameReadings(name)
  let sum = 0
  for (const word of words) {
    const most = slipsIn(word)
    const counts = known.map((one) => editDistance(word, one, most) ?? Infinity)
    const least = Math.min(...counts)
    if (least > most) return undefined
    sum += least
  }
  return sum
}
