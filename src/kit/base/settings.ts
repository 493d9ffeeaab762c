import { COMMAND_OPTIONS, type CommandOption } from './command-options.ts'
import { CommandFault, EXIT } from './failure.ts'
import { nearestName } from './sentence.ts'
import {
  address,
  capitalWord,
  corsOrigins,
  databaseOrEmpty,
  flag,
  folder,
  handling,
  headerNames,
  headerWord,
  hostOrEmpty,
  logLevel,
  onOff,
  operatorPages,
  origin,
  originOrEmpty,
  originsOrEmpty,
  port,
  portOrEmpty,
  positive,
  refusedOrAllowed,
  type SettingKind,
  share,
  text,
  threads,
  tilesOrEmpty,
  today,
  wholeNumber,
} from './setting-kinds.ts'

interface Setting<T> {
  readonly kind: SettingKind<T>
  readonly fallback: T
  readonly doc: string
}

function setting<T>(kind: SettingKind<T>, fallback: NoInfer<T>, doc: string): Setting<T> {
  return { kind, fallback, doc }
}

/** Every setting of the service. Its name here gives its variable `PLAT_…` and its option. */
export const SETTINGS = {
  data: setting(folder, 'data', 'Folder that holds the catalogue, the keys and the plans.'),
  databaseUrl: setting(
    databaseOrEmpty,
    '',
    'PostgreSQL, 15 or newer, that holds the catalogue, the keys and the credits of any number of nodes, instead of the data folder; empty for the folder. Give it as a variable: other users of the machine can read the options of a process.',
  ),
  databaseReadUrl: setting(
    databaseOrEmpty,
    '',
    'A replica of that database, which this node reads the catalogue from; empty for the database itself.',
  ),
  accessDatabaseUrl: setting(
    databaseOrEmpty,
    '',
    'Another PostgreSQL, of a server of its own, that holds the keys and the credits of all nodes, so that nothing that happens to the catalogue keeps calls from being charged; empty for the database itself.',
  ),
  databaseConnections: setting(
    wholeNumber,
    0,
    'Connections that a service may have open to the database; 0 for three or four for each thread that answers calls, as a server as it comes has room for, and seven more. Two for each thread that answers calls, and seven more, are opened in any case.',
  ),
  host: setting(address, '127.0.0.1', 'Address to listen on; 0.0.0.0 for every network interface.'),
  portA: setting(port, 8080, 'Port of area A, property data.'),
  portB: setting(port, 8081, 'Port of area B, offers of the second portal.'),
  portC: setting(port, 8082, 'Port of area C, experiences.'),
  hostA: setting(
    hostOrEmpty,
    '',
    'Public host name of area A. Once one is set, all areas share port A and are told apart by the Host header.',
  ),
  hostB: setting(hostOrEmpty, '', 'Public host name of area B.'),
  hostC: setting(hostOrEmpty, '', 'Public host name of area C.'),
  operatorHost: setting(
    address,
    '127.0.0.1',
    'Address on which operators are told of the health of the service; whoever reaches it needs no key.',
  ),
  operatorPort: setting(
    portOrEmpty,
    '',
    'Its port, with /health/live, /health/ready and /metrics; empty for 8083 or, if an area or another program has that, a free one, which the start page names.',
  ),
  operatorPages: setting(
    operatorPages,
    'here',
    'Who sees the pages for operators, /operator/… of area A: here for programs of this machine too, unless a host name is set or a proxy is trusted; key for keys alone whose plan opens them.',
  ),
  serviceWord: setting(headerWord, 'service', 'Word in the name of the key header: x-service-key.'),
  keyHeaders: setting(
    headerNames,
    '',
    'Further request headers that may carry a key, separated by commas, beside x-service-key, x-api-key and Authorization.',
  ),
  portalWord: setting(capitalWord, 'Portal', 'Word in parameter names, values and keys such as daysOnPortal.'),
  portalOrigin: setting(origin, 'https://portal.example', 'Origin of the property URLs that answers carry.'),
  mediaOrigin: setting(
    originOrEmpty,
    '',
    'Origin of the URLs of pictures, and of calls, that answers carry; empty for the address of area A.',
  ),
  corsOrigins: setting(corsOrigins, '*', 'Origins whose pages may call the service from a browser.'),
  corsCredentials: setting(
    originsOrEmpty,
    '',
    'Further origins whose pages may call, and may send cookies and other credentials, such as those of a proxy in front.',
  ),
  trustProxy: setting(
    flag,
    false,
    'Believe what a proxy in front says of the address that callers know: X-Forwarded-Host and X-Forwarded-Proto stand in the servers of /openapi.json.',
  ),
  handling: setting(
    handling,
    'normal',
    'What becomes of parameters that are not as they should be: normal refuses what cannot be read, lenient leaves it out, strict refuses what has no effect too. Each call may ask otherwise (Prefer: handling=…).',
  ),
  openPerSecond: setting(
    wholeNumber,
    200,
    'Calls without a key, including pictures and map tiles, that one address may make per second in each worker; ten times as many at once; 0 for no limit. Behind a proxy all callers have its address.',
  ),
  today: setting(
    today,
    '60d',
    'What day it is where answers count back from today (comparables, charts, market figures, sold or listed in the last days): the clock while the newest event of an area is at most so many days old, else the day of that event; data for that day in any case; clock for the clock; or a day.',
  ),
  workers: setting(threads, 0, 'Threads that answer calls, all on the same ports; 0 for one per processor core.'),
  shutdownS: setting(wholeNumber, 10, 'Seconds that calls in flight get to finish after Ctrl-C or SIGTERM.'),
  connections: setting(positive, 2000, 'Connections that may be open at once; further ones get a 503.'),
  connectionsPerAddress: setting(
    positive,
    200,
    'The same for one address, or one /64 of IPv6, in each worker. This machine is exempt; raise it for a proxy on another one.',
  ),
  unsentMb: setting(
    positive,
    128,
    'Megabytes of answers that callers have not read yet; beyond that, calls get a 503.',
  ),
  changesDays: setting(
    positive,
    90,
    'Days for which changes are kept, so that programs can ask what has changed since; what is older is forgotten by the next import.',
  ),
  answersMb: setting(
    wholeNumber,
    64,
    'Megabytes of answers that were asked for more than once, kept for whoever asks again; 0 keeps none.',
  ),
  sendS: setting(
    positive,
    30,
    'Seconds that a caller has to read its answer, plus one for every 16 KB of it; then its connection is closed.',
  ),
  webhooksHttp: setting(
    refusedOrAllowed,
    'refuse',
    'Whether webhooks may have http: addresses, over which others on the way can read what is sent: refuse or allow.',
  ),
  webhooksPrivate: setting(
    refusedOrAllowed,
    'refuse',
    'Whether webhooks may have addresses that are not public, such as those of this machine and of its network: allow lets every key have requests made there.',
  ),
  accessLog: setting(
    share,
    0,
    'Share of calls that get a line in the log, at level info; of those that fail by our fault all do, up to 100 a second. off for none.',
  ),
  slowMs: setting(
    wholeNumber,
    250,
    'Calls that take at least so many milliseconds get a line in the log, with what they asked, up to 10 a second in each thread; 0 for none.',
  ),
  logLevel: setting(logLevel, 'info', 'Least severe log lines to write: silent, error, warn or info.'),
  console: setting(onOff, 'on', 'Whether area A serves the console, the pages at / and /console.'),
  pictureOrigins: setting(
    originsOrEmpty,
    '',
    'Origins that the console loads pictures of imported records from; pictures of others are shown as links.',
  ),
  mapTiles: setting(
    tilesOrEmpty,
    '',
    'Tiles of the ground under the maps of the console: of a server of your choice, to which the browsers then go, or a PMTiles file, which Plat serves itself; empty for the outlines that come with Plat.',
  ),
  mapAttribution: setting(text, '', 'Whom the maps name for those tiles, as their terms have it.'),
  homes: setting(wholeNumber, 50_000, 'Homes in a sample catalogue.'),
  seed: setting(wholeNumber, 1, 'Seed of a sample catalogue: the same seed makes the same homes.'),
} as const

