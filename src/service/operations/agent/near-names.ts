import type { AgentLookup } from '../../../catalog/ports/agent-lookup.ts'
import type { AgentQuery } from '../../../catalog/ports/agents.ts'
import { editDistance } from '../../../kit/algorithms/edit-distance.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import { nameReadings } from '../../../kit/names/person-name.ts'
import type { Agent } from '../../../model/agent.ts'

/** Maximum number of agents examined for each kind of misspelling, and maximum number of names returned. */
const [LOOKED_AT, OFFERED_MAX] = [60, 5]

/** Maximum number of words. Longer input is not a name, and each word costs a search. */
const WORDS_MAX = 8

/** Returns how many typos a word may have. A short word may have none, because another letter makes another name. */
function slipsIn(word: string): number {
  return word.length < 3 ? 0 : word.length < 6 ? 1 : 2
}

/**
 * Returns names of agents with a similar spelling, nearest first. Candidates have all words but one, or words with the
 * same beginnings. They must meet the other conditions of the query.
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

/** Counts the typos between the words and a name. Undefined if a word is similar to no word of the name. */
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
