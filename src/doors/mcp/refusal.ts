/** The reason why a tool cannot answer, and what to do. It becomes a tool error, which the model reads. */
export class Refusal extends Error {
  /** Values that the caller may have meant. */
  readonly candidates: readonly string[]

  constructor(sentence: string, candidates: readonly string[] = []) {
    super(sentence)
    this.name = 'Refusal'
    this.candidates = candidates
  }
}
