import type { Put, Schema, Telling } from './telling.ts'

/**
 * A value at one place in an answer, declared once: its TypeScript type, its schema in OpenAPI, and the check that
 * tests make of real values. None of this code runs during a call.
 */
export interface Value<out T> {
  /** The value's JSON Schema (2020-12), with placeholders replaced. */
  schema(telling: Telling): Schema
  /**
   * Lists the differences between a real value and the declaration, each with its path. `put` replaces placeholders in
   * keys.
   */
  problems(given: unknown, path: string, put: Put): readonly string[]
  /** Never set; it only carries the type. */
  readonly type?: T
}

export type AnswerOf<V extends Value<unknown>> = V extends Value<infer T> ? T : never

export const NO_PROBLEMS: readonly string[] = []
