export type Value = string | number | boolean | undefined

/** A request as data: it is sent, shown as code, and stored in the page's address. */
export interface Query {
  /** The path of an operation, such as `/search/byaddress`. */
  readonly path: string
  /** Undefined and empty values are not sent. */
  readonly params: Readonly<Record<string, Value>>
}

export function queryOf(path: string, params: Query['params'] = {}): Query {
  return { path, params }
}

/** Returns the parameters that are sent, as text, in their order. */
export function sentParams({ params }: Query): readonly (readonly [name: string, text: string])[] {
  return Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)] as const)
}

/** Returns path and query as in the request line. */
export function targetOf(query: Query): string {
  const sent = sentParams(query)
  if (sent.length === 0) return query.path
  return `${query.path}?${sent.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')}`
}

/**
 * Encodes a value, but leaves commas and colons readable, which HTTP allows in a query. Apostrophes are encoded because
 * they would end a shell's quotes.
 */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll("'", '%27')
}
