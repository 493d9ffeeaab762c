import { Html, html } from '../../openapi/html.ts'

/** An Atom feed (RFC 4287). All strings are plain text and may contain any characters. */
export interface Feed {
  readonly id: string
  readonly title: string
  readonly subtitle: string
  readonly author: string
  readonly updatedMs: number
  /** The URL of the feed. */
  readonly self: string
  /** Newest first. */
  readonly entries: readonly FeedEntry[]
}

export interface FeedEntry {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly updatedMs: number
  /** The URL of a page with details. */
  readonly page: string | undefined
}

export const FEED_TYPE = 'application/atom+xml; charset=utf-8'

export function feedText(feed: Feed): string {
  const { text } = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${feed.id}</id>
<title>${plain(feed.title)}</title>
<subtitle>${plain(feed.subtitle)}</subtitle>
<author><name>${plain(feed.author)}</name></author>
<updated>${instant(feed.updatedMs)}</updated>
<link rel="self" type="application/atom+xml" href="${feed.self}"/>
${feed.entries.map(entryMarkup)}</feed>
`
  return `<?xml version="1.0" encoding="utf-8"?>\n${text}`
}

function entryMarkup({ id, title, content, updatedMs, page }: FeedEntry): Html {
  const link = page === undefined ? NOTHING : html`<link rel="alternate" type="text/html" href="${page}"/>`
  return html`<entry>
<id>${id}</id>
<title>${plain(title)}</title>
<updated>${instant(updatedMs)}</updated>
${link}<content type="text">${plain(content)}</content>
</entry>
`
}

const NOTHING = new Html('')

/** Removes characters that XML forbids, and characters that reverse or hide text. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\uFFFE\uFFFF]/gu, '')
    .trim()
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
