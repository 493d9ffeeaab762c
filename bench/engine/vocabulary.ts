import type { Random } from '../../test/engine/random.ts'

const LETTERS = 'etaoinshrdlucmfwypvbgkjqxz'

/** Made-up words with a Zipf distribution: the n-th occurs about 1/n as often as the first. */
export class Vocabulary {
  readonly words: readonly string[]
  readonly #random: Random
  readonly #upTo: Float64Array

  constructor(random: Random, size: number) {
    this.#random = random
    this.words = Array.from({ length: size }, (_, rank) => wordOf(rank))
    let sum = 0
    this.#upTo = Float64Array.from(this.words, (_, rank) => (sum += 1 / (rank + 3)))
  }

  word(): string {
    const wanted = this.#random.next() * (this.#upTo.at(-1) as number)
    let low = 0
    let high = this.#upTo.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#upTo[middle] as number) < wanted) low = middle + 1
      else high = middle
    }
    return this.words[low] as string
  }

  text(words: number): string {
    return Array.from({ length: words }, () => this.word()).join(' ')
  }
}

/** Short words first, as in a language. */
function wordOf(rank: number): string {
  let word = LETTERS[rank % 7] as string
  for (let rest = rank + 26; rest > 0; rest = Math.floor(rest / 26)) word += LETTERS[rest % 26]
  return word
}
