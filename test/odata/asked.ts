import type { Context } from '../../src/catalog/ports/context.ts'
import { readRequest } from '../../src/doors/odata/answering/request.ts'
import type { ODataCall } from '../../src/doors/odata/door.ts'
import { Fault } from '../../src/kit/base/failure.ts'

export const ROOT = 'http://homes.example/odata'

export type JsonRow = Readonly<Record<string, unknown>>

export interface JsonPage {
  readonly value: readonly JsonRow[]
  readonly '@odata.count'?: number
  readonly '@odata.nextLink'?: string
}

type Bounds = Parameters<typeof readRequest>[2]

/** Calls the OData endpoint without HTTP. `path` follows `/odata`. */
export async function asked<T = JsonPage>(
  context: Context,
  path: string,
  options: Readonly<Record<string, string>> = {},
  more: Partial<ODataCall> = {},
  bounds?: Bounds,
): Promise<T> {
  const pairs = Object.entries(options)
  const question = await readRequest(callOf(path, pairs, more), context, bounds)
  return JSON.parse((await question.answer()).body)
}

/** Follows a link as the service would parse its address. */
export async function followed(
  context: Context,
  link: string,
  more: Partial<ODataCall> = {},
  bounds?: Bounds,
): Promise<JsonPage> {
  const { pathname, searchParams } = new URL(link)
  const path = pathname.slice(new URL(ROOT).pathname.length)
  const question = await readRequest(callOf(path, [...searchParams], more), context, bounds)
  return JSON.parse((await question.answer()).body)
}

/** Returns all rows of a resource, page by page, in order of key. */
export async function allRows(context: Context, resource: string): Promise<readonly JsonRow[]> {
  let page = await asked(context, `/${resource}`)
  const rows = [...page.value]
  for (let link = page['@odata.nextLink']; link !== undefined; link = page['@odata.nextLink']) {
    page = await followed(context, link)
    rows.push(...page.value)
  }
  return rows
}

/** Returns the fault with which a call is refused. */
export async function refusal(answer: Promise<unknown>): Promise<Fault> {
  try {
    await answer
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('it is answered, not refused')
}

function callOf(path: string, options: ODataCall['options'], more: Partial<ODataCall>): ODataCall {
  const nothing = { accept: undefined, prefer: undefined, maxVersion: undefined, keyOption: undefined }
  return { path, options, root: ROOT, keyId: 'k1', ...nothing, ...more }
}

/** Converts a JSON value to a string. A string is returned unchanged. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
