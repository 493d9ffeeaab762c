import { FAILURES, type FailureCode } from '../../kit/base/failure.ts'
import type { Operation } from '../../service/operations/operation.ts'
import { documentOf, keyPlaces, type Listed } from './document.ts'
import { endpointName } from './endpoint.ts'
import { ENDPOINT_GROUP, ENDPOINTS } from './endpoints.ts'
import {
  type Described,
  type DescribedParameter,
  type Entry,
  type Group,
  groupsOf,
  priceOf,
  valuesOf,
} from './reference/described.ts'

const MADE = '<!-- Made by `npm run docs`: change the declarations, not this page. -->'

const code = (word: string) => `\`${word}\``

/** Returns `docs/operations.md`: all operations with their parameters. */
export function operationsMarkdown(operations: readonly Operation[], listed: Listed): string {
  const described = documentOf(undefined, operations, listed, '') as Described // `documentOf` returns this shape
  const areaOf = ({ name }: Group) => operations.find(({ group }) => group === name)?.area
  return document(
    '# Operations',
    callSentence(listed),
    ...operationGroups(described).map((group) => {
      const area = areaOf(group)
      return groupSection(group, area === undefined ? '' : `Area ${area} · `)
    }),
    ENDPOINTS_SECTION,
  )
}

/** Returns `/docs.md`: all operations on one page. */
export function referenceMarkdown(described: Described, listed: Listed): string {
  const [{ url: origin } = { url: '' }] = described.servers
  const pages = operationGroups(described).map((group) => groupSection(group, ''))
  return text(
    '# All operations of Plat',
    `${callSentence(listed)} Send calls to ${origin}. Only a 200 costs credits; \`x-credits-remaining\` shows how many are left.`,
    `Each operation has a page with the fields of its answer, a real answer and its failures, such as [/docs${firstPath(described)}.md](${origin}/docs${firstPath(described)}.md). The complete description for programs is [OpenAPI](${origin}/openapi.json). Failures by code: [/docs/problems.md](${origin}/docs/problems.md).`,
    ...pages,
    ENDPOINTS_SECTION,
  )
}

function firstPath({ paths }: Described): string {
  return Object.keys(paths)[0] ?? ''
}

function callSentence({ keyHeaders }: Listed): string {
  return `Every operation is a GET with the key ${keyPlaces(keyHeaders, code)}; HEAD works for every GET, at the same cost.`
}

const ENDPOINTS_SECTION = [
  `## ${ENDPOINT_GROUP}`,
  'Free of charge.',
  table(
    ['Path', 'Answer', 'Key'],
    ENDPOINTS.filter(({ group }) => group === undefined).map((endpoint) => [
      code(endpointName(endpoint)),
      endpoint.summary,
      endpoint.keyed ? 'yes' : 'no',
    ]),
  ),
].join('\n\n')

function operationGroups(described: Described): readonly Group[] {
  return groupsOf(described).filter(({ name }) => name !== ENDPOINT_GROUP)
}

function groupSection({ name, entries }: Group, before: string): string {
  return [`## ${before}${name}`, ...entries.map((entry) => operationSection(entry, '###'))].join('\n\n')
}

function rowOf(parameter: DescribedParameter): readonly string[] {
  const mark = parameter.required ? ' \\*' : ''
  return [`\`${parameter.name}\`${mark}`, parameter.description, valuesOf(parameter)]
}

/** Describes an operation: its purpose, price, parameters and refusals. */
export function operationSection(entry: Entry, heading: string): string {
  const { method, path, summary, opens, parameters, body, rules, failures } = entry
  const rows = parameters.map(rowOf)
  const own = failures.slice(0, failures.indexOf('key.missing')).filter((one) => one !== 'param.invalid')
  return [
    `${heading} ${method} ${path}`,
    `${summary} ${priceOf(entry)}${opens === undefined ? '' : `; the plan must allow ${opens}`}.`.replace(' free.', ''),
    ...rules,
    ...(rows.length > 0 ? [table(['Parameter', 'Meaning', 'Accepted'], rows)] : []),
    ...(body.length > 0 ? [table(['Key of the body, in JSON', 'Meaning', 'Accepted'], body.map(rowOf))] : []),
    ...(own.length > 0 ? [`Specific refusals: ${own.map(code).join(', ')}.`] : []),
  ].join('\n\n')
}

/** Returns `docs/failures.md`: all failures by code. */
export function problemsMarkdown(): string {
  return document(
    '# Failures',
    'A failure returns an `application/problem+json` document (RFC 9457) and is free. Programs may rely on `status` and `code`. The same sentence is in `detail`, `message` and `error`.',
    failureTable(Object.keys(FAILURES) as FailureCode[]), // FAILURES has no other keys
  )
}

export function failureTable(codes: readonly FailureCode[]): string {
  const rows = codes.map((one) => {
    const [status, title, meaning, remedy] = FAILURES[one]
    return [code(one), String(status), `${title}. ${meaning}`, remedy]
  })
  return table(['Code', 'Status', 'Meaning', 'What to do'], rows)
}

/** Returns a Markdown table. Cells may contain any text, except line breaks. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function document(title: string, ...parts: readonly string[]): string {
  return text(title, MADE, ...parts)
}

export function text(...parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`
}
