import { keyHeadersOf } from '../../kit/base/key-headers.ts'
import { SETTINGS } from '../../kit/base/settings.ts'
import { OPERATIONS, worded } from '../../service/operations/index.ts'
import { operationsMarkdown, problemsMarkdown } from './markdown.ts'

/** Returns the pages of the docs that are generated from declarations. */
export function docs(): { readonly path: string; readonly text: string }[] {
  const Portal = SETTINGS.portalWord.fallback
  const words = { Portal, portal: Portal.toLowerCase() }
  const listed = { keyHeaders: keyHeadersOf({ serviceWord: SETTINGS.serviceWord.fallback }), words }
  const operations = OPERATIONS.map((operation) => worded(operation, words))
  return [
    { path: 'docs/operations.md', text: operationsMarkdown(operations, listed) },
    { path: 'docs/failures.md', text: problemsMarkdown() },
  ]
}
