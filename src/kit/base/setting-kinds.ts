import { startOfDay } from './clock.ts'

/**
 * How one option is written. `read` turns a text from the command line or from an environment variable into a value.
 */
export interface SettingKind<T> {
  /** Placeholder for the value in help. A flag has none, because it takes no value. */
  readonly value?: string
  readonly accepted: string
  /** Set for passwords: no message repeats the value. */
  readonly secret?: true
  /** Set for an option that may be repeated. Its texts are joined with commas. */
  readonly isRepeated?: true
  /** Returns undefined for a text that is not a valid value. */
  read(text: string): T | undefined
}

/** A text that only the command itself can check. */
export function words(value: string, accepted: string): SettingKind<string> {
  return { value, accepted, read: (written) => written }
}

export const text = words('TEXT', 'any text')
const FRESH_DAYS_MAX = 36_500

/** `catalog/facts/data-clock.ts` explains the values. */
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

export const onOff: SettingKind<'on' | 'off'> = {
  value: 'on|off',
  accepted: 'on or off',
  read: (value) => (value === 'on' || value === 'off' ? value : undefined),
}

export const refusedOrAllowed: SettingKind<'refuse' | 'allow'> = {
  value: 'refuse|allow',
  accepted: 'refuse or allow',
  read: (value) => (value === 'refuse' || value === 'allow' ? value : undefined),
}

export const folder: SettingKind<string> = {
  value: 'DIR',
  accepted: 'a folder',
  read: (value) => (value === '' ? undefined : value),
}

export const address = words('ADDRESS', 'an IP address or host name of this machine')

const port: SettingKind<number> = {
  value: 'N',
  accepted: 'a port from 0 to 65535 (0 takes a free one)',
  read: (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : undefined),
}

const PORTS_MAX = 16

/** Each port other than 0 once. */
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

export const portOrEmpty: SettingKind<number | ''> = {
  value: 'N',
  accepted: `${port.accepted}, or empty`,
  read: (value) => (value === '' ? '' : port.read(value)),
}

export const headerWord: SettingKind<string> = {
  value: 'WORD',
  accepted: 'a word of a-z, 0-9 and -',
  read: (value) => (/^[a-z0-9][a-z0-9-]{0,40}$/.test(value) ? value : undefined),
}

/** Headers that HTTP or Plat uses for other purposes. They cannot carry a key. */
const TAKEN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'if-none-match',
  'keep-alive',
  'origin',
  'prefer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
])

const HEADERS_MAX = 10

/** Reads names in lower case, without duplicates. */
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

export const capitalWord: SettingKind<string> = {
  value: 'WORD',
  accepted: 'a word of letters and digits that begins with a capital',
  read: (value) => (/^[A-Z][A-Za-z0-9]{0,40}$/.test(value) ? value : undefined),
}

export const origin: SettingKind<string> = {
  value: 'ORIGIN',
  accepted: 'an origin such as https://homes.example, without a path',
  read: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    // URL allows * and ; in a host; in a content security policy these have a meaning
    if (url === undefined || !/^https?:$/.test(url.protocol) || /[^\w.:[\]-]/.test(url.host)) return undefined
    return value.replace(/\/$/, '') === url.origin ? url.origin : undefined
  },
}

export const originOrEmpty: SettingKind<string> = {
  value: 'ORIGIN',
  accepted: `${origin.accepted}, or empty`,
  read: (value) => (value === '' ? '' : origin.read(value)),
}

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

export const wholeNumber: SettingKind<number> = {
  value: 'N',
  accepted: 'a whole number',
  read: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
}

export const positive: SettingKind<number> = {
  value: 'N',
  accepted: 'a whole number above 0',
  read: (value) => (/^0*[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined),
}

export const share: SettingKind<number> = {
  value: 'SHARE',
  accepted: 'off, or a number from 0 to 1 such as 0.01',
  read: (value) => (value === 'off' ? 0 : /^(0?\.\d{1,6}|[01](\.0*)?)$/.test(value) ? Number(value) : undefined),
}

const THREADS_MAX = 128

export const threads: SettingKind<number> = {
  value: 'N',
  accepted: `a whole number from 0 to ${THREADS_MAX}`,
  read: (value) => (/^\d{1,3}$/.test(value) && Number(value) <= THREADS_MAX ? Number(value) : undefined),
}

export const logLevel: SettingKind<'silent' | 'error' | 'warn' | 'info'> = {
  value: 'LEVEL',
  accepted: 'silent, error, warn or info',
  read: (value) => (['silent', 'error', 'warn', 'info'] as const).find((level) => level === value),
}

/** `doors/http/operator-gate.ts` explains the values. */
export const operatorPages: SettingKind<'here' | 'key'> = {
  value: 'WHO',
  accepted: 'here or key',
  read: (value) => (['here', 'key'] as const).find((who) => who === value),
}

export const handling: SettingKind<'normal' | 'lenient' | 'strict'> = {
  value: 'HOW',
  accepted: 'normal, lenient or strict',
  read: (value) => (value === 'normal' || value === 'lenient' || value === 'strict' ? value : undefined),
}

export const databaseOrEmpty: SettingKind<string> = {
  value: 'URL',
  accepted: 'an address such as postgres://user:password@host:5432/database, or empty',
  secret: true,
  read: (value) => (value === '' || /^postgres(ql)?:\/\/\S+$/.test(value) ? value : undefined),
}
