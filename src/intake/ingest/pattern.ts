import { RE2JS, RE2JSException } from 're2js'

/** A regular expression in a mapping. */
export interface Pattern {
  /** Returns the text of the group, or the whole match if there is no group. Undefined if nothing matches. */
  find(text: string): string | undefined
}

/** Thrown if an expression cannot be used. Error messages put the option's name before it: `must have …`. */
export class PatternFault extends Error {}

/** Longer texts never match. */
export const SEARCHED_MAX_CHARACTERS = 10_000

/**
 * Compiles a regular expression in RE2 syntax. Matching takes linear time, so no text can hang an import. Throws a
 * PatternFault if the expression is invalid or has several groups.
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
