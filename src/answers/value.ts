import type { Telling } from './telling.ts'

/**
 * A value at one place of an answer, declared once: its type in TypeScript, what OpenAPI says of it, and what a test
 * holds the real thing against. Nothing of it is used while a call is answered.
 */
export interface Value<out T> {
  /** As JSON Schema 2020-12, in the words of the server. */
  schema(telling: Telling): Schema
  /**
   * Everything about a real value that is not as declared, each with its path; `put` words the keys. Empty when all
   * is well.
   */
  problems(given: unknown, path: string, put: Put): readonly string[]
  /** Never there: it carries the type. */
  readonly type?: T
}

/** The TypeScript type of what is declared. */
export type AnswerOf<V extends Value<unknown>> = V extends Value<infer T> ? T : never

/** Puts the words of a server in the place of placeholders. */
export type Put = (text: string) => string

export type Schema = Readonly<Record<string, unknown>>

export const NO_PROBLEMS: readonly string[] = []
