import { SaxesParser } from 'saxes'

export interface DeclaredField {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly lookup: string | undefined
}

export interface DeclaredLink {
  readonly name: string
  readonly type: string
}

export interface DeclaredType {
  readonly name: string
  readonly keys: readonly string[]
  readonly fields: readonly DeclaredField[]
  readonly links: readonly DeclaredLink[]
}

export interface DeclaredSet {
  readonly name: string
  readonly type: string
  readonly bindings: readonly { readonly path: string; readonly target: string }[]
  /** By term and property of an annotation: the names of fields, or objects that name a field. */
  readonly restricted: Readonly<Record<string, Readonly<Record<string, readonly (string | DeclaredRecord)[]>>>>
}

interface DeclaredRecord {
  readonly Property: string
  readonly AllowedExpressions: string
}

export interface MetadataDocument {
  readonly version: string
  readonly namespaces: readonly string[]
  /** Referenced vocabularies. */
  readonly included: readonly string[]
  readonly types: readonly DeclaredType[]
  readonly sets: readonly DeclaredSet[]
}

type Grown<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

/** Parses metadata strictly. Throws if the XML is not well formed, or if an element is in the wrong place. */
export function readMetadata(xml: string): MetadataDocument {
  const parser = new SaxesParser()
  const above: string[] = []
  const namespaces: string[] = []
  const types: Grown<DeclaredType>[] = []
  const sets: Grown<DeclaredSet>[] = []
  const included: string[] = []
  let version = ''
  let restricted: Record<string, (string | DeclaredRecord)[]> | undefined
  let paths: (string | DeclaredRecord)[] = []
  let field: Grown<DeclaredField> | undefined
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const expected = PARENTS[name]
    const parent = above.at(-1) ?? ''
    if (expected === undefined || !expected.includes(parent))
      throw new Error(`${name} stands in ${parent || 'nothing'}`)
    above.push(name)
    const of = (attribute: string) => attributes[attribute] ?? ''
    if (name === 'edmx:Edmx') version = of('Version')
    if (name === 'Schema') namespaces.push(of('Namespace'))
    if (name === 'EntityType') types.push({ name: of('Name'), keys: [], fields: [], links: [] })
    if (name === 'PropertyRef') types.at(-1)?.keys.push(of('Name'))
    if (name === 'Property') {
      field = { name: of('Name'), type: of('Type'), isNullable: of('Nullable') !== 'false', lookup: undefined }
      types.at(-1)?.fields.push(field)
    }
    if (name === 'NavigationProperty') types.at(-1)?.links.push({ name: of('Name'), type: of('Type') })
    if (name === 'EntitySet') sets.push({ name: of('Name'), type: of('EntityType'), bindings: [], restricted: {} })
    if (name === 'NavigationPropertyBinding') sets.at(-1)?.bindings.push({ path: of('Path'), target: of('Target') })
    if (name === 'edmx:Include') included.push(of('Namespace'))
    if (name === 'Annotation' && parent === 'EntitySet') {
      restricted = {}
      Object.assign(sets.at(-1)?.restricted ?? {}, { [of('Term')]: restricted })
    }
    if (name === 'Record' && parent === 'Collection') paths.push({ Property: '', AllowedExpressions: '' })
    if (name === 'PropertyValue' && above.at(-3) === 'Collection')
      Object.assign(paths.at(-1) ?? {}, { [of('Property')]: of('String') || of('PropertyPath') })
    else if (name === 'PropertyValue') {
      paths = []
      Object.assign(restricted ?? {}, { [of('Property')]: paths })
    }
    if (name === 'Annotation' && of('Term') === 'RESO.OData.Metadata.LookupName' && field !== undefined)
      field.lookup = of('String')
  })
  parser.on('text', (text) => {
    if (above.at(-1) === 'PropertyPath') paths.push(text)
  })
  parser.on('closetag', ({ name }) => {
    above.pop()
    if (name === 'Property') field = undefined
  })
  parser.write(xml).close()
  return { version, namespaces, included, types, sets }
}

