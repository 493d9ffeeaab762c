/** Says that estimates are as they were, although the import is complete. */
export function notLearned(failure: string): string {
  return `The change is complete, but values could not be learned from it: ${failure} A service or the next import does so.`
}
