/** The path of the RESO Web API. `TOKEN_PATH` is its token endpoint. */
export const ODATA_PATH = '/odata'
export const TOKEN_PATH = '/oauth2/token'

/** The path where programs register. `AUTHORIZE_PATH` is the page where a user gives a program a key. */
export const REGISTER_PATH = '/oauth2/register'
export const AUTHORIZE_PATH = '/oauth2/authorize'

/** The path to which agents post messages. */
export const AGENTS_PATH = '/mcp'

/** Paths of OAuth metadata, which show programs how to get a token (RFC 9728, RFC 8414). */
export const RESOURCE_PATH = '/.well-known/oauth-protected-resource'
export const ISSUER_PATH = '/.well-known/oauth-authorization-server'

export const TILES_PATH = '/tiles'

/** The protocol of a call, which decides the format of refusals. */
export type Protocol = 'plain' | 'agents' | 'odata' | 'oauth'

/** The parts of a call that decide its protocol. */
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

/** Whether a call requests map tiles or a TileJSON document. */
export function isForTiles({ path }: Pick<Target, 'path'>): boolean {
  return path === TILES_PATH || path?.startsWith(`${TILES_PATH}/`) === true
}

/** Returns the path after `/odata` as sent: percent-encoded, with its letter case. */
export function pathBelowOData({ rawPath }: Target): string {
  return rawPath.slice(ODATA_PATH.length)
}
