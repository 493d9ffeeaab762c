import { FAILURES, type FailureCode } from '../../../kit/base/failure.ts'
import { Html, html } from '../html.ts'
import { curlOf, LANGUAGES } from './browser/snippets.js'
import {
  askedOf,
  type Described,
  type DescribedParameter,
  type Entry,
  exampleText,
  groupsOf,
  kindOf,
  priceOf,
} from './described.ts'
import { fieldList } from './fields.ts'
import { badges, framed } from './frame.ts'
import { said } from './said.ts'

/** Returns the page of one operation: its call, answers and failures. */
export function operationPage(entry: Entry, document: Described): string {
  const { method, path, group, summary, page } = entry
  const groups = groupsOf(document)
  return framed({
    title: `${method} ${path} · Plat`,
    description: summary.replaceAll('`', ''),
    markdown: `${page ?? ''}.md`,
    groups,
    current: entry,
    body: html`<p class="crumbs"><a href="/docs">All operations</a> / <a href="/docs#${entry.id}">${group}</a></p>
<h1><span class="verb">${method}</span> <code>${path}</code></h1>
<p class="lead">${said(summary)}</p>
<p class="badges">${badges(entry)}</p>
<div class="two"><div class="ask">${request(entry, document)}</div>
<div class="tell">
${parameters(entry)}
${body(entry)}
${answer(entry, document)}
${failures(entry)}
${neighbours(
  entry,
  groups.flatMap(({ entries }) => entries).filter((one) => one.page !== undefined),
)}
</div></div>`,
  })
}

/**
 * Shows the call as code in several languages. A script adds a form to change and send the call. Calls that change data
 * or need an id are shown only for curl, without the form.
 */
function request(entry: Entry, document: Described): Html {
  const { method, path, query, credits } = entry
  const asked = askedOf(entry, document)
  const { origin, keyHeader: header } = asked
  if (method !== 'GET' || path.includes('{'))
    return html`<section><h2>Call</h2><div class="code sheet"><pre tabindex="0"><code>${curlOf(asked)}</code></pre></div></section>`
  return html`<section id="request" data-path="${path}" data-origin="${origin}" data-key-header="${header ?? ''}" data-price="${priceOf({ credits })}" data-query="${JSON.stringify(query)}">
<h2>Call</h2>
<div class="trial" hidden></div>
${LANGUAGES.map(
  ([language, write], index) =>
    html`<details class="code sheet" name="language"${index === 0 ? new Html(' open') : ''} data-language="${language}"><summary>${language}</summary><pre tabindex="0"><code>${write(asked)}</code></pre></details>`,
)}</section>`
}

function parameters({ parameters: all, id, rules }: Entry): Html {
  if (all.length === 0)
    return html`<section><h2 id="${id}.parameters">Parameters</h2><p class="soft">None.</p></section>`
  const needed = all.filter(({ required }) => required)
  const others = all.filter(({ required }) => !required)
  return html`<section><h2 id="${id}.parameters">Parameters</h2>
${rules.length === 0 ? '' : html`<ul class="rules">${rules.map((rule) => html`<li>${said(rule)}</li>`)}</ul>`}
<div class="rows">${[...needed, ...others].map(parameterRow)}</div></section>`
}

function body({ body: keys, id }: Entry): Html {
  if (keys.length === 0) return html``
  return html`<section><h2 id="${id}.body">Body</h2><p class="soft">A JSON object.</p>
<div class="rows">${keys.map(parameterRow)}</div></section>`
}

/** A longer list of values is folded. */
const MAX_VALUES_UNFOLDED = 12

