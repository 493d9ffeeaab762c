/** What the command lines of benches accept, beside what `parseArgs` reads. */
export function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new RangeError(`Cannot read --${name} "${text}": accepted is a whole number from 1.`)
}

/** Some of these, by comma. */
export function someOf<T extends string>(what: string, text: string, accepted: readonly T[]): readonly T[] {
  return text.split(',').map((word) => {
    const found = accepted.find((each) => each === word)
    if (found === undefined) throw new RangeError(`Cannot run ${what} "${word}": accepted are ${accepted.join(', ')}.`)
    return found
  })
}
