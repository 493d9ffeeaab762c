import { type PortalWords, portalWords } from '../../operations/worded.ts'
import { Component, referenceTo, type Schema } from './schema.ts'

/**
 * Turns the schemas of one document into what it holds: the words of the server stand in their keys and texts, and references
 * in the place of components, which are gathered by their names.
 */
export class Rendering {
  readonly components = new Map<string, unknown>()
  readonly #put: (text: string) => string

  constructor(words: PortalWords) {
    const put = portalWords(words)
    const initial = words.Portal.slice(0, 1)
    this.#put = (text) => put(text).replaceAll('{P}', initial)
  }

  rendered(schema: Schema): unknown {
    return this.#render(schema)
  }

  #render(value: unknown): unknown {
    if (value instanceof Component) return this.#reference(value)
    if (Array.isArray(value)) return value.map((each) => this.#render(each))
    if (typeof value === 'string') return this.#put(value)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [this.#put(key), this.#render(inner)]))
  }

  #reference({ name, schema, description }: Component): object {
    if (!this.components.has(name)) {
      this.components.set(name, undefined) // keeps its place, before the components that it is made of
      this.components.set(name, this.#render(schema))
    }
    return { $ref: referenceTo(name), ...(description !== undefined && { description: this.#put(description) }) }
  }
}
