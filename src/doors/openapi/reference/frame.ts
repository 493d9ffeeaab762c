import { Html, html } from '../html.ts'
import { ICON, ICON_TYPE } from '../icon.ts'
import { ASSETS, addressOf } from './assets.ts'
import { type Entry, type Group, priceOf } from './described.ts'

/** The link to the console on each page. It is removed if the service has no console. */
export const CONSOLE_LINK = '<nav class="nav" aria-label="Console"><a class="console" href="/console">Console</a></nav>'

/** The icons of all color themes. CSS hides all but the current one. */
const THEMES = new Html(
  '<svg class="system" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z"/><path class="filled" d="M12 4a8 8 0 0 1 0 16z"/></svg><svg class="sun" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/></svg><svg class="moon" viewBox="0 0 24 24" aria-hidden="true"><path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/></svg>',
)

export interface Page {
  readonly title: string
  /** A sentence for search engines and link previews. */
  readonly description: string
  /** The URL of the same page in Markdown. */
  readonly markdown?: string
  readonly groups: readonly Group[]
  /** The call that the page is about. */
  readonly current?: Entry
  readonly body: Html
}

const MARK = new Html(
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="4"/><path d="M4.5 5.5h15v13h-15zM4.5 12.5l15-2M11 5.5l1 6 1 7"/></svg>',
)

/** Returns a complete page. It also works without scripts, and loads nothing from other servers. */
export function framed({ title, description, markdown, groups, current, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:${ICON_TYPE},${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="${addressOf(ASSETS.look)}">
<link rel="stylesheet" href="${addressOf(ASSETS.style)}">
<script src="${addressOf(ASSETS.theme)}"></script>
<script type="module" src="${addressOf(ASSETS.script)}"></script>
<script type="module" src="${addressOf(ASSETS.search)}"></script>
<link rel="modulepreload" href="${addressOf(ASSETS.dom)}">
${
  current
    ? html`<link rel="modulepreload" href="${addressOf(ASSETS.snippets)}">
<script type="module" src="${addressOf(ASSETS.trial)}"></script>`
    : ''
}
${markdown === undefined ? '' : html`<link rel="alternate" type="text/markdown" href="${markdown}">`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">${MARK}<b>Plat</b> <span>Reference</span></a>
${new Html(CONSOLE_LINK)}
<div class="find" hidden><input type="search" id="find" placeholder="Search" aria-label="Search operations, parameters and failures" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd>/</kbd><ul class="sheet" id="found" role="listbox" hidden></ul></div>
<button class="icon-button theme" type="button" hidden>${THEMES}</button>
</header>
<div class="frame">
<nav class="side" aria-label="Operations">${groups.map((group) => sideGroup(group, current))}</nav>
<main id="main">
${body}
</main>
</div>
</body>
</html>
`.text
}

function sideGroup({ name, entries }: Group, current: Entry | undefined): Html {
  const links = entries.map(
    ({ path, page }) =>
      html`<li><a href="${page ?? path}"${path === current?.path ? new Html(' aria-current="page"') : ''}>${path}</a></li>`,
  )
  return html`<h2>${name}</h2><ul>${links}</ul>`
}

/** Returns labels for a call's price, and for the plan or key that it needs. */
export function badges({ credits, opens, isKeyed }: Entry): Html {
  return html`<span class="badge">${priceOf({ credits })}</span>${opens === undefined ? '' : html` <span class="badge warn">needs a plan with ${opens}</span>`}${
    isKeyed ? '' : html` <span class="badge">no key</span>`
  }`
}
