/** How an event affects a search: the record now matches, no longer matches, or still matches but has changed. */
export type How = 'entered' | 'left' | 'changed'

/** Undefined if the record matches the search neither before the event nor after it. */
export function howTouched(matched: boolean, matches: boolean): How | undefined {
  if (matched && matches) return 'changed'
  return matches ? 'entered' : matched ? 'left' : undefined
}
