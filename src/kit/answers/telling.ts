/** Puts the words of a server in the place of placeholders. */
export type Put = (text: string) => string

export type Schema = Readonly<Record<string, unknown>>

/** Writes the schemas of answers in the words of one server, and each component once, by its name. */
export class Telling {
  readonly put: Put
  /** Has the schemas of the components that were named so far. */
  readonly components = new Map<string, Schema>()

  constructor(put: Put) {
    this.put = put
  }

  /** A reference to a component by its name; `schema` is called the first time only. */
  reference(name: string, schema: () => Schema): Schema {
    if (!this.components.has(name)) {
      this.components.set(name, {}) // keeps its place, before the components that it is made of
      this.components.set(name, schema())
    }
    return { $ref: referenceTo(name) }
  }

  /** The keyword with a sentence, if there is one. */
  said(doc: string | undefined): { readonly description?: string } {
    return doc === undefined ? {} : { description: this.put(doc) }
  }
}

/** The place of a named component in a document. */
export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}
