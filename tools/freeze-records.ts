import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import type { GivenRecords, Noun } from '../src/catalog/ports/nouns.ts'
import { anyHome } from '../test/operations/any-home.ts'
import { CLIMATE } from '../test/operations/made-climate.ts'
import { AGENTS, HOMES, NOW_MS, OFFICES, RATES, SCHOOLS, TOWER } from '../test/operations/made-homes.ts'
import { PEOPLE } from '../test/operations/made-people.ts'
import { EXPERIENCES, OFFERS } from '../test/operations/made-portals.ts'
import { type Gathered, gatherSample } from '../test/sample/trial.ts'
import { ODD_HOMES } from '../test/search/odd-homes.ts'

/**
 * `node tools/freeze-records.ts` writes test/fixtures/records.ndjson. From these records, a test computes the
 * fingerprints of everything that has a version. The records are frozen, so that a changed sample or test home needs no
 * new version. Run the tool if records get new fields that the fingerprints should cover. The fingerprints then change
 * without a new version.
 *
 * The file contains a record of the sample or the tests only if it has something new: a field, a value of a closed set,
 * or a home type with a new listing state.
 */
const MAX_DISTINCT_VALUES = 10

const { records: sample } = await gatherSample(3000, 1, NOW_MS)
const candidates: Gathered = {
  ...sample,
  home: [...HOMES, ...sample.home, ...ODD_HOMES, ...fc.sample(anyHome, { numRuns: 300, seed: 1 })],
  building: [TOWER, ...sample.building],
  agent: [...AGENTS, ...sample.agent],
  office: [...OFFICES, ...sample.office],
  school: [...SCHOOLS, ...sample.school],
  person: [...PEOPLE, ...sample.person],
  rate: [...RATES],
  climate: [...CLIMATE, ...sample.climate],
  offer: [...OFFERS],
  experience: [...EXPERIENCES],
}

/** The buildings, agents and offices of the selected homes are selected too. */
const homes = telling(candidates.home, (home) => home.zpid)
const named = new Set(
  homes.flatMap(({ lotId, listing }) => [lotId, listing?.listAgentId, listing?.coListAgentId, listing?.buyerAgentId]),
)
const agents = candidates.agent.filter(({ agentId }) => named.has(agentId))
const offices = new Set(agents.map(({ officeId }) => officeId))
const kept: { readonly [N in Noun]: readonly GivenRecords[N][] } = {
  building: candidates.building.filter(({ lotId }) => named.has(lotId)),
  office: candidates.office.filter(({ officeId }) => offices.has(officeId)),
  agent: agents,
  home: homes,
  school: telling(candidates.school, ({ schoolId }) => schoolId),
  person: telling(candidates.person, ({ personId }) => personId),
  series: telling(candidates.series, ({ seriesId }) => seriesId),
  rate: telling(candidates.rate, ({ rateId }) => rateId),
  climate: telling(candidates.climate, ({ scoreId }) => scoreId),
  offer: telling(candidates.offer, ({ offerId }) => offerId),
  experience: telling(candidates.experience, ({ experienceId }) => experienceId),
  shape: [],
}
const lines = Object.entries(kept).flatMap(([noun, records]) =>
  records.map((record) => JSON.stringify({ noun, record })),
)
writeFileSync(new URL('../test/fixtures/records.ndjson', import.meta.url), `${lines.join('\n')}\n`)
for (const [noun, records] of Object.entries(kept)) process.stdout.write(`${noun}: ${records.length}\n`)

/** Returns the records with something that no earlier record has. Each id occurs once. */
function telling<R extends object>(records: readonly R[], idOf: (record: R) => unknown): R[] {
  const values = new Map<string, Set<unknown>>()
  for (const record of records) {
    walk('', record, (path, value) => {
      const distinct = values.get(path) ?? new Set()
      values.set(path, distinct)
      if (distinct.size <= MAX_DISTINCT_VALUES) distinct.add(value)
    })
  }
  const [seen, ids] = [new Set<string>(), new Set<unknown>()]
  return records.filter((record) => {
    if (ids.has(idOf(record))) return false
    ids.add(idOf(record))
    const before = seen.size
    walk('', record, (path, value) => {
      seen.add(path)
      if ((values.get(path)?.size ?? 0) <= MAX_DISTINCT_VALUES) seen.add(`${path}=${String(value)}`)
    })
    const { homeType, listing } = record as Partial<GivenRecords['home']> // records of other types do not have these keys
    seen.add(`${homeType}, ${listing?.kind}, ${listing?.status}`)
    return seen.size > before
  })
}

/**
 * Calls `visit` for each value in a record that is not an object. All items of a list have the same path. So do all
 * values of an object with free keys.
 */
function walk(path: string, value: unknown, visit: (path: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) visit(path, value)
  else
    for (const [key, each] of Object.entries(value))
      walk(Array.isArray(value) || path.endsWith('.other') ? `${path}[]` : `${path}.${key}`, each, visit)
}
