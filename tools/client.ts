import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentOf } from '../src/doors/openapi/index.ts'
import { FAILURES } from '../src/kit/base/failure.ts'
import { keyHeadersOf } from '../src/kit/base/key-headers.ts'
import { programVersion } from '../src/kit/base/program.ts'
import { SETTINGS } from '../src/kit/base/settings.ts'
import { OPERATIONS, worded } from '../src/service/operations/index.ts'
import { PORTAL_KEYS } from '../src/service/rendering/portal-keys.ts'
import { type DescribedParameter, type Kind, kindOf, parametersFile } from './client-parameters.ts'
import { pythonFile } from './client-python.ts'
import { KEPT_METHODS, PAGED } from './client-tables.ts'
import { comment, declaredTypes, key, literal, type Schema, typeOf } from './client-types.ts'

/**
 * `npm run client` writes the generated parts of the TypeScript client, the Python client and the console. It reads the
 * OpenAPI documents of the three areas. `npm ci`, `npm run build` and `npm run ok` run it too, because the generated
 * files are not in git.
 */

interface DescribedOperation {
  readonly operationId: string
  readonly description: string
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': DescribedBody } }
  readonly security?: readonly unknown[]
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } }
}

interface DescribedBody {
  readonly schema: {
    readonly properties: Readonly<Record<string, Schema & { readonly description: string }>>
    readonly required?: readonly string[]
  }
}

interface OpenApiDocument {
  /** The operations by path and lower-case HTTP method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation, and its method in the client. */
interface Method {
  readonly group: string | undefined
  readonly name: string
  readonly path: string
  /** The HTTP method in capitals; undefined for GET. */
  readonly verb: string | undefined
  /** The area; undefined if the path is in every area. */
  readonly area: string | undefined
  readonly operation: DescribedOperation
  readonly parametersType: string
  readonly answerType: string
}

const FOLDER = 'client/src/generated'
const MADE =
  '// Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.\n\n'
const AREAS = ['A', 'B', 'C'] as const

/** Words that paths write directly after `by`, as in `byaddress`. */
const WORDS = ['address', 'url', 'zpid', 'id', 'polygon', 'coordinates', 'mls', 'location', 'destination']
const COMPOUNDS: Readonly<Record<string, string>> = {
  bymapbounds: 'byMapBounds',
  byaiprompt: 'byAiPrompt',
  detailsbyid: 'detailsById',
  ownerinfo: 'ownerInfo',
  pricehistory: 'priceHistory',
  taxinfo: 'taxInfo',
  propimages: 'propImages',
  myping: 'myPing',
  lotid: 'lotId',
  reqcount: 'reqCount',
  ...Object.fromEntries(WORDS.map((word) => [`by${word}`, `by${capital(word)}`])),
}

const documents = AREAS.map((area) => [area, documentIn(area, SETTINGS.portalWord.fallback)] as const)
const methods = methodsOf()
/** Groups of methods, named after the first parts of their paths. A group can also be a method itself. */
const groups = [...new Set(methods.map(({ group }) => group))].filter((group) => group !== undefined)
const pages = [
  { path: join(FOLDER, 'answers.ts'), text: answersFile() },
  { path: join(FOLDER, 'parameters.ts'), text: parametersFile(methods) },
  { path: join(FOLDER, 'operations.ts'), text: operationsFile() },
  { path: join(FOLDER, 'failures.ts'), text: failuresFile() },
  { path: join(FOLDER, 'words.ts'), text: wordsFile() },
  { path: 'console/src/service/client-methods.ts', text: methodsFile() },
]
  .map(({ path, text }) => ({ path, text: formatted(MADE + text) }))
  .concat({ path: 'client/python/plat_client/generated.py', text: pythonText() })
const stale = pages.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
for (const { path, text } of stale) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
process.stdout.write(`client: ${stale.length} of ${pages.length} files written\n`)

function documentIn(area: (typeof AREAS)[number], portalWord: string): OpenApiDocument {
  const words = { Portal: portalWord, portal: portalWord.toLowerCase() }
  const listed = { keyHeaders: keyHeadersOf({ serviceWord: SETTINGS.serviceWord.fallback }), words }
  const operations = OPERATIONS.map((operation) => worded(operation, words))
  // The type declares only the parts of the document that this file reads.
  return documentOf(area, operations, listed, 'http://127.0.0.1:8080') as OpenApiDocument
}

/** Returns all operations that need a key and answer with JSON, in the order of the docs. */
function methodsOf(): readonly Method[] {
  const keyed = documents.flatMap(([area, { paths }]) =>
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security, responses }]) => security === undefined && 'application/json' in responses[200].content)
        .map(([verb, operation]) => ({ area, path, verb: verb === 'get' ? undefined : verb.toUpperCase(), operation })),
    ),
  )
  const byPath = Map.groupBy(keyed, ({ operation }) => operation.operationId)
  return [...byPath.values()].flatMap(([first, ...others]) =>
    first ? [methodOf({ ...first, others: others.length })] : [],
  )
}

