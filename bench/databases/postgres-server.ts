import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Query } from '../../src/catalog/ports/query.ts'
import { answerQuestions } from '../harness/pinned.ts'
import type { Draw } from '../questions/mix.ts'
import { PostgresSearch } from './postgres.ts'

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

const server = createServer()
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

async function listen({ folder, connections, draws }: Parameters<PostgresServer['listen']>[0]): Promise<number> {
  const queries = new Map(draws.map(({ url, query }) => [url, query]))
  const postgres = await PostgresSearch.open(folder, connections)
  search = postgres
  await postgres.prepare([...queries.values()])
  server.on('request', (request, response) => {
    const query = queries.get(request.url ?? '')
    if (query === undefined) response.writeHead(404).end()
    else void respond(response, query, postgres)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // it listens on TCP
}

answerQuestions({ listen } satisfies PostgresServer, async () => {
  server.close()
  server.closeAllConnections()
  await search?.close()
})
