import { suite } from 'node:test'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { recordsPut } from '../catalog/catalog-with.ts'
import { addressContract } from '../catalog/contract/address-lookup.ts'
import { agentContract } from '../catalog/contract/agent-lookup.ts'
import { homeSearchContract } from '../catalog/contract/home-search.ts'
import { marketContract } from '../catalog/contract/market-lookup.ts'
import { nearContract } from '../catalog/contract/near-lookup.ts'
import { recordContract } from '../catalog/contract/record-lookup.ts'
import { pagesContract } from '../catalog/contract/record-pages.ts'
import { trialCards } from '../catalog/trial.ts'
import { smallCatalog } from './small-catalog.ts'

function catalogWith(write: (writer: Pick<CatalogWriter, 'put'>) => void) {
  const { home, building, agent, office, school, person, rate, climate } = recordsPut(write)
  return smallCatalog({
    homes: home,
    buildings: building,
    agents: agent,
    offices: office,
    schools: school,
    people: person,
    rates: rate,
    climate,
    cards: trialCards,
  })
}

suite('the small catalog of the tests fulfills the contract of each port', () => {
  recordContract(catalogWith)
  addressContract(catalogWith)
  nearContract(catalogWith)
  agentContract(catalogWith)
  marketContract(catalogWith)
  homeSearchContract(catalogWith)
  pagesContract(catalogWith)
})