function methodOf({
  area,
  path,
  verb,
  operation,
  others,
}: {
  area: string
  path: string
  verb: string | undefined
  operation: DescribedOperation
  others: number
}): Method {
  const words = KEPT_METHODS[verb === undefined ? path : `${verb} ${path}`]?.split('.')
  const steps = words ?? path.split('/').filter(Boolean).map(camel)
  const name = steps.at(-1) ?? 'root'
  const group = steps.length > 1 ? steps.slice(0, -1).join('.') : undefined
  const answer = operation.responses[200].content['application/json']?.schema.$ref
  if (answer === undefined) throw new Error(`the answer of ${path} has no name`)
  const isPaged = (operation.parameters ?? []).some((parameter) => /^(page|nextPageCursor)$/.test(parameter.name))
  if (isPaged !== path in PAGED)
    throw new Error(`${path} ${isPaged ? 'lacks' : 'needs no'} entry in PAGED of tools/client-tables.ts`)
  return {
    group,
    name,
    path,
    verb,
    area: others > 0 ? undefined : area,
    operation: { ...operation, parameters: [...(operation.parameters ?? []), ...bodyParameters(operation)] },
    parametersType: `${[...steps].map(capital).join('') || 'Root'}Parameters`,
    answerType: answer.slice(answer.lastIndexOf('/') + 1),
  }
}

/** Returns the keys of a request body in the form of parameters. */
function bodyParameters({ requestBody }: DescribedOperation): readonly DescribedParameter[] {
  if (requestBody === undefined) return []
  const { properties, required = [] } = requestBody.content['application/json'].schema
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    return { name, description, schema, required: required.includes(name) }
  })
}

