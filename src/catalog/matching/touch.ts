/** How an event touches a search: its record came into it, went out of it, or is in it as before but different. */
export type How = 'entered' | 'left' | 'changed'

/** Undefined where the search has the record neither before the event nor after it. */
export function howTouched(matched: boolean, matches: boolean): How | undefined {
  if (matched && matches) return 'changed'
  return matches ? 'entered' : matched ? 'left' : undefined
}
