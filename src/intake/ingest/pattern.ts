import { RE2JS, RE2JSException } from 're2js'

/** A regular expression of a mapping. */
export interface Pattern {
  /** Returns the text of the group, or of the whole match without one. Undefined when the text does not match. */
  find(text: string): string | undefined
}

/** An expression cannot be used. The message says what it must be, to follow the name of the key: `must have …`. */
export class PatternFault extends Error {}

/** Longer texts are not searched. */
export const SEARCHED_MAX_CHARACTERS = 10_000

/**
 * Compiles a regular expression of RE2. Its searches take time that grows with the length of the text, so that no text
 * can hang an import. Throws a PatternFault when the expression is invalid or has several groups.
 */
export function patternOf(source: string): Pattern {
  const compiled = compile(source)
  const groups = compiled.groupCount()
  if (groups > 1) throw new PatternFault('must have at most one group (begin the others with "(?:")')
  return {
    find(text) {
      if (text.length > SEARCHED_MAX_CHARACTERS) return undefined
      const matcher = compiled.matcher(text)
      if (!matcher.find()) return undefined
      return matcher.group(groups) ?? ''
    },
  }
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const why = error.message.replace(/^error parsing regexp: /, '')
    throw new PatternFault(`must be a regular expression of RE2 (${why})`)
  }
}
