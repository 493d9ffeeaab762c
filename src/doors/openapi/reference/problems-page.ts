import { FAILURES, type FailureCode } from '../../../kit/base/failure.ts'
import { html } from '../html.ts'
import { type Described, groupsOf } from './described.ts'
import { framed } from './frame.ts'
import { failureRows } from './operation-page.ts'

/** Lists every failure. The `type` of a problem document leads to this page. */
export function problemsPage(document: Described): string {
  const codes = Object.keys(FAILURES) as FailureCode[] // the keys of the table
  return framed({
    title: 'Failures · Plat',
    description: 'Every failure by its code: what it means, and what to do about it.',
    markdown: '/docs/problems.md',
    groups: groupsOf(document),
    body: html`<p class="crumbs"><a href="/docs">All operations</a></p>
<h1>Failures</h1>
<p class="lead">A failure is answered with an <code>application/problem+json</code> document (RFC 9457), and costs nothing.</p>
<p>Programs may rely on <code>status</code> and <code>code</code>. The sentence stands in <code>detail</code>, <code>message</code> and
<code>error</code>: it says what was given and what is accepted, and may be reworded.</p>
${failureRows(codes, true)}`,
  })
}
