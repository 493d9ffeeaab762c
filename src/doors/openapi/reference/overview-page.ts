import { type Html, html } from '../html.ts'
import { curlOf } from './browser/snippets.js'
import { type Described, type Entry, type Group, groupsOf, keyHeader, priceOf } from './described.ts'
import { framed } from './frame.ts'
import { said } from './said.ts'

/** Returns the start page: how to call the service, and all operations with their parameter names. */
export function overviewPage(document: Described, places: string): string {
  const groups = groupsOf(document)
  const [{ url: origin } = { url: '' }] = document.servers
  const first = groups[0]?.entries[0]
  return framed({
    title: 'Plat · reference',
    description: 'All operations: parameters, answers, failures, and a form to try them.',
    markdown: '/docs.md',
    groups,
    body: html`<h1>All operations</h1>
<p class="lead">Every operation is a GET at <code>${origin}</code> and returns JSON.</p>
<div class="facts sheet">
<section><h2>Key</h2><p>Send it ${said(places)}. You get keys from the operator of this server.</p></section>
<section><h2>Credits</h2><p>Only a 200 costs credits. Each answer has your remaining credits in <code>x-credits-remaining</code>. With
<code>If-None-Match</code>, an answer that you already have is a free 304.</p></section>
<section><h2>Failures</h2><p>Each failure has a <a href="/docs/problems">code that programs may rely on</a>, says what was wrong and what is
allowed, and is free.</p></section>
</div>
${first === undefined ? '' : firstCall(first, origin, keyHeader(document))}
<p>The same for programs: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/openapi-3.0.json">OpenAPI 3.0</a>,
<a href="/docs.md">Markdown</a>; for agents: <a href="/llms.txt">llms.txt</a>.</p>
${ODATA}
${groups.map(section)}`,
  })
}

/** OData is not in the OpenAPI document, because it has its own metadata. */
const ODATA = html`<p>The homes, agents and offices of this server are also available as a RESO Web API: OData at <code>/odata</code>, with the
same key, for spreadsheets and for programs that read an MLS. <code>/odata/$metadata</code> lists its fields.</p>`

function firstCall({ path, query, isKeyed }: Entry, origin: string, header: string): Html {
  const asked = { origin, path, query, keyHeader: isKeyed ? header : undefined, key: undefined }
  return html`<figure class="code sheet"><figcaption>A first call</figcaption><pre tabindex="0"><code>${curlOf(asked)}</code></pre></figure>`
}

function section({ name, description, entries }: Group): Html {
  return html`<section class="group"><h2>${name}</h2><p class="soft">${said(description)}</p>
<ul class="rows">${entries.map(row)}</ul></section>`
}

function row(entry: Entry): Html {
  const { id, path, page, summary, parameters } = entry
  const names = parameters.map(
    ({ name, required }) =>
      html` <a href="${page ?? ''}#${name}"${required ? html` class="needed"` : ''}><code>${name}</code></a>`,
  )
  const folded = parameters.length > MAX_NAMES_UNFOLDED
  const list = html`<span class="names">${names}</span>`
  return html`<li id="${id}"><a class="path" href="${page ?? path}"><code>${path}</code></a> <span class="price">${priceOf(entry)}</span>
<p>${said(summary)}</p>${parameters.length === 0 ? '' : folded ? html`<details><summary>${parameters.length} parameters</summary>${list}</details>` : list}</li>`
}

/** A longer list of parameter names is folded. */
const MAX_NAMES_UNFOLDED = 5
