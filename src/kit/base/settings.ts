import { COMMAND_OPTIONS, type CommandOption } from './command-options.ts'
import { CommandFault, EXIT } from './failure.ts'
import { nearestName } from './sentence.ts'
import {
  address,
  addressOrEmpty,
  capitalWord,
  claimsOrEmpty,
  corsOrigins,
  databaseOrEmpty,
  flag,
  folder,
  handling,
  headerNames,
  headerWord,
  hostOrEmpty,
  issuerOrEmpty,
  logLevel,
  onOff,
  operatorPages,
  origin,
  originOrEmpty,
  originsOrEmpty,
  planCaching,
  portOrEmpty,
  ports,
  positive,
  refusedOrAllowed,
  type SettingKind,
  secret,
  share,
  text,
  threads,
  tilesOrEmpty,
  today,
  webhookOrEmpty,
  webhookSecretOrEmpty,
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

/** Every setting of the service. The name of a setting determines its variable `PLAT_…` and its option. */
export const SETTINGS = {
  data: setting(folder, 'data', 'Folder with the catalog, the keys and the plans.'),
  databaseUrl: setting(
    databaseOrEmpty,
    '',
    'PostgreSQL database (15 or newer) that stores the catalog, the keys and the credits for any number of nodes, instead of the data folder; empty for the folder. Set it as a variable: other users of the machine can read the options of a process.',
  ),
  databaseReadUrl: setting(
    databaseOrEmpty,
    '',
    'A replica of the database, from which this node reads the catalog; empty to read from the database itself.',
  ),
  accessDatabaseUrl: setting(
    databaseOrEmpty,
    '',
    'A separate PostgreSQL server for the keys and the credits of all nodes, so that problems with the catalog never prevent charges; empty to use the catalog’s database.',
  ),
  databaseConnections: setting(
    wholeNumber,
    0,
    'Maximum number of database connections. 0 means 3 or 4 per worker plus 7, which fits PostgreSQL’s default limit. Plat always opens at least 2 per worker plus 7.',
  ),
  databasePlans: setting(
    planCaching,
    'generic',
    'How PostgreSQL plans searches. generic: once per connection, for all values. custom: for the values of each search; a distributed database needs this to read only the servers that have the rows. auto: as PostgreSQL decides.',
  ),
  changesDays: setting(
    positive,
    90,
    'Days for which changes are stored, so that programs can request what has changed since a moment. The next import deletes older changes.',
  ),
  host: setting(address, '127.0.0.1', 'Address to listen on; 0.0.0.0 for every network interface.'),
  port: setting(ports, [8080], 'Port for calls, which may be repeated. Every port serves all areas.'),
  publicName: setting(
    hostOrEmpty,
    '',
    'Host name under which others reach this service, usually through a proxy. It turns the demo key off, and operator pages then need a key.',
  ),
  operatorHost: setting(address, '127.0.0.1', 'Address of the operator port. Anyone who can reach it needs no key.'),
  operatorPort: setting(
    portOrEmpty,
    '',
    'Operator port, with /health/live, /health/ready and /metrics. Empty means 8083 or, if that port is taken, a free port, which the start page shows.',
  ),
  operatorPages: setting(
    operatorPages,
    'here',
    'Who sees the operator pages, /operator/…. here: also programs on this machine without a key, unless a public name is set or a proxy is trusted. key: only keys whose plan includes them.',
  ),
  openidIssuer: setting(
    issuerOrEmpty,
    '',
    'Issuer of the OpenID provider at which operators sign in; empty for none. It needs the next three settings.',
  ),
  openidClient: setting(text, '', 'Client id of this service at the OpenID provider.'),
  openidSecret: setting(
    secret,
    '',
    'Client secret of this service at the OpenID provider. Set it as a variable: other users of the machine can read the options of a process.',
  ),
  openidOperators: setting(
    claimsOrEmpty,
    '',
    'Who is an operator: everyone with at least one of these claims, such as groups=plat-operators or email=ann@homes.example.',
  ),
  serviceWord: setting(headerWord, 'service', 'Word in the name of the key header: x-service-key.'),
  keyHeaders: setting(
    headerNames,
    '',
    'Additional request headers that may carry a key, separated by commas, besides x-service-key, x-api-key and Authorization.',
  ),
  portalWord: setting(capitalWord, 'Portal', 'Word in parameter names, values and keys such as daysOnPortal.'),
  portalOrigin: setting(origin, 'https://portal.example', 'Origin of the property URLs in answers.'),
  mediaOrigin: setting(
    originOrEmpty,
    '',
    'Origin of the URLs of pictures and calls in answers; empty for the address on this machine.',
  ),
  corsOrigins: setting(corsOrigins, '*', 'Origins whose pages may call the service from a browser.'),
  corsCredentials: setting(
    originsOrEmpty,
    '',
    'Additional origins whose pages may call the service and may send cookies and other credentials, such as those of a proxy in front of it.',
  ),
  trustProxy: setting(
    flag,
    false,
    'Trust the proxy in front of the service about the public address: X-Forwarded-Host and X-Forwarded-Proto determine the servers in /openapi.json.',
  ),
  handling: setting(
    handling,
    'normal',
    'What happens to invalid parameters: normal refuses values that cannot be read, lenient ignores them, and strict also refuses parameters without effect. A call can choose for itself (Prefer: handling=…).',
  ),
  today: setting(
    today,
    '60d',
    'The day from which answers count back (comparables, charts, market figures, sold or listed in the last days). With a number of days, such as 60d, it is the clock’s day, or the day of the newest event of an area if this event is older. data: always the day of the newest event. clock: always the clock’s day. Or a fixed day.',
  ),
  workers: setting(
    threads,
    0,
    'Number of threads that answer calls, all on the same ports; 0 for one per processor core.',
  ),
  shutdownS: setting(wholeNumber, 10, 'Seconds for calls in flight to finish after Ctrl-C or SIGTERM.'),
  connections: setting(positive, 2000, 'Maximum number of open connections; further connections get a 503.'),
  connectionsPerAddress: setting(
    positive,
    200,
    'Maximum number of open connections per address, or per /64 of IPv6, in each worker. This machine is exempt; raise the limit for a proxy on another machine.',
  ),
  openPerSecond: setting(
    wholeNumber,
    200,
    'Calls per second without a key, including pictures and map tiles, that one address may make in each worker, with bursts of ten times as many; 0 for no limit. Behind a proxy, all callers share the proxy’s address.',
  ),
  unsentMb: setting(
    positive,
    128,
    'Maximum megabytes of answers that callers have not read yet; above it, calls get a 503.',
  ),
  answersMb: setting(
    wholeNumber,
    64,
    'Megabytes for caching answers that were requested more than once; 0 caches none.',
  ),
  sendS: setting(
    positive,
    30,
    'Seconds for a caller to read its answer, plus one second per 16 KB of it. After that, the connection is closed.',
  ),
  webhooksHttp: setting(
    refusedOrAllowed,
    'refuse',
    'Whether webhooks may use http: addresses, over which others can read what is sent: refuse or allow.',
  ),
  webhooksPrivate: setting(
    refusedOrAllowed,
    'refuse',
    'Whether webhooks may use private addresses, such as those of this machine and its network. allow lets every key send requests there.',
  ),
  quotaWebhook: setting(
    webhookOrEmpty,
    '',
    'Address that gets a signed message when a key has used 80 % and 100 % of the credits of its period; empty for none.',
  ),
  quotaWebhookSecret: setting(
    webhookSecretOrEmpty,
    '',
    'Secret that signs the messages to PLAT_QUOTA_WEBHOOK. Set it as a variable: other users of the machine can read the options of a process.',
  ),
  accessLog: setting(
    share,
    0,
    'Share of calls that get a log line, at level info. Calls that fail because of a server error always get one, up to 100 per second. off for none.',
  ),
  slowMs: setting(
    wholeNumber,
    250,
    'Calls that take at least this many milliseconds get a log line with their query, up to 10 per second in each thread; 0 for none.',
  ),
  logLevel: setting(logLevel, 'info', 'Least severe log lines to write: silent, error, warn or info.'),
  console: setting(onOff, 'on', 'Whether to serve the console, the pages at / and /console.'),
  pictureOrigins: setting(
    originsOrEmpty,
    '',
    'Origins from which the console loads pictures of imported records; other pictures are shown as links.',
  ),
  routingUrl: setting(
    addressOrEmpty,
    '',
    'URL of the routing engine for searches within a travel time: Valhalla, or OpenRouteService if the URL ends with /ors. Empty: no such searches.',
  ),
  mapTiles: setting(
    tilesOrEmpty,
    '',
    'Tiles for the console’s maps: the URL of a tile server, which browsers then contact, or a PMTiles file, which Plat serves itself; empty for the file that ./plat tiles add has added, or else the outlines that come with Plat.',
  ),
  mapAttribution: setting(
    text,
    '',
    'Attribution that the maps show for the tiles of PLAT_MAP_TILES, as their terms require.',
  ),
  homes: setting(wholeNumber, 20_000, 'Homes in a sample catalog.'),
  seed: setting(wholeNumber, 1, 'Seed of a sample catalog: the same seed makes the same homes.'),
} as const

/** The headings of the settings in help and docs, each by the name of the first setting below it. */
export const TOPICS: Readonly<Partial<Record<SettingName, string>>> = {
  data: 'Data',
  host: 'Addresses and ports',
  openidIssuer: 'Operators who sign in',
  serviceWord: 'Names in requests and answers',
  corsOrigins: 'Browsers and proxies',
  handling: 'Meaning of requests',
  workers: 'Load and limits',
  webhooksHttp: 'Webhooks',
  accessLog: 'Log',
  console: 'Console',
  homes: 'Sample',
}

type ValueOf<D> = D extends { readonly kind: SettingKind<infer T> } ? T : never

export type SettingValue = string | number | boolean | readonly number[]

export type SettingName = keyof typeof SETTINGS
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof SETTINGS)[K]> }

