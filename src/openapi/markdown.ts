import { FAILURES, type FailureCode } from '../base/failure.ts'
import type { Operation } from '../operations/operation.ts'
import { AREA_TITLES, keyPlaces, type Listed } from './document.ts'
import { ENDPOINT_GROUP, ENDPOINTS } from './endpoints.ts'
import { meaningOf } from './meaning.ts'
import { valuesOf } from './reference.ts'

const MADE = '<!-- Made by `npm run docs`: change the declarations, not this page. -->'

/** Every operation of every area with its parameters. */
export function operationsMarkdown(operations: readonly Operation[], { keyHeaders }: Listed): string {
  const groups = [...new Set(operations.map(({ area, group }) => `Area ${area} · ${AREA_TITLES[area]}: ${group}`))]
  const sections = groups.map((group) => {
    const own = operations.filter(
      (operation) => `Area ${operation.area} · ${AREA_TITLES[operation.area]}: ${operation.group}` === group,
    )
    return [`## ${group}`, ...own.map(operationSection)].join('\n\n')
  })
  const endpoints = ENDPOINTS.map(({ path, summary, keyed }) => [`\`${path}\``, summary, keyed ? 'yes' : 'no'])
  return document(
    '# Operations',
    `Every operation is a GET with the key ${keyPlaces(keyHeaders, (text) => `\`${text}\``)}; HEAD works wherever GET does, at the same cost.`,
    ...sections,
    `## ${ENDPOINT_GROUP}`,
    'In every area, free of charge.',
    table(['Path', 'What it answers', 'Key'], endpoints),
  )
}

/** Every failure by its code. */
export function problemsMarkdown(): string {
  const rows = (Object.keys(FAILURES) as FailureCode[]).map((code) => {
    const [status, title, meaning] = FAILURES[code]
    return [`\`${code}\``, String(status), `${title}. ${meaning}`]
  })
  return document(
    '# Failures',
    'A failure is answered with an `application/problem+json` document (RFC 9457). Programs may rely on `status` and `code`; its sentence stands in `detail`, `message` and `error`.',
    table(['Code', 'Status', 'Meaning'], rows),
  )
}

function operationSection({ path, summary, credits, skip, parameters, rules }: Operation): string {
  const cost = `${credits} ${credits === 1 ? 'credit' : 'credits'}${skip ? '; the plan must open skip tracing' : ''}.`
  const rows = Object.entries(parameters).map(([name, parameter]) => [
    `\`${name}\`${parameter.required ? ' \\*' : ''}`,
    meaningOf(parameter),
    valuesOf(parameter),
  ])
  return [
    `### GET ${path}`,
    `${summary} ${cost}`,
    ...rules.map(({ doc }) => doc),
    ...(rows.length > 0 ? [table(['Parameter', 'Meaning', 'Accepted'], rows)] : []),
  ].join('\n\n')
}

/** A table whose cells may hold any text of one line. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A generated page. */
export function document(title: string, ...parts: readonly string[]): string {
  return `${[title, MADE, ...parts].join('\n\n')}\n`
}
