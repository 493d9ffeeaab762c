import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Agent } from '../../src/model/agent.ts'
import { AGENTS, HOMES, OFFICES } from '../operations/made-homes.ts'
import { ODD_HOMES, oddHome } from '../search/odd-homes.ts'
import { ODD_OFFERS, oddOffer } from '../search/odd-records.ts'

const CORNER = { latitude: 30.25, longitude: -97.5 }
const AWKWARD = `O'Hara & "Sons" <Ł> / 50 % \\ +1; a,b (c) 😀`

/** Keys that are easily confused with others in a URL or a sorted list. */
const AGENT_IDS = ["O'Hara", 'a', 'a b', 'a-0001', 'X1', 'X1-0', 'é/ü', '50 %', 'k?#&=+']

const ODD_AGENTS: readonly Agent[] = AGENT_IDS.map((agentId, i) => ({
  agentId,
  username: `odd-${i}`,
  name: i % 2 === 0 ? AWKWARD : 'Ann',
  ...(i % 2 === 0 && { photoUrl: `https://a.example/${i}.jpg`, languages: ['english', 'polish'] }),
  ...(i % 3 === 0 && { officeId: OFFICES[0]?.officeId ?? '' }),
}))

/** Writes records with all parts, records with almost none, and records with text that must be quoted somewhere. */
export function writeOddWorld(writer: Pick<CatalogWriter, 'put'>): void {
  for (const office of OFFICES) writer.put('office', office)
  for (const agent of [...AGENTS, ...ODD_AGENTS]) writer.put('agent', agent)
  for (const home of [...HOMES, ...ODD_HOMES])
    if (Number.isInteger(home.facts.bedroomsTotal ?? 0)) writer.put('home', home)
  for (const [i, offer] of ODD_OFFERS.entries()) writer.put('offer', { ...offer, offerId: 5_000_000 + i })
  writer.put('offer', oddOffer(77, { city: AWKWARD, photos: ['https://a.example/77.jpg'], heating: 'gas_urban' }))
  for (const [i, agentId] of AGENT_IDS.entries())
    writer.put(
      'home',
      oddHome(7_000 + i, {
        point: { latitude: CORNER.latitude + i, longitude: CORNER.longitude - i },
        address: { city: AWKWARD, subdivision: i % 2 === 0 ? AWKWARD : 'Enfield' },
        facts: { cooling: ['Central A/C', AWKWARD], storiesTotal: 1 + i / 2, heating: [] },
        listing: {
          listAgentId: agentId,
          coListAgentId: 'nobody',
          status: i % 2 === 0 ? 'ActiveUnderContract' : 'Withdrawn',
          onMarketMs: Date.UTC(2026, 4, i + 1, i, 30, 0, i),
          description: AWKWARD,
          photos: [{ url: 'https://a.example/1', caption: AWKWARD, width: 640 }, { url: 'https://a.example/2' }],
          openHouses: [
            { startMs: Date.UTC(2026, 5, 20, 2), endMs: Date.UTC(2026, 5, 20, 4) },
            { startMs: Date.UTC(2026, 5, 21, 10), endMs: Date.UTC(2026, 5, 21, 12) },
          ],
        },
      }),
    )
}
