/** Replaces placeholders such as `{Portal}` with the word that this server uses. */
export type Put = (text: string) => string

export type Schema = Readonly<Record<string, unknown>>

/** Writes the schemas of one server's answers, with placeholders replaced. Each component is written once. */
export class Telling {
  readonly put: Put
  /** Schemas of all components that were named so far. */
  readonly components = new Map<string, Schema>()

  constructor(put: Put) {
    this.put = put
  }

  /** Returns a reference to a named component. Calls `schema` only the first time. */
  reference(name: string, schema: () => Schema): Schema {
    if (!this.components.has(name)) {
      this.components.set(name, {}) // reserves the position before the components inside this component are added
      this.components.set(name, schema())
    }
    return { $ref: referenceTo(name) }
  }

  /** Returns the keyword `description`, if there is a description. */
  said(doc: string | undefined): { readonly description?: string } {
    return doc === undefined ? {} : { description: this.put(doc) }
  }
}

/** The path of a named component in a document. */
export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}
