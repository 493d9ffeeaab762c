import { CommandFault, EXIT } from './failure.ts'

/** How one setting is written: the text of an environment variable or an option in, a value or a sentence out. */
interface SettingKind<T> {
  readonly accepted: string
  read(text: string): T | undefined
}

const text: SettingKind<string> = { accepted: 'any text', read: (value) => value }

const port: SettingKind<number> = {
  accepted: 'a port from 0 to 65535 (0 takes a free one)',
  read: (value) => (/^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : undefined),
}

const headerWord: SettingKind<string> = {
  accepted: 'a word of a-z, 0-9 and -',
  read: (value) => (/^[a-z0-9][a-z0-9-]{0,40}$/.test(value) ? value : undefined),
}

const capitalWord: SettingKind<string> = {
  accepted: 'a word of letters and digits that begins with a capital',
  read: (value) => (/^[A-Z][A-Za-z0-9]{0,40}$/.test(value) ? value : undefined),
}

const origin: SettingKind<string> = {
  accepted: 'an origin such as https://homes.example, without a path',
  read: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return url && /^https?:$/.test(url.protocol) && value.replace(/\/$/, '') === url.origin ? url.origin : undefined
  },
}

const originOrEmpty: SettingKind<string> = {
  accepted: `${origin.accepted}, or empty`,
  read: (value) => (value === '' ? '' : origin.read(value)),
}

const hostOrEmpty: SettingKind<string> = {
  accepted: 'a host name such as api.homes.example, or empty',
  read: (value) => (/^([a-z0-9-]+(\.[a-z0-9-]+)*)?$/i.test(value) ? value.toLowerCase() : undefined),
}

const corsOrigins: SettingKind<string> = {
  accepted: '* or origins separated by commas',
  read: (value) => {
    if (value === '*') return value
    const origins = value.split(',').map((part) => origin.read(part.trim()))
    return origins.every((part) => part !== undefined) ? origins.join(',') : undefined
  },
}

const wholeNumber: SettingKind<number> = {
  accepted: 'a whole number',
  read: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
}

const logLevel: SettingKind<'silent' | 'error' | 'warn' | 'info'> = {
  accepted: 'silent, error, warn or info',
  read: (value) => (['silent', 'error', 'warn', 'info'] as const).find((level) => level === value),
}

interface Setting<T> {
  readonly kind: SettingKind<T>
  readonly fallback: T
  readonly doc: string
}

function setting<T>(kind: SettingKind<T>, fallback: NoInfer<T>, doc: string): Setting<T> {
  return { kind, fallback, doc }
}

/** Every setting of the service, once: its name here, its variable `PLAT_…`, its default and its sentence. */
export const SETTINGS = {
  data: setting(text, 'data', 'Folder that holds the catalogue, the keys and the plans.'),
  host: setting(text, '127.0.0.1', 'Address to listen on; 0.0.0.0 for every network interface.'),
  portA: setting(port, 8080, 'Port of area A, property data.'),
  portB: setting(port, 8081, 'Port of area B, offers of the second portal.'),
  portC: setting(port, 8082, 'Port of area C, experiences.'),
  hostA: setting(
    hostOrEmpty,
    '',
    'Public host name of area A. Once one is set, all areas share port A, told apart by Host.',
  ),
  hostB: setting(hostOrEmpty, '', 'Public host name of area B.'),
  hostC: setting(hostOrEmpty, '', 'Public host name of area C.'),
  serviceWord: setting(headerWord, 'service', 'Word in the name of the key header: x-service-key.'),
  portalWord: setting(capitalWord, 'Portal', 'Word in parameter names, values and keys such as daysOnPortal.'),
  portalOrigin: setting(origin, 'https://portal.example', 'Origin of the property URLs that answers carry.'),
  mediaOrigin: setting(
    originOrEmpty,
    '',
    'Origin of the picture URLs that answers carry; empty for the address of area A.',
  ),
  corsOrigins: setting(corsOrigins, '*', 'Origins whose pages may call the service from a browser.'),
  shutdownS: setting(wholeNumber, 10, 'Seconds that calls in flight get to finish after Ctrl-C or SIGTERM.'),
  logLevel: setting(logLevel, 'info', 'Least severe log lines to write: silent, error, warn or info.'),
  homes: setting(wholeNumber, 50_000, 'Homes in a sample catalogue.'),
  seed: setting(wholeNumber, 1, 'Seed of a sample catalogue: the same seed makes the same homes.'),
} as const

export type SettingName = keyof typeof SETTINGS
export type Settings = { readonly [K in SettingName]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never }

/** `portA` → `PLAT_PORT_A`. */
export function variableOf(name: SettingName): string {
  return `PLAT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** `portA` → `--port-a`. */
export function optionOf(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Variables of the command line that are no settings of the service. */
const OTHER_VARIABLES = new Set([
  'PLAT_MAPPING',
  'PLAT_PLAN',
  'PLAT_LABEL',
  'PLAT_EXPIRES',
  'PLAT_OVERLAP',
  'PLAT_JSON',
  'PLAT_DRY_RUN',
  'PLAT_REPLACE_SAMPLE',
])

/**
 * Options first, then the environment, then the defaults. Throws a CommandFault that names every unknown `PLAT_…`
 * variable and every value that cannot be read.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  options: Partial<Record<SettingName, string>> = {},
): Settings {
  const names = Object.keys(SETTINGS) as SettingName[]
  const problems = unknownVariables(environment, names)
  const values: Partial<Record<SettingName, unknown>> = {}
  for (const name of names) {
    const given = options[name] ?? environment[variableOf(name)]
    const { kind, fallback } = SETTINGS[name] as Setting<unknown>
    const value = given === undefined ? fallback : kind.read(given)
    const where = options[name] === undefined ? variableOf(name) : optionOf(name)
    if (value === undefined) problems.push(`Cannot read ${where} "${given}": accepted is ${kind.accepted}.`)
    values[name] = value
  }
  if (problems.length > 0) throw new CommandFault(problems.join(' '), EXIT.usage)
  return Object.freeze(values) as Settings
}

function unknownVariables(environment: Readonly<Record<string, string | undefined>>, names: SettingName[]): string[] {
  const known = new Set<string>([...names.map(variableOf), ...OTHER_VARIABLES])
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('PLAT_') && !known.has(variable))
    .map((variable) => `Unknown setting ${variable}: docs/settings.md lists those that exist.`)
}
