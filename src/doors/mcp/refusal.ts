/** Why a tool cannot answer, and what to do: a tool error, which the model reads. */
export class Refusal extends Error {
  /** Values that may have been meant, to be given instead. */
  readonly candidates: readonly string[]

  constructor(sentence: string, candidates: readonly string[] = []) {
    super(sentence)
    this.name = 'Refusal'
    this.candidates = candidates
  }
}
