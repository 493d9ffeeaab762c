import type { Area } from '../../../service/operations/operation.ts'

/** Where a catalogue is read as a RESO Web API. Only area A has it, and the token endpoint that belongs to it. */
export const ODATA_PATH = '/odata'
export const TOKEN_PATH = '/oauth2/token'

/** Where map tiles are, in area A alone. */
export const TILES_PATH = '/tiles'

/** How calls of a path and their refusals are written. */
export type Protocol = 'plain' | 'odata' | 'oauth'

/** A call, as far as its protocol is told by it. */
interface Target {
  readonly area: Area
  readonly path: string | undefined
  readonly rawPath: string
}

const BELOW_ODATA = /^\/odata(?=\/|$)/i

export function protocolOf({ area, path, rawPath }: Target): Protocol {
  if (area !== 'A') return 'plain'
  if (BELOW_ODATA.test(rawPath)) return 'odata'
  return path === TOKEN_PATH ? 'oauth' : 'plain'
}

/** Whether a call asks for tiles, or where they are. */
export function isForTiles({ area, path }: Pick<Target, 'area' | 'path'>): boolean {
  return area === 'A' && (path === TILES_PATH || path?.startsWith(`${TILES_PATH}/`) === true)
}

/** The path of a call of OData behind `/odata`, percent-encoded: there, case matters. */
export function pathBelowOData({ rawPath }: Target): string {
  return rawPath.slice(ODATA_PATH.length)
}
