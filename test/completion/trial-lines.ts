import { firstNotBelow } from '../../src/kit/algorithms/sorted.ts'
import type { AddressEntry } from '../../src/model/address-entry.ts'
import { completionLines } from '../../src/places/completion/completion-lines.ts'
import type { LineSource } from '../../src/places/completion/line-source.ts'
import { countWords, WordList, wordArrays } from '../../src/places/completion/word-list.ts'

/**
 * Completes a text from a list of homes and buildings. `nameOf` returns the name of a building, and an empty text for a
 * home.
 */
export function naiveCompletion(
  entries: readonly AddressEntry[],
  nameOf: (entry: AddressEntry) => string = () => '',
): LineSource {
  const lines = entries
    .flatMap((entry) => completionLines(entry, nameOf(entry)).map((line) => ({ line, entry })))
    .sort((a, b) => (a.line < b.line ? -1 : 1))
  const texts = lines.map(({ line }) => line)
  const words = new WordList(wordArrays(countWords(texts)))
  return {
    wordsOneSlipAway: async (word) => words.wordsOneSlipAway(word),
    beginningsOneSlipAway: async (beginning) => words.beginningsOneSlipAway(beginning),
    addressLineFrom: async (text) => texts[firstNotBelow(texts, text)],
    addressesBeginning: async (prefix, limit) =>
      lines
        .slice(firstNotBelow(texts, prefix), firstNotBelow(texts, `${prefix}\uffff`))
        .slice(0, limit)
        .map(({ entry }) => entry),
  }
}
