import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Query } from '../../src/catalog/query.ts'
import { answerQuestions } from '../pinned.ts'
import { type Cluster, startCluster } from '../postgres/cluster.ts'
import { PostgresSearch } from '../postgres/search.ts'
import type { Draw } from '../search/mix.ts'
import { CARDS } from '../search/setting.ts'

export interface PostgresServer {
  /**
   * Answers the port. Only these searches can be asked for: the server is spared reading what their parameters mean.
   */
  listen(order: {
    readonly folder: string
    readonly connections: number
    readonly draws: readonly Draw[]
  }): Promise<number>
}

const PORT_OF_SOCKET = 54_331

const server = createServer()
let cluster: Cluster | undefined
let search: PostgresSearch | undefined

async function respond(response: ServerResponse, query: Query, postgres: PostgresSearch): Promise<void> {
  try {
    const { total, ungrouped, cards } = await postgres.searchCards(query)
    const counts = `{"totalMatchingCount":${total},"ungroupedResultCount":${ungrouped}}`
    const body = `{"message":"200","resultsCount":${counts},"searchResults":[${cards}]}`
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end()
  }
}

answerQuestions(
  {
    async listen({ folder, connections, draws }) {
      const queries = new Map(draws.map(({ url, query }) => [url, query]))
      cluster = await startCluster(folder, PORT_OF_SOCKET)
      const postgres = await PostgresSearch.open(cluster, connections, CARDS)
      search = postgres
      await postgres.prepare([...queries.values()])
      server.on('request', (request, response) => {
        const query = queries.get(request.url ?? '')
        if (query === undefined) response.writeHead(404).end()
        else void respond(response, query, postgres)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return (server.address() as AddressInfo).port // it listens on TCP
    },
  } satisfies PostgresServer,
  async () => {
    server.close()
    server.closeAllConnections()
    await search?.close()
    await cluster?.stop()
  },
)
