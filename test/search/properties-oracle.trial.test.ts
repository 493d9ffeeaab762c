import { after, before, suite } from 'node:test'
import { questionsOf, SEED } from '../long-run.ts'
import { MadeCatalog } from '../odata/made-catalog.ts'
import { type KnownProperty, knownProperties } from './naive-properties.ts'
import { compareProperties, propertyCommits } from './properties-contract.ts'

suite(`properties of a data folder and the oracle (SEED=${SEED})`, () => {
  const made = new MadeCatalog()
  let records: readonly KnownProperty[]

  before(async () => {
    for (const change of (await propertyCommits()).changes) made.write(change)
    records = await knownProperties(made.catalog.pages)
  })
  after(() => made.remove())

  compareProperties(questionsOf('search/properties', 400), () => ({ properties: made.catalog.properties, records }))
})
