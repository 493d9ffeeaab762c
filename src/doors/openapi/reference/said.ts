import { type Html, prose } from '../html.ts'

/** Matches names as calls have them: with an underscore, or an upper-case letter after a lower-case one. */
const TYPED = /`[^`]*`|(?<![\w/.:-])[A-Za-z]\w*(?:_\w+|[a-z][A-Z]\w*)/g

/** Sets the typed parts of a sentence as code, marked in it or not. */
export function said(sentence: string): Html {
  return prose(sentence.replace(TYPED, (name) => (name.startsWith('`') ? name : `\`${name}\``)))
}
