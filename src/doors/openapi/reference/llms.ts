import { keyPlaces, type Listed } from '../document.ts'
import { text } from '../markdown.ts'
import { type Described, groupsOf, priceOf } from './described.ts'

/** Returns `llms.txt`: a title, a summary in a quote, some facts, and lists of links. */
export function llmsText(described: Described, { keyHeaders }: Listed): string {
  const [{ url: origin } = { url: '' }] = described.servers
  const operations = groupsOf(described).flatMap(({ entries }) => entries.filter((entry) => entry.credits > 0))
  return text(
    '# Plat',
    '> A self-hosted HTTP/JSON query service for property data. Every call for data is a GET and answers JSON; only saved searches and webhooks of the own key are written.',
    [
      `- Base address: ${origin}`,
      `- Key: every call carries one ${keyPlaces(keyHeaders, (name) => `\`${name}\``)}. The operator of this server gives keys out; there is no other way to get one.`,
      '- Credits: only a 200 costs any, mostly one. `x-credits-cost` and `x-credits-remaining` on each answer say what it cost and what is left; `/usage` tells the plan, free of charge.',
      '- Failures: `application/problem+json` with a stable `code`; `detail` says what was given and what is accepted. They cost nothing. On a 429 or 503, wait as many seconds as `Retry-After` says.',
      '- A parameter that cannot be used is never dropped in silence: it is refused, or told in `warnings` and in `x-ignored-parameters`. `Prefer: handling=strict` refuses all of them.',
    ].join('\n'),
    section('Reference', [
      ['Every operation with its parameters', `${origin}/docs.md`, 'in one text'],
      ['Failures', `${origin}/docs/problems.md`, 'every code, and what to do about it'],
      ['OpenAPI 3.1', `${origin}/openapi.json`, 'schemas of all parameters and answers'],
    ]),
    section('Tools', [
      ['MCP server', `${origin}/mcp`, 'streamable HTTP, the key as bearer: tools by task instead of calls'],
      ['RESO Web API', `${origin}/odata`, 'OData, read-only: whole resources, page by page'],
    ]),
    section(
      'Operations',
      operations.map((entry) => [
        `${entry.method} ${entry.path}`,
        `${origin}${entry.page ?? ''}.md`,
        `${entry.summary} (${priceOf(entry)})`,
      ]),
    ),
    section('Optional', [['OpenAPI 3.0', `${origin}/openapi-3.0.json`, 'for programs that read no 3.1']]),
  )
}

function section(title: string, links: readonly (readonly [name: string, address: string, note: string])[]): string {
  return [`## ${title}`, '', ...links.map(([name, address, note]) => `- [${name}](${address}): ${note}`)].join('\n')
}
