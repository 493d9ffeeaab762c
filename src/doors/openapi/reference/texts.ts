import { keyPlaces, type Listed } from '../document.ts'
import { problemsMarkdown, referenceMarkdown } from '../markdown.ts'
import { ASSETS } from './assets.ts'
import { type Described, groupsOf } from './described.ts'
import { operationMarkdown } from './operation-markdown.ts'
import { operationPage } from './operation-page.ts'
import { overviewPage } from './overview-page.ts'
import { problemsPage } from './problems-page.ts'
import { searchIndex } from './search-index.ts'

/** A page or file of the reference. Its content is made at the first request. */
export interface ReferenceText {
  readonly type: string
  /**
   * The query of the URL under which the content never changes. Undefined if the content may change with the next
   * version.
   */
  readonly version?: string
  make(): string
}

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns all pages and files of the reference by lower-case path. They contain a placeholder for the origin. */
export function referenceTexts(document: () => Described, listed: Listed): ReadonlyMap<string, ReferenceText> {
  const places = keyPlaces(listed.keyHeaders, (text) => `\`${text}\``)
  const texts: [string, ReferenceText][] = [
    ['/docs', { type: HTML, make: () => overviewPage(document(), places) }],
    ['/docs.md', { type: MARKDOWN, make: () => referenceMarkdown(document(), listed) }],
    ['/docs/problems', { type: HTML, make: () => problemsPage(document()) }],
    ['/docs/problems.md', { type: MARKDOWN, make: problemsMarkdown }],
    ['/docs/search.json', { type: JSON_TYPE, make: () => JSON.stringify(searchIndex(document())) }],
    ...Object.values(ASSETS).map(({ path, type, version, text }): [string, ReferenceText] => [
      path,
      { type, version, make: () => text },
    ]),
  ]
  for (const entry of groupsOf(document()).flatMap(({ entries }) => entries)) {
    const page = entry.page?.toLowerCase()
    if (page === undefined) continue
    texts.push([page, { type: HTML, make: () => operationPage(entry, document()) }])
    texts.push([`${page}.md`, { type: MARKDOWN, make: () => operationMarkdown(entry, document()) }])
  }
  return new Map(texts)
}
