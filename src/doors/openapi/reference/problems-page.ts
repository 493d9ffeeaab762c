import { FAILURES, type FailureCode } from '../../../kit/base/failure.ts'
import { html } from '../html.ts'
import { type Described, groupsOf } from './described.ts'
import { framed } from './frame.ts'
import { failureRows } from './operation-page.ts'

/** Returns the page of all failures. The `type` of a problem document links to it. */
export function problemsPage(document: Described): string {
  const codes = Object.keys(FAILURES) as FailureCode[] // FAILURES has no other keys
  return framed({
    title: 'Failures · Plat',
    description: 'All failures by code: what they mean, and what to do about them.',
    markdown: '/docs/problems.md',
    groups: groupsOf(document),
    body: html`<p class="crumbs"><a href="/docs">All operations</a></p>
<h1>Failures</h1>
<p class="lead">A failure returns an <code>application/problem+json</code> document (RFC 9457) and is free.</p>
<p>Programs may rely on <code>status</code> and <code>code</code>. The same sentence is in <code>detail</code>, <code>message</code> and
<code>error</code>. It says what was wrong and what is allowed, and may be reworded.</p>
${failureRows(codes, true)}`,
  })
}