function parameterRow({ name, description, required, schema, example }: DescribedParameter): Html {
  const values = schema.enum ?? schema.items?.enum ?? []
  const isOne = schema.enum !== undefined
  const chips = html`<span class="values">${values.map((value) => html`<code>${String(value)}</code> `)}</span>`
  const standard = schema.default
  const shown = schema.type !== 'boolean' && !isOne && example !== standard
  return html`<div class="parameter" id="${name}" data-kind="${schema.type}"${required ? html` data-required` : ''} data-example="${exampleText(example)}">
<h3><a href="#${name}"><code>${name}</code></a> ${required ? html`<b class="must">required</b> ` : ''}<span class="kind">${
    isOne ? 'one of' : kindOf(schema)
  }</span></h3>
<p>${said(description)}</p>
${values.length === 0 ? '' : values.length > MAX_VALUES_UNFOLDED ? html`<details><summary>${values.length} values</summary>${chips}</details>` : chips}
${shown ? html`<p class="soft">Example: <code>${exampleText(example)}</code></p>` : ''}${
  standard === undefined ? '' : html`<p class="soft">Default: <code>${String(standard)}</code></p>`
}</div>`
}

function answer({ answer: schema, example, query, id, headers }: Entry, { components }: Described): Html {
  if (schema === undefined) return html``
  const asked = query.map(([name, value]) => `${name}=${value}`).join(', ')
  return html`<section><h2 id="${id}.answer">Answer</h2>
${
  example === undefined
    ? ''
    : html`<details class="code sheet"><summary>A real answer</summary><pre tabindex="0"><code>${json(example)}</code></pre><p class="soft">From a sample catalog${
        asked === '' ? '' : html`, for <code>${asked}</code>`
      }, with shortened lists.</p></details>`
}
<details class="fold sheet"><summary>Fields</summary>${fieldList(schema, components.schemas)}</details>
${
  headers.length === 0
    ? ''
    : html`<details class="fold sheet"><summary>Headers</summary><dl class="headers">${headers.map(
        (name) => html`<dt><code>${name}</code></dt><dd>${said(components.headers[name]?.description ?? '')}</dd>`,
      )}</dl></details>`
}
</section>`
}

/** Returns JSON with bold keys. */
export function json(value: unknown): Html {
  const lines = JSON.stringify(value, null, 2).split('\n')
  return new Html(
    lines
      .map((line) => {
        const [, indent = '', key, rest = ''] = line.match(/^(\s*)("(?:[^"\\]|\\.)*")?(.*)$/) ?? []
        return key !== undefined && rest.startsWith(':') ? html`${indent}<b>${key}</b>${rest}`.text : html`${line}`.text
      })
      .join('\n'),
  )
}

function failures({ failures: codes, id }: Entry): Html {
  if (codes.length === 0) return html``
  const own = codes.filter(isOwn)
  const others = codes.filter((code) => !isOwn(code))
  return html`<section><h2 id="${id}.failures">Failures</h2>
${own.length === 0 ? '' : failureRows(own)}
${others.length === 0 ? '' : html`<details class="fold sheet"><summary>Failures of any call</summary>${failureRows(others)}</details>`}
<p class="soft">Failures are free. <a href="/docs/problems">All failures</a></p></section>`
}

/** Whether a failure is about this request, not about the key, credits, plan or server. */
function isOwn(code: FailureCode): boolean {
  return !/^(key|credits|plan|rate|calls|misses|server|catalogue)\./.test(code)
}

export function failureRows(codes: readonly FailureCode[], anchored = false): Html {
  const rows = codes.map((code) => {
    const [status, title, meaning, remedy] = FAILURES[code]
    return html`<div class="failure"${anchored ? html` id="${code}"` : ''}><h3><span class="status">${status}</span> <a href="/docs/problems#${code}"><code>${code}</code></a> <span class="soft">${title}</span></h3>
<p>${said(meaning)}</p><p class="remedy">${said(remedy)}</p></div>`
  })
  return html`<div class="rows">${rows}</div>`
}

function neighbours({ id }: Entry, all: readonly Entry[]): Html {
  const at = all.findIndex((one) => one.id === id)
  return html`<nav class="neighbours" aria-label="Previous and next operation">${link(all[at - 1], 'Previous')}${link(all[at + 1], 'Next')}</nav>`
}

function link(one: Entry | undefined, words: string): Html {
  if (one === undefined) return html`<span></span>`
  return html`<a href="${one.page ?? ''}"><span class="soft">${words}</span><code>${one.path}</code></a>`
}
