import type { Put, Schema, Telling } from './telling.ts'

/**
 * A value at one place in an answer, declared once: its TypeScript type, its schema in OpenAPI, and the check that
 * tests make of real values. Calls run none of this code.
 */
export interface Value<out T> {
  /** The JSON Schema (2020-12) of the value, in the words of the server. */
  schema(telling: Telling): Schema
  /**
   * Lists how a real value differs from the declaration, each difference with its path. Returns an empty list if there
   * are no differences. `put` replaces placeholders in keys.
   */
  problems(given: unknown, path: string, put: Put): readonly string[]
  /** Never set; it only carries the type. */
  readonly type?: T
}

export type AnswerOf<V extends Value<unknown>> = V extends Value<infer T> ? T : never

export const NO_PROBLEMS: readonly string[] = []
