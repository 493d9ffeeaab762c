/** Returns a warning: the import is stored, but value estimates do not reflect its sales yet. */
export function notLearned(failure: string): string {
  return `The change is complete, but Plat could not learn home values from it: ${failure} The running service or the next import will learn them.`
}
