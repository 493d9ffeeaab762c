import { startOfDay } from './clock.ts'

/** How an option is written. `read` parses the text from the command line or the environment variable. */
export interface SettingKind<T> {
  /** Placeholder for the value in help. A flag has none, because it takes no value. */
  readonly value?: string
  readonly accepted: string
  /** Set for passwords: no message repeats the value. */
  readonly secret?: true
  /** Set for an option that may be repeated. Its values are joined with commas. */
  readonly isRepeated?: true
  /** Returns undefined if the text is not a valid value. */
  read(text: string): T | undefined
}

/** Any text. Only the command itself can check it. */
export function words(value: string, accepted: string): SettingKind<string> {
  return { value, accepted, read: (written) => written }
}

/** One of a few words. */
function oneOf<const T extends string>(value: string, accepted: string, choices: readonly T[]): SettingKind<T> {
  return { value, accepted, read: (written) => choices.find((choice) => choice === written) }
}

function matching(value: string, accepted: string, pattern: RegExp): SettingKind<string> {
  return { value, accepted, read: (written) => (pattern.test(written) ? written : undefined) }
}

function numberMatching(accepted: string, pattern: RegExp, max = Number.POSITIVE_INFINITY): SettingKind<number> {
  const read = (written: string) => (pattern.test(written) && Number(written) <= max ? Number(written) : undefined)
  return { value: 'N', accepted, read }
}

function orEmpty<T>(kind: SettingKind<T>): SettingKind<T | ''> {
  return {
    ...kind,
    accepted: `${kind.accepted}, or empty`,
    read: (written) => (written === '' ? '' : kind.read(written)),
  }
}

export const text = words('TEXT', 'any text')
const FRESH_DAYS_MAX = 36_500

/**
 * The day that counts as today. `clock`: the current day. `data`: the day of the newest event. `60d`: the current day,
 * unless the newest event is older than 60 days.
 */
export const today: SettingKind<string> = {
  value: 'DAY',
  accepted: 'a number of days such as 60d, clock, data, or a day as YYYY-MM-DD',
  read: (value) => {
    if (value === 'clock' || value === 'data' || !Number.isNaN(startOfDay(value))) return value
    return /^\d{1,5}d$/.test(value) && Number.parseInt(value, 10) <= FRESH_DAYS_MAX ? value : undefined
  },
}

export const day: SettingKind<string> = {
  value: 'DAY',
  accepted: 'a day as YYYY-MM-DD',
  read: (value) => (Number.isNaN(startOfDay(value)) ? undefined : value),
}

export const flag: SettingKind<boolean> = {
  accepted: 'true, false, 1 or 0',
  read: (value) => (/^(true|1)$/i.test(value) ? true : /^(false|0)$/i.test(value) ? false : undefined),
}

export const onOff = oneOf('on|off', 'on or off', ['on', 'off'])

export const refusedOrAllowed = oneOf('refuse|allow', 'refuse or allow', ['refuse', 'allow'])

export const folder: SettingKind<string> = {
  value: 'DIR',
  accepted: 'a folder',
  read: (value) => (value === '' ? undefined : value),
}

export const address = words('ADDRESS', 'an IP address or host name of this machine')

const port = numberMatching('a port from 0 to 65535 (0 takes a free one)', /^\d{1,5}$/, 65535)

const PORTS_MAX = 16

/** Reads a list of ports. Drops duplicates, but not of 0, which stands for any free port. */
export const ports: SettingKind<readonly number[]> = {
  value: 'N',
  accepted: `a port from 0 to 65535 (0 takes a free one), or up to ${PORTS_MAX} ports separated by commas`,
  isRepeated: true,
  read: (value) => {
    const all = value.split(',').map((part) => port.read(part.trim()))
    if (all.length > PORTS_MAX || !all.every((one) => one !== undefined)) return undefined
    return all.filter((one, i) => one === 0 || all.indexOf(one) === i)
  },
}

export const portOrEmpty = orEmpty(port)

export const headerWord = matching('WORD', 'a word of a-z, 0-9 and -', /^[a-z0-9][a-z0-9-]{0,40}$/)

/** Headers that HTTP or Plat uses for other purposes. They cannot carry a key. */
const TAKEN_HEADERS: ReadonlySet<string> = new Set(
  [
    'accept accept-encoding connection content-length content-type cookie expect host if-none-match keep-alive',
    'origin prefer te trailer transfer-encoding upgrade x-request-id',
  ].flatMap((names) => names.split(' ')),
)

const HEADERS_MAX = 10

/** Reads header names in lower case, without duplicates. */
export const headerNames: SettingKind<string> = {
  value: 'NAMES',
  accepted: `up to ${HEADERS_MAX} header names of letters, digits, - and _, separated by commas, but not headers that HTTP or Plat uses otherwise, such as host`,
  read: (value) => {
    if (value.trim() === '') return ''
    const names = value.split(',').map((part) => part.trim().toLowerCase())
    const isFine = names.every((name) => /^[a-z0-9][a-z0-9_-]{0,60}$/.test(name) && !TAKEN_HEADERS.has(name))
    return isFine && names.length <= HEADERS_MAX ? [...new Set(names)].join(',') : undefined
  },
}

export const capitalWord = matching(
  'WORD',
  'a word of letters and digits that begins with a capital',
  /^[A-Z][A-Za-z0-9]{0,40}$/,
)

