import { FAILURES, type FailureCode } from '../base/failure.ts'
import { type Html, html, page, prose } from './html.ts'

/** Every failure, where a problem document's `type` points to. */
export function problemsPage(): string {
  const codes = Object.keys(FAILURES) as FailureCode[]
  return page(
    'Plat: failures',
    html`<p>A failure is answered with an <code>application/problem+json</code> document (RFC 9457). Programs may rely
on <code>status</code> and <code>code</code>. The sentence stands in <code>detail</code>, <code>message</code> and
<code>error</code>; it may be reworded.</p>
<table><tr><th>Code</th><th>Status</th><th>Meaning</th></tr>${codes.map(row)}</table>`,
  )
}

function row(code: FailureCode): Html {
  const [status, title, meaning] = FAILURES[code]
  return html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td><b>${title}.</b> ${prose(meaning)}</td></tr>`
}
