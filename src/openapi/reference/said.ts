import { type Html, prose } from '../html.ts'

/** Names as they are typed in calls: with an underscore, or an upper-case letter after a lower-case one. */
const TYPED = /`[^`]*`|(?<![\w/.:-])[A-Za-z]\w*(?:_\w+|[a-z][A-Z]\w*)/g

/** A sentence with what is typed set as code, marked in it or not. */
export function said(sentence: string): Html {
  return prose(sentence.replace(TYPED, (name) => (name.startsWith('`') ? name : `\`${name}\``)))
}
