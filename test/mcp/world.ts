import assert from 'node:assert/strict'
import type { Client } from '@modelcontextprotocol/client'
import type { Served } from '../e2e/program.ts'

/** The keys of a search result that tests use. */
export interface Card {
  readonly zpid: number
  readonly address: { readonly city: string; readonly state: string; readonly streetAddress: string }
  readonly bathrooms?: number
  readonly livingArea?: number
  readonly price?: { readonly value: number }
  readonly estimates?: { readonly zestimate?: number | null }
}

export interface ToolAnswer {
  readonly isError: boolean
  readonly text: string
  /** The structured data of the answer; empty if the answer has none. */
  readonly data: Data
}

export interface Data {
  readonly total?: number
  readonly more?: string | null
  readonly applied?: readonly { readonly argument: string; readonly words: string; readonly value: string }[]
  readonly dropped?: readonly { readonly words: string }[]
  readonly ambiguous?: readonly { readonly words: string; readonly why: string }[]
  readonly credits?: { readonly spent: number; readonly left: number }
  readonly as_of?: string
  readonly sample?: boolean
  readonly source?: string | null
  readonly [name: string]: unknown
}

type Row = Readonly<Record<string, unknown>>

/** Returns the rows of a table as objects. */
export function rowsOf(table: unknown): Row[] {
  const { columns, rows } = table as { columns: string[]; rows: unknown[][] } // every list in an answer has this form
  return rows.map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i]])))
}

/** A service with a sample, an AI agent that calls it, and the sample's homes for sale. */
export class World {
  readonly served: Served
  readonly client: Client
  readonly homes: Card[] = []
  /** The sum of the costs that the answers of all calls state. */
  spent = 0

  constructor(served: Served, client: Client) {
    this.served = served
    this.client = client
  }

  /** Reads all homes for sale by agents or owners. */
  async read(): Promise<void> {
    for (let page = 1; page <= 5; page++) {
      const query = { location: 'USA', listingStatus: 'For_Sale', page: String(page) }
      const { searchResults } = await this.get('/search/byaddress', query)
      const results = searchResults as { property: Card }[] // homes for sale are not grouped
      this.homes.push(...results.map(({ property }) => property))
      if (results.length < 200) break
    }
  }

  /** Makes a plain HTTP call, which must succeed. */
  async get(path: string, query: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const { a, key } = this.served
    const response = await fetch(`${a}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { 'x-service-key': key },
    })
    assert.equal(response.status, 200, path)
    this.spent += Number(response.headers.get('x-credits-cost'))
    return (await response.json()) as Record<string, unknown>
  }

  /** Calls a tool with the official MCP client, which validates the answer with the tool's schema. */
  async call(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const result = await this.client.callTool({ name, arguments: given })
    const [content] = result.content
    assert(content?.type === 'text')
    const data = (result.structuredContent ?? {}) as Data // the tool's schema declares this type
    const fetched = data.metadata as Data | undefined // the tool `fetch` has its data here
    this.spent +=
      (data.credits ?? fetched?.credits)?.spent ?? Number(/Credits spent: (\d+)/.exec(content.text)?.[1] ?? 0)
    return { isError: result.isError === true, text: content.text, data }
  }

  /** Counts the homes for sale that match, by testing all of them. */
  count(fits: (home: Card) => boolean): number {
    return this.homes.filter(fits).length
  }
}
