/** Where a catalog is read as a RESO Web API, and the token endpoint that belongs to it. */
export const ODATA_PATH = '/odata'
export const TOKEN_PATH = '/oauth2/token'

/** Where programs name themselves, and where a person gives one a key: both are beside the token endpoint. */
export const REGISTER_PATH = '/oauth2/register'
export const AUTHORIZE_PATH = '/oauth2/authorize'

/** Where agents post. */
export const AGENTS_PATH = '/mcp'

/** RFC 9728 and RFC 8414: where a program learns how it gets a token. */
export const RESOURCE_PATH = '/.well-known/oauth-protected-resource'
export const ISSUER_PATH = '/.well-known/oauth-authorization-server'

/** Where map tiles are. */
export const TILES_PATH = '/tiles'

/** How calls of a path and their refusals are written. */
export type Protocol = 'plain' | 'agents' | 'odata' | 'oauth'

/** A call, as far as its protocol is told by it. */
interface Target {
  readonly path: string | undefined
  readonly rawPath: string
}

const BELOW_ODATA = /^\/odata(?=\/|$)/i

export function protocolOf({ path, rawPath }: Target): Protocol {
  if (BELOW_ODATA.test(rawPath)) return 'odata'
  if (path === AGENTS_PATH) return 'agents'
  return path === TOKEN_PATH || path === REGISTER_PATH ? 'oauth' : 'plain'
}

/** Whether a call asks for tiles, or where they are. */
export function isForTiles({ path }: Pick<Target, 'path'>): boolean {
  return path === TILES_PATH || path?.startsWith(`${TILES_PATH}/`) === true
}

/** The path of a call of OData behind `/odata`, percent-encoded: there, case matters. */
export function pathBelowOData({ rawPath }: Target): string {
  return rawPath.slice(ODATA_PATH.length)
}
