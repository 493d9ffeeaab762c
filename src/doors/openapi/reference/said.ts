import { type Html, prose } from '../html.ts'

/** Matches text in backticks, and names of parameters or keys: words with an underscore or in camel case. */
const TYPED = /`[^`]*`|(?<![\w/.:-])[A-Za-z]\w*(?:_\w+|[a-z][A-Z]\w*)/g

/** Converts a sentence to markup. Text in backticks and names of parameters or keys become code. */
export function said(sentence: string): Html {
  return prose(sentence.replace(TYPED, (name) => (name.startsWith('`') ? name : `\`${name}\``)))
}
