import { after } from 'node:test'
import { openDatabaseRecords } from '../../src/catalog/opening/open-database.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { needs } from '../needs.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { openDatabases } from '../postgres/server.ts'
import { withheldContract } from './contract.ts'
import { NOW_MS, SIDES } from './two-catalogs.ts'

const cards = cardMaker(WORDS)

withheldContract(
  'a database',
  async () => {
    const databases = await openDatabases()
    after(() => databases.remove())
    const backend = await PostgresBackend.on(databases)
    after(() => backend.close())
    const urls = new Map(await Promise.all(SIDES.map(async (side) => [side, await backend.newUrl()] as const)))
    const urlOf = (side: (typeof SIDES)[number]) => urls.get(side) ?? ''
    return {
      write: (side, momentMs) => {
        const writer = backend.write(urlOf(side), nobody, cards)
        // Sequence numbers continue from a time in the future, so that the database's clock does not matter.
        if (momentMs === NOW_MS)
          writer.continue(1, { lastChange: momentMs * 1000, logAfter: momentMs * 1000, events: () => [] })
        return writer
      },
      open: async (side) => {
        // This part of the data version is random, and is part of the addresses of tiles.
        await backend.rows(urlOf(side), "UPDATE catalog.meta SET value = 'the same' WHERE name = 'token'")
        return {
          catalog: await backend.read(urlOf(side), nobody, { cards }),
          records: openDatabaseRecords(urlOf(side), 'the database'),
        }
      },
    }
  },
  needs('PostgreSQL'),
)
