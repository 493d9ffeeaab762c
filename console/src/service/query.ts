export type Value = string | number | boolean | undefined

/** A call as data: what is asked, shown as code, and kept in the address of the page. */
export interface Query {
  /** The path of an operation, such as `/search/byaddress`. */
  readonly path: string
  /** Values that are undefined or an empty text are not sent. */
  readonly params: Readonly<Record<string, Value>>
}

export function queryOf(path: string, params: Query['params'] = {}): Query {
  return { path, params }
}

/** The parameters that are sent, as texts, in the order given. */
export function sentParams({ params }: Query): readonly (readonly [name: string, text: string])[] {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)] as const)
}

/** Path and query, as they stand in the request line. */
export function targetOf(query: Query): string {
  const sent = sentParams(query)
  if (sent.length === 0) return query.path
  return `${query.path}?${sent.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')}`
}

/** Commas and colons stay readable: no part of HTTP minds them in a query. An apostrophe would end a shell's quotes. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll("'", '%27')
}
