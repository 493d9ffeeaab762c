import { failureTable, operationSection, text } from '../markdown.ts'
import { curlOf } from './browser/snippets.js'
import { askedOf, type Described, type Entry } from './described.ts'
import { type Field, resolved } from './fields.ts'

export function operationMarkdown(entry: Entry, document: Described): string {
  const { answer, example, failures } = entry
  return text(
    operationSection(entry, '#'),
    '## Call',
    fenced('sh', curlOf(askedOf(entry, document))),
    '## Answer',
    'A real answer from a sample catalog, with shortened lists:',
    fenced('json', JSON.stringify(example)),
    ...(answer === undefined ? [] : [fieldLines(resolved(answer, document.components.schemas).fields, '')]),
    ...(failures.length === 0 ? [] : ['## Failures', failureTable(failures)]),
  )
}

function fenced(language: string, body: string): string {
  return `\`\`\`${language}\n${body}\n\`\`\``
}

function fieldLines(fields: readonly Field[], indent: string): string {
  return fields
    .map(({ name, kind, description, isOptional, fields: inner }) => {
      const line = `${indent}- \`${name}\`: ${kind}${isOptional ? ', may be absent' : ''}${description === '' ? '' : `. ${description}`}`
      return inner.length === 0 ? line : `${line}\n${fieldLines(inner, `${indent}  `)}`
    })
    .join('\n')
}
