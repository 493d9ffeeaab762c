/** Thrown if a tool cannot answer. Its message says what to do, and the model reads it. */
export class Refusal extends Error {
  /** Values that the model may have meant. */
  readonly candidates: readonly string[]

  constructor(sentence: string, candidates: readonly string[] = []) {
    super(sentence)
    this.name = 'Refusal'
    this.candidates = candidates
  }
}