type ValueOf<D> = D extends { readonly kind: SettingKind<infer T> } ? T : never

export type SettingName = keyof typeof SETTINGS
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof SETTINGS)[K]> }

export type CommandOptionName = keyof typeof COMMAND_OPTIONS
export type CommandOptions = { readonly [K in CommandOptionName]?: ValueOf<(typeof COMMAND_OPTIONS)[K]> }

export type OptionName = SettingName | CommandOptionName

/** Every option, as help and docs describe it. */
export const OPTIONS: Readonly<Record<OptionName, CommandOption<string | number | boolean>>> = {
  ...SETTINGS,
  ...COMMAND_OPTIONS,
}
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[] // Object.keys loses the type of the keys

/** `portA` → `PLAT_PORT_A`. */
export function variableOf(name: OptionName): string {
  return `PLAT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** `portA` → `--port-a`. */
export function optionOf(name: OptionName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Options as text from the command line. */
export type WrittenOptions = Partial<Record<OptionName, string>>

/**
 * Reads all settings: an option wins over an environment variable, which wins over the default. An empty variable
 * counts as not set. Throws a CommandFault that names every unknown `PLAT_…` variable and every value that cannot be
 * read.
 */
export function readSettings(environment: Environment, written: WrittenOptions = {}): Settings {
  const names = Object.keys(SETTINGS) as SettingName[]
  const { values, problems } = readAll(names, environment, written)
  refuse([...unknownVariables(environment), ...problems])
  return Object.freeze(values) as Settings // each value was read by its own kind
}

/**
 * Reads the options of one command. An option wins over its environment variable, which wins over the default. Throws a
 * CommandFault that names every value that cannot be read.
 */
export function readCommandOptions(
  names: readonly CommandOptionName[],
  environment: Environment,
  written: WrittenOptions,
): CommandOptions {
  const { values, problems } = readAll(names, environment, written)
  refuse(problems)
  return Object.freeze(values) as CommandOptions // each value was read by its own kind
}

/** Returns the text of an option from the command line or from its environment variable. */
export function writtenText(name: OptionName, environment: Environment, written: WrittenOptions): string | undefined {
  return written[name] ?? (environment[variableOf(name)] || undefined)
}

function readAll(names: readonly OptionName[], environment: Environment, written: WrittenOptions) {
  const values: Partial<Record<OptionName, unknown>> = {}
  const problems: string[] = []
  for (const name of names) {
    const writtenValue = writtenText(name, environment, written)
    const { kind, fallback } = OPTIONS[name]
    const value = writtenValue === undefined ? fallback : kind.read(writtenValue)
    const where = written[name] === undefined ? variableOf(name) : optionOf(name)
    const verb = kind.value === undefined ? 'are' : 'is'
    if (writtenValue !== undefined && value === undefined)
      problems.push(
        `Cannot read ${where}${kind.secret ? '' : ` "${writtenValue}"`}: accepted ${verb} ${kind.accepted}.`,
      )
    if (value !== undefined) values[name] = value
  }
  return { values, problems }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new CommandFault(problems.join(' '), EXIT.usage)
}

function unknownVariables(environment: Environment): string[] {
  const variables = OPTION_NAMES.map(variableOf)
  return Object.keys(environment)
    .filter((variable) => variable.startsWith(PREFIX) && !variables.includes(variable))
    .map((variable) => {
      const nearest = nearestName(variable.slice(PREFIX.length), variables.map(withoutPrefix))
      const hint = nearest === undefined ? '' : `did you mean ${PREFIX}${nearest}? `
      return `Unknown setting ${variable}: ${hint}docs/settings.md lists those that exist.`
    })
}

const PREFIX = 'PLAT_'

function withoutPrefix(variable: string): string {
  return variable.slice(PREFIX.length)
}