/** For each element, the elements that may contain it. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  'edmx:Edmx': [''],
  'edmx:Reference': ['edmx:Edmx'],
  'edmx:Include': ['edmx:Reference'],
  'edmx:DataServices': ['edmx:Edmx'],
  Schema: ['edmx:DataServices'],
  EntityType: ['Schema'],
  Key: ['EntityType'],
  PropertyRef: ['Key'],
  Property: ['EntityType'],
  NavigationProperty: ['EntityType'],
  ReferentialConstraint: ['NavigationProperty'],
  Annotation: ['EntityType', 'Property', 'NavigationProperty', 'EntitySet'],
  Record: ['Annotation', 'Collection'],
  PropertyValue: ['Record'],
  Collection: ['PropertyValue'],
  PropertyPath: ['Collection'],
  EntityContainer: ['Schema'],
  EntitySet: ['EntityContainer'],
  NavigationPropertyBinding: ['EntitySet'],
}

export const NAMESPACE = 'org.reso.metadata'

const PRIMITIVES: ReadonlySet<string> = new Set([
  'Edm.String',
  'Edm.Int64',
  'Edm.Decimal',
  'Edm.Boolean',
  'Edm.Date',
  'Edm.DateTimeOffset',
  'Edm.GeographyPoint',
])

/** Returns the type of the elements of a list type. Other types are returned unchanged. */
function element(type: string): string {
  return /^Collection\((.*)\)$/.exec(type)?.[1] ?? type
}

/** Returns a sentence for each structural rule that the document breaks. */
export function brokenRules({ version, namespaces, included, types, sets }: MetadataDocument): readonly string[] {
  const names = new Set(types.map(({ name }) => name))
  const problems: string[] = []
  const must = (holds: boolean, sentence: string) => {
    if (!holds) problems.push(sentence)
  }
  must(version === '4.0' || version === '4.01', `the version is ${version}`)
  must(new Set(namespaces).size === namespaces.length, 'namespaces are not unique')
  must(names.size === types.length, 'types are not unique')
  must(
    ['Property', 'Member', 'Office', 'Media'].some((name) => names.has(name)),
    'none of RESO’s resources is there',
  )
  for (const { name, keys, fields, links } of types) {
    const members = [...fields, ...links].map((member) => member.name)
    must(new Set(members).size === members.length, `names of ${name} are not unique`)
    must(keys.length === 1, `${name} has ${keys.length} keys`)
    for (const key of keys) {
      const declared = fields.find((field) => field.name === key)
      must(declared !== undefined && !declared.isNullable, `the key ${key} of ${name} is not declared, or may be null`)
    }
    for (const field of fields) {
      must(PRIMITIVES.has(element(field.type)), `${name}/${field.name} is of ${field.type}`)
      must(field.lookup === undefined || element(field.type) === 'Edm.String', `${name}/${field.name} has words`)
      must(!field.lookup?.includes("'"), `the list of ${name}/${field.name} has a quote in its name`)
    }
    for (const link of links)
      must(names.has(element(link.type).replace(`${NAMESPACE}.`, '')), `${name}/${link.name} leads to ${link.type}`)
    must(
      sets.some((set) => set.name === name && set.type === `${NAMESPACE}.${name}`),
      `${name} has no set of its name`,
    )
  }
  for (const { name, type, bindings, restricted } of sets) {
    const declared = types.find((one) => `${NAMESPACE}.${one.name}` === type)
    must(declared !== undefined, `the set ${name} is of ${type}`)
    for (const { path, target } of bindings) {
      const link = declared?.links.find((one) => one.name === path)
      const bound = sets.find((set) => set.name === target)
      must(link !== undefined && bound?.type === element(link.type), `${name}/${path} is bound to ${target}`)
    }
    must(bindings.length === declared?.links.length, `not every link of ${name} is bound`)
    for (const [term, lists] of Object.entries(restricted)) {
      must(
        included.some((vocabulary) => term.startsWith(`${vocabulary}.`)),
        `the vocabulary of ${term} is not included`,
      )
      for (const one of Object.values(lists).flat()) {
        const field = typeof one === 'string' ? one : one.Property
        must(declared?.fields.some((each) => each.name === field) === true, `${term} of ${name} names ${field}`)
      }
    }
  }
  return problems
}
