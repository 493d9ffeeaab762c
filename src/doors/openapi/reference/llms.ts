import { keyPlaces, type Listed } from '../document.ts'
import { text } from '../markdown.ts'
import { type Described, groupsOf, priceOf } from './described.ts'

/** Returns `llms.txt`: a title, a summary, some facts, and lists of links. */
export function llmsText(described: Described, { keyHeaders }: Listed): string {
  const [{ url: origin } = { url: '' }] = described.servers
  const operations = groupsOf(described).flatMap(({ entries }) => entries.filter((entry) => entry.credits > 0))
  return text(
    '# Plat',
    '> A self-hosted HTTP/JSON query service for property data. Every call for data is a GET and returns JSON. You can only write saved searches and webhooks of your own key.',
    [
      `- Base address: ${origin}`,
      `- Key: send your key with every call ${keyPlaces(keyHeaders, (name) => `\`${name}\``)}. Only the operator of this server can give you a key.`,
      '- Credits: only a 200 costs credits, usually one. Each answer has its cost in `x-credits-cost` and your remaining credits in `x-credits-remaining`. `/usage` shows your plan, free of charge.',
      '- Failures: `application/problem+json` with a stable `code`; `detail` says what was wrong and what is allowed. Failures are free. After a 429 or 503, wait for the seconds in `Retry-After`.',
      '- A parameter that cannot be used is never ignored silently: it is refused, or listed in `warnings` and `x-ignored-parameters`. `Prefer: handling=strict` refuses all such parameters.',
    ].join('\n'),
    section('Reference', [
      ['Every operation with its parameters', `${origin}/docs.md`, 'in one text'],
      ['Failures', `${origin}/docs/problems.md`, 'all codes, and what to do about them'],
      ['OpenAPI 3.1', `${origin}/openapi.json`, 'schemas of all parameters and answers'],
    ]),
    section('Tools', [
      [
        'MCP server',
        `${origin}/mcp`,
        'streamable HTTP, with the key as bearer token: tools for tasks instead of single calls',
      ],
      ['RESO Web API', `${origin}/odata`, 'OData, read-only: complete resources in pages'],
    ]),
    section(
      'Operations',
      operations.map((entry) => [
        `${entry.method} ${entry.path}`,
        `${origin}${entry.page ?? ''}.md`,
        `${entry.summary} (${priceOf(entry)})`,
      ]),
    ),
    section('Optional', [['OpenAPI 3.0', `${origin}/openapi-3.0.json`, 'for programs that cannot read 3.1']]),
  )
}

function section(title: string, links: readonly (readonly [name: string, address: string, note: string])[]): string {
  return [`## ${title}`, '', ...links.map(([name, address, note]) => `- [${name}](${address}): ${note}`)].join('\n')
}
