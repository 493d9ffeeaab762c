import { after, before, suite } from 'node:test'
import type { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { questionsOf, SEED } from '../long-run.ts'
import { needs } from '../needs.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { type KnownProperty, knownProperties } from './naive-properties.ts'
import { compareProperties, propertyCommits } from './properties-contract.ts'

suite(`properties on PostgreSQL and the oracle (SEED=${SEED})`, needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let backend: PostgresBackend
  let catalog: PostgresCatalog
  let known: readonly KnownProperty[]

  before(async () => {
    databases = await openDatabases()
    backend = await PostgresBackend.on(databases)
    const url = await backend.newUrl()
    for (const change of (await propertyCommits()).changes) {
      const writer = backend.write(url)
      change(writer)
      writer.commit()
    }
    catalog = await backend.read(url)
    known = await knownProperties(catalog.pages)
  })
  after(async () => {
    await catalog?.close()
    await backend?.close()
    await databases?.remove()
  })

  compareProperties(questionsOf('search/properties-postgres', 3_000, 600), () => ({
    properties: catalog.properties,
    known,
  }))
})