/** Converts `for_sale` to `forSale`, and `byaddress` to `byAddress`. */
function camel(step: string): string {
  const words = step.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const [first = '', ...rest] = words.map((word) => COMPOUNDS[word] ?? word)
  return first + rest.map(capital).join('')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function answersFile(): string {
  const named = answerSchemas()
  return declaredTypes(
    new Map([['AnswerHead', answerHead(named)] as const, ...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  )
}

function pythonText(): string {
  const constants = Object.fromEntries(Object.entries(portalWords()).map(([name, list]) => [name.toLowerCase(), list]))
  const rows = Object.fromEntries(Object.entries(PAGED).map(([path, [, list]]) => [path, list]))
  const named = methods.map((method) => ({ ...method, name: nameOf(method) }))
  return `${MADE.replaceAll('//', '#')}${pythonFile(named, answerSchemas(), constants, rows, programVersion())}\n`
}

/** Returns the components that answers of all areas use, by name. */
function answerSchemas(): ReadonlyMap<string, Schema> {
  const schemas = new Map<string, Schema>()
  for (const [area, { components }] of documents) {
    for (const [name, schema] of Object.entries(components.schemas)) {
      const earlier = schemas.get(name)
      if (earlier === undefined) schemas.set(name, schema)
      else if (typeOf(earlier) !== typeOf(schema)) throw new Error(`${name} is a different type in area ${area}`)
    }
  }
  const used = usedBy(methods.map(({ answerType }) => answerType).concat('Problem'), schemas)
  return new Map([...used].sort().map((name) => [name, schemas.get(name) ?? {}] as const))
}

/** Makes a schema of the keys that answers have besides their data: source and warnings. */
function answerHead(schemas: ReadonlyMap<string, Schema>): Schema {
  const { source = {}, warnings = {} } = schemas.get('Search')?.properties ?? {}
  return {
    description: 'What answers say besides their data.',
    type: 'object',
    properties: { source, warnings },
    required: ['source'],
  }
}

function wordsFile(): string {
  return Object.entries(portalWords())
    .map(([name, texts]) => `export const ${name}: readonly string[] = ${JSON.stringify(texts)}\n`)
    .join('\n')
}

/** Returns the keys, parameters and values that contain the portal's name. */
function portalWords(): Readonly<Record<string, readonly string[]>> {
  const parameters = OPERATIONS.flatMap((operation) => Object.entries(operation.parameters))
  const lists = {
    PORTAL_KEYS: Object.values(PORTAL_KEYS),
    PORTAL_PARAMETERS: parameters.map(([name]) => name),
    PORTAL_TEXTS: parameters.flatMap(([, { shape }]) => shape.several ?? []),
  }
  const entries = Object.entries(lists).map(([name, texts]) => [
    name,
    [...new Set(texts)].filter((text) => text.includes('{')),
  ])
  return Object.fromEntries(entries)
}

function usedBy(names: readonly string[], schemas: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  const used = new Set(names)
  for (const name of used) {
    const parts = JSON.stringify(schemas.get(name)).match(/(?<="#\/components\/schemas\/)\w+/g) ?? []
    for (const part of parts) used.add(part)
  }
  return used
}

/** Writes a table for the console: the client method of each path, and the kind of each parameter. */
function methodsFile(): string {
  const shown = methods.filter(({ path, verb }) => verb === undefined && !path.includes('{'))
  const kinds = new Map<string, Kind | undefined>()
  for (const parameter of shown.flatMap(({ operation }) => operation.parameters ?? [])) {
    const { name } = parameter
    const [kind, other] = [kindOf(parameter), kinds.get(name)]
    const isPlain = !kinds.has(name) || kind === other
    if (!isPlain && [kind, other].some((one) => one === 'number' || one === 'flag'))
      throw new Error(`${name} is a ${kind} in one operation and a ${other} in another`)
    kinds.set(name, isPlain ? kind : undefined) // parameters of all kinds can also be sent as text
  }
  const named = shown.map((method) => `${literal(method.path)}: ${literal(nameOf(method))},`)
  const kindLines = [...kinds].flatMap(([name, kind]) =>
    kind === undefined || kind === 'places' ? [] : [`${key(name)}: ${literal(kind)},`],
  )
  const methodsMeaning = comment('The method of the client for each path.')
  const kindsMeaning = comment(
    'How the client converts the values of a parameter. Parameters that are not listed take text.',
  )
  return [
    `${methodsMeaning}export const METHODS: Readonly<Record<string, string>> = {\n${named.join('\n')}\n}\n`,
    `${kindsMeaning}export const KINDS: Readonly<Record<string, 'number' | 'flag' | 'list' | 'range'>> = {\n${kindLines.join('\n')}\n}\n`,
  ].join('\n')
}

function operationsFile(): string {
  const top = groups.filter((group) => !group.includes('.') && !isMethod(group))
  const own = methods.filter(({ group }) => group === undefined)
  const pagings = [...new Set(Object.values(PAGED).map(([paging]) => paging.slice(0, paging.indexOf('('))))].sort()
  return [
    imports(pagings),
    ...groups.map(
      (group) => `${comment(groupMeaning(group))}export interface ${groupType(group)} {\n${members(group)}\n}\n`,
    ),
    comment('All operations that need a key, named after their paths.'),
    'export class Operations {',
    ...top.map((group) => `readonly ${group}: ${groupType(group)}`),
    ...own.map(member),
    '\nconstructor(service: Service) {',
    ...top.map((group) => `this.${group} = ${made(group)}`),
    ...own.map((method) => `this.${method.name} = ${call(method)}`),
    '}\n}\n',
  ].join('\n')
}

function imports(pagings: readonly string[]): string {
  return [
    `import type { Operation, PagedOperation } from '../operation.ts'`,
    `import { ${pagings.join(', ')} } from '../paging.ts'`,
    `import type { Service } from '../service.ts'`,
    `import type * as Answer from './answers.ts'`,
    `import type * as Given from './parameters.ts'\n`,
  ].join('\n')
}

function groupMeaning(group: string): string {
  return `\`/${group.replaceAll('.', '/')}/…\``
}

function groupType(group: string): string {
  return `${group.split('.').map(capital).join('')}Operations`
}

function nameOf({ group, name }: Pick<Method, 'group' | 'name'>): string {
  return group === undefined ? name : `${group}.${name}`
}

function isMethod(group: string): boolean {
  return methods.some((method) => nameOf(method) === group)
}

function members(group: string): string {
  const inner = groupsIn(group).map((one) => `readonly ${lastOf(one)}: ${groupType(one)}`)
  return [...inner, ...methods.filter((method) => method.group === group).map(member)].join('\n')
}

function member(method: Method): string {
  const { name, path, verb = 'GET', operation, parametersType, answerType } = method
  const [, rows] = PAGED[path] ?? []
  const [given, answer] = [`Given.${parametersType}`, `Answer.${answerType}`]
  const type = rows
    ? `PagedOperation<${given}, ${answer}, ${answer}['${rows}'][number]>`
    : `Operation<${given}, ${answer}>`
  const below = groups.includes(nameOf(method)) ? ` & ${groupType(nameOf(method))}` : ''
  return `${comment(`\`${verb} ${path}\`: ${operation.description}`)}readonly ${name}: ${type}${below}`
}

function made(group: string, isTyped = false): string {
  const inner = groupsIn(group).map((one) => `${lastOf(one)}: ${made(one)}`)
  const own = methods
    .filter((method) => method.group === group)
    .map((method) => `${method.name}: ${call(method, isTyped)}`)
  return `{ ${[...inner, ...own].join(', ')} }`
}

/** Returns the groups directly inside a group. */
function groupsIn(group: string): readonly string[] {
  const below = groups.filter((one) => one.startsWith(`${group}.`) && !one.slice(group.length + 1).includes('.'))
  return below.filter((one) => !isMethod(one))
}

function lastOf(group: string): string {
  return group.slice(group.lastIndexOf('.') + 1)
}

/** Writes a method. TypeScript can infer its types, except if `Object.assign` adds the method. */
function call(method: Method, isTyped = false): string {
  const { path, verb, area, parametersType, answerType } = method
  const where = `{ ${area === undefined ? '' : `area: '${area}', `}path: '${path}'${verb === undefined ? '' : `, method: '${verb}'`} }`
  const [paging] = PAGED[path] ?? []
  if (paging !== undefined) return `service.paged(${where}, ${paging})`
  const hasGroup = groups.includes(nameOf(method))
  const types = hasGroup || isTyped ? `<Given.${parametersType}, Answer.${answerType}>` : ''
  const own = `service.operation${types}(${where})`
  return hasGroup ? `Object.assign(${own}, ${made(nameOf(method), true)})` : own
}

function failuresFile(): string {
  const lines = Object.entries(FAILURES).map(
    ([code, [status, title, meaning]]) =>
      `${comment(meaning)}${literal(code)}: { status: ${status}, title: ${literal(title)} },`,
  )
  return `${comment('Why the service refuses a call, by the code of its answer. Codes never change their meaning.')}export const FAILURES = {\n${lines.join('\n')}\n} as const\n\nexport type FailureCode = keyof typeof FAILURES\n`
}

function formatted(text: string): string {
  const given = { input: text, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const options = ['format', '--stdin-file-path=client/src/made.ts']
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', options, given)
  if (status !== 0) throw new Error(`Cannot format the generated files: ${stderr}`)
  return stdout
}
