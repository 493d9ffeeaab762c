/** The path of the RESO Web API, and the path of its token endpoint. */
export const ODATA_PATH = '/odata'
export const TOKEN_PATH = '/oauth2/token'

/** The path at which programs register, and the path of the page on which a person gives a program a key. */
export const REGISTER_PATH = '/oauth2/register'
export const AUTHORIZE_PATH = '/oauth2/authorize'

/** The path to which agents post messages. */
export const AGENTS_PATH = '/mcp'

/** Paths of the metadata that show programs how to get a token (RFC 9728 and RFC 8414). */
export const RESOURCE_PATH = '/.well-known/oauth-protected-resource'
export const ISSUER_PATH = '/.well-known/oauth-authorization-server'

export const TILES_PATH = '/tiles'

/** The format of calls and refusals. */
export type Protocol = 'plain' | 'agents' | 'odata' | 'oauth'

/** The parts of a call that determine its protocol. */
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

/** Whether a call requests map tiles or their TileJSON. */
export function isForTiles({ path }: Pick<Target, 'path'>): boolean {
  return path === TILES_PATH || path?.startsWith(`${TILES_PATH}/`) === true
}

/** Returns the path after `/odata`, percent-encoded and case-sensitive. */
export function pathBelowOData({ rawPath }: Target): string {
  return rawPath.slice(ODATA_PATH.length)
}