export type CommandOptionName = keyof typeof COMMAND_OPTIONS
export type CommandOptions = { readonly [K in CommandOptionName]?: ValueOf<(typeof COMMAND_OPTIONS)[K]> }

export type OptionName = SettingName | CommandOptionName

/** Every option, as help and docs describe it. */
export const OPTIONS: Readonly<Record<OptionName, CommandOption<SettingValue>>> = {
  ...SETTINGS,
  ...COMMAND_OPTIONS,
}
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[] // Object.keys loses the type of the keys

/** Returns the environment variable of an option: `publicName` → `PLAT_PUBLIC_NAME`. */
export function variableOf(name: OptionName): string {
  return `PLAT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Returns the command-line form of an option: `publicName` → `--public-name`. */
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
    if (writtenValue !== undefined && value === undefined)
      problems.push(`${where} must be ${kind.accepted}${kind.secret ? '' : `; you gave "${writtenValue}"`}.`)
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
      const replaced = replacedBy(variable)
      if (replaced !== undefined) return replaced
      const nearest = nearestName(variable.slice(PREFIX.length), variables.map(withoutPrefix))
      const hint = nearest === undefined ? '' : `did you mean ${PREFIX}${nearest}? `
      return `Unknown setting ${variable}: ${hint}docs/settings.md lists all settings.`
    })
}

/** Options and variables that Plat no longer has, each with a sentence about the settings that replace it. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [
    /^(--port-|PLAT_PORT_)[abc]$/i,
    'Every port serves all areas: choose ports with --port, which may be repeated, or with PLAT_PORT, as in PLAT_PORT=8080,8081.',
  ],
  [
    /^(--host-|PLAT_HOST_)[abc]$/i,
    'One host name serves all areas: set --public-name or PLAT_PUBLIC_NAME to the name under which others reach this service.',
  ],
]

/** Returns the error for an option or variable that no longer exists. It names the settings to use instead. */
export function replacedBy(given: string): string | undefined {
  const instead = REPLACED.find(([pattern]) => pattern.test(given))?.[1]
  return instead && `${given} has been replaced. ${instead}`
}

const PREFIX = 'PLAT_'

function withoutPrefix(variable: string): string {
  return variable.slice(PREFIX.length)
}
