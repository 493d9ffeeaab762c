/**
 * What a change of a record means for a search: the record matches now, no longer matches, or still matches but has
 * changed.
 */
export type How = 'entered' | 'left' | 'changed'

/** Undefined if the record matches neither before nor after the change. */
export function howTouched(matched: boolean, matches: boolean): How | undefined {
  if (matched && matches) return 'changed'
  return matches ? 'entered' : matched ? 'left' : undefined
}
