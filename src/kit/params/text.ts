import { Refusal, type Shape } from './shape.ts'

/** Free text up to a maximum length. */
export function text(maxLength: number, example: string): Shape<string> {
  return {
    schema: { type: 'string', maxLength },
    example,
    parse: (value) =>
      value.length <= maxLength
        ? value
        : new Refusal(`must have at most ${maxLength} characters, and has ${value.length}.`),
  }
}
