import type { Area, Operation } from '../operations/operation.ts'
import type { Parameter } from '../params/index.ts'
import { AREA_TITLES, keyPlaces, type Listed, operationId } from './document.ts'
import { ENDPOINT_GROUP, ENDPOINTS } from './endpoints.ts'
import { type Html, html, page, prose } from './html.ts'
import { meaningOf } from './meaning.ts'

/** The operations of one area as a page to read: contents, then every operation with its parameters. */
export function referencePage(area: Area, operations: readonly Operation[], { keyHeaders }: Listed): string {
  const own = operations.filter((operation) => operation.area === area)
  const groups = [...new Set(own.map(({ group }) => group))]
  return page(
    `Plat, area ${area}: ${AREA_TITLES[area]}`,
    html`<p>Every operation is a GET with the key ${prose(keyPlaces(keyHeaders, (text) => `\`${text}\``))}. The same in full, for
programs: <a href="/openapi.json">/openapi.json</a>, or <a href="/openapi-3.0.json">/openapi-3.0.json</a> for those that read
no OpenAPI 3.1. Failures by code: <a href="/docs/problems">/docs/problems</a>.</p>
<ul>${own.map(({ path }) => html`<li><a href="#${operationId(path)}"><code>${path}</code></a></li>`)}</ul>
${groups.map((group) => html`<h2>${group}</h2>${own.filter((one) => one.group === group).map(section)}`)}
<h2>${ENDPOINT_GROUP}</h2>
<table>${ENDPOINTS.map(
      ({ path, summary, keyed }) =>
        html`<tr><td><code>${path}</code></td><td>${summary}</td><td class="quiet">${keyed ? 'key' : 'no key'}, free</td></tr>`,
    )}</table>`,
  )
}

function section({ path, summary, credits, skip, parameters, rules }: Operation): Html {
  const names = Object.entries(parameters)
  const cost = credits === 1 ? '1 credit' : `${credits} credits`
  return html`<h3 id="${operationId(path)}"><code>GET ${path}</code></h3>
<p>${prose(summary)} <span class="quiet">${cost}${skip ? '; the plan must open skip tracing' : ''}</span></p>
${rules.map(({ doc }) => html`<p>${prose(doc)}</p>`)}
${names.length === 0 ? '' : html`<table>${names.map(([name, parameter]) => row(name, parameter))}</table>`}`
}

function row(name: string, parameter: Parameter<unknown>): Html {
  return html`<tr><td><code>${name}</code>${parameter.required ? ' *' : ''}</td><td>${prose(meaningOf(parameter))}</td>
<td>${prose(valuesOf(parameter))}</td></tr>`
}

/** What a parameter accepts, in few words, with its default or an example. Wire text is in backticks. */
export function valuesOf({ shape, required, schema }: Parameter<unknown>): string {
  const standard = schema.default === undefined ? '' : `, default \`${schema.default}\``
  if (schema.enum !== undefined) return `${schema.enum.map((value) => `\`${value}\``).join(', ')}${standard}`
  const bounds = [
    schema.minimum === undefined ? '' : ` from ${schema.minimum}`,
    schema.maximum === undefined ? '' : ` up to ${schema.maximum}`,
    schema.maxLength === undefined ? '' : ` of up to ${schema.maxLength} characters`,
  ]
  const kind = { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false' }[schema.type]
  const example = required || standard === '' ? `, e.g. \`${shape.example}\`` : ''
  return `${kind}${bounds.join('')}${standard}${schema.type === 'boolean' ? '' : example}`
}
