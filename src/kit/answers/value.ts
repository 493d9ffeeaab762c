import type { Put, Schema, Telling } from './telling.ts'

/**
 * A value at one place of an answer, declared once: its type in TypeScript, its schema in OpenAPI, and the check that
 * tests make of real values. None of it runs while a call is answered.
 */
export interface Value<out T> {
  /** The JSON Schema 2020-12 of the value, in the words of the server. */
  schema(telling: Telling): Schema
  /**
   * Lists how a real value differs from the declaration, each with its path; `put` words the keys. Is empty if it does
   * not differ.
   */
  problems(given: unknown, path: string, put: Put): readonly string[]
  /** Never exists; it only carries the type. */
  readonly type?: T
}

export type AnswerOf<V extends Value<unknown>> = V extends Value<infer T> ? T : never

export const NO_PROBLEMS: readonly string[] = []