export const origin: SettingKind<string> = {
  value: 'ORIGIN',
  accepted: 'an origin such as https://homes.example, without a path',
  read: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    // `URL` allows * and ; in a host, but they have a meaning in a content security policy
    if (url === undefined || !/^https?:$/.test(url.protocol) || /[^\w.:[\]-]/.test(url.host)) return undefined
    return value.replace(/\/$/, '') === url.origin ? url.origin : undefined
  },
}

export const originOrEmpty = orEmpty(origin)

/** Reads the address of another program, without a slash at the end. */
export const addressOrEmpty: SettingKind<string> = orEmpty({
  value: 'URL',
  accepted: 'an address such as http://127.0.0.1:8002, without a query',
  read: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return url && /^https?:$/.test(url.protocol) && !/[?#]/.test(value) ? value.replace(/\/+$/, '') : undefined
  },
})

/** Reads the address of an OpenID provider. Secrets are sent there, so http is allowed only on this machine. */
export const issuerOrEmpty: SettingKind<string> = orEmpty({
  value: 'URL',
  accepted: 'an https address, or an http address on this machine, without a query',
  read: (value) => {
    const isSafe = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))[^?#\s]*$/.test(value)
    return isSafe && URL.canParse(value) ? value : undefined
  },
})

export const claimsOrEmpty = matching(
  'CLAIMS',
  'claims such as groups=plat-operators, separated by commas, or empty',
  /^(\s*[^\s=,]+=[^,]+(,|$))*$/,
)

export const secret: SettingKind<string> = { ...words('SECRET', 'any text'), secret: true }

export const tilesOrEmpty: SettingKind<string> = {
  value: 'URL|FILE',
  accepted:
    'a URL such as https://tiles.example/{z}/{x}/{y}.png, or one that ends in .mvt or .pbf for vector tiles, a file that ends in .pmtiles, or empty',
  read: (value) => {
    if (value === '' || (value.endsWith('.pmtiles') && !/^https?:/.test(value))) return value
    const isWhole = ['{z}', '{x}', '{y}'].every((part) => value.includes(part)) && !/[\s;,]/.test(value)
    const url = isWhole && URL.canParse(value) ? new URL(value) : undefined
    return url && /^https?:$/.test(url.protocol) && !/[{}]/.test(url.host) ? value : undefined
  },
}

export const hostOrEmpty: SettingKind<string> = {
  value: 'NAME',
  accepted: 'a host name such as api.homes.example, or empty',
  read: (value) => (/^([a-z0-9-]+(\.[a-z0-9-]+)*)?$/i.test(value) ? value.toLowerCase() : undefined),
}

export const corsOrigins: SettingKind<string> = {
  value: 'ORIGINS',
  accepted: '* or origins separated by commas',
  read: (value) => (value === '*' ? value : originsIn(value)),
}

export const originsOrEmpty: SettingKind<string> = {
  value: 'ORIGINS',
  accepted: 'origins such as https://photos.example, separated by commas, or empty',
  read: (value) => (value.trim() === '' ? '' : originsIn(value)),
}

function originsIn(value: string): string | undefined {
  const origins = value.split(',').map((part) => origin.read(part.trim()))
  return origins.every((part) => part !== undefined) ? origins.join(',') : undefined
}

export const wholeNumber = numberMatching('a whole number', /^\d{1,9}$/)

export const positive = numberMatching('a whole number above 0', /^0*[1-9]\d{0,8}$/)

export const share: SettingKind<number> = {
  value: 'SHARE',
  accepted: 'off, or a number from 0 to 1 such as 0.01',
  read: (value) => (value === 'off' ? 0 : /^(0?\.\d{1,6}|[01](\.0*)?)$/.test(value) ? Number(value) : undefined),
}

const THREADS_MAX = 128

export const threads = numberMatching(`a whole number from 0 to ${THREADS_MAX}`, /^\d{1,3}$/, THREADS_MAX)

export const logLevel = oneOf('LEVEL', 'silent, error, warn or info', ['silent', 'error', 'warn', 'info'])

/** Who sees the pages for operators: `here` is this machine, without a key; `key` is only keys whose plan allows it. */
export const operatorPages = oneOf('WHO', 'here or key', ['here', 'key'])

export const handling = oneOf('HOW', 'normal, lenient or strict', ['normal', 'lenient', 'strict'])

export const planCaching = oneOf('HOW', 'generic, custom or auto', ['generic', 'custom', 'auto'])

export const databaseOrEmpty: SettingKind<string> = {
  value: 'URL',
  accepted: 'an address such as postgres://user:password@host:5432/database, or empty',
  secret: true,
  read: (value) => (value === '' || /^postgres(ql)?:\/\/\S+$/.test(value) ? value : undefined),
}

export const webhookOrEmpty: SettingKind<string> = {
  value: 'URL',
  accepted: 'an address that begins with https:// or http://, or empty',
  read: (value) => (value === '' || (/^https?:\/\//.test(value) && URL.canParse(value)) ? value : undefined),
}

export const webhookSecretOrEmpty: SettingKind<string> = {
  value: 'SECRET',
  accepted: 'whsec_ and at least 24 random bytes in base64, or empty',
  secret: true,
  read: (value) => (value === '' || /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(value) ? value : undefined),
}
