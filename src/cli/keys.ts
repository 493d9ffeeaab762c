import { randomBytes } from 'node:crypto'
import { Command, Option } from 'commander'
import { type IssuedKey, type KeyInfo, type Keyring, openKeyring, type Randomness } from '../access/index.ts'
import { DAY_MS, startOfDay } from '../base/clock.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { readSettings, type Settings } from '../base/settings.ts'
import { dataOption, jsonOption, printJson, refuseUsage, wantsJson } from './desk.ts'
import { keyDocument, keyTable, minuteOf } from './keys-view.ts'
import type { Terminal } from './terminal.ts'

const OVERLAP_DEFAULT = '24h'

const EXAMPLES = `
Examples:
  ./plat keys create --plan basic --label "Acme, production"
  ./plat keys create --plan trial --expires 2027-01-31
  ./plat keys rotate key_7h2m9x4c --overlap 48h

A running service takes every change over within a second. The plans stand in
plans.yaml in the data folder. KEYID is the id that keys list shows; the secret
itself does as well, for one that was found where it should not be.`

/** As commander hands them over; each subcommand has some of them. */
interface Options {
  readonly data?: string
  readonly json?: boolean
  readonly plan?: string
  readonly label?: string
  readonly expires?: string
  readonly overlap?: string
}

/** What every subcommand works with. */
interface Desk {
  readonly terminal: Terminal
  readonly settings: Settings
  readonly keyring: Keyring
  readonly json: boolean
}

type Action = (desk: Desk, args: readonly string[], options: Options) => Promise<void>

/** `plat keys …`: makes, lists, rotates and revokes keys, and moves them to other plans. */
export function keysCommand(terminal: Terminal, randomness: Randomness = randomBytes): Command {
  const keys = new Command('keys')
    .description('Make, list, rotate and revoke API keys, and move them to other plans.')
    .exitOverride((error) => refuseUsage('keys', error))
    .configureOutput({ writeOut: (text) => terminal.print(text.trimEnd()), outputError: () => {} })
    .configureOutput({ writeErr: (text) => terminal.note(text.trimEnd()) })
    .addHelpText('after', EXAMPLES)

  /** A subcommand with the options that all have, and its desk open while `action` runs. */
  const add = (usage: string, summary: string, example: string, action: Action): Command => {
    const command = keys.command(usage).description(summary)
    return command
      .addOption(dataOption())
      .addOption(jsonOption())
      .addHelpText('after', `\nExample:\n  ./plat keys ${example}`)
      .action(() => withDesk(terminal, randomness, command, (desk) => action(desk, command.args, command.opts())))
  }

  add('create', 'Make a key and show it, once.', 'create --plan basic --label "Acme, production"', create)
    .addOption(new Option('--plan <NAME>', 'plan of the key, one of plans.yaml').env('PLAT_PLAN').makeOptionMandatory())
    .addOption(new Option('--label <TEXT>', 'whose key it is, for the list and the logs').env('PLAT_LABEL'))
    .addOption(new Option('--expires <DATE>', 'last day on which the key works, YYYY-MM-DD in UTC').env('PLAT_EXPIRES'))
  add('list', 'List all keys with their plans, credits and last use.', 'list --json', list)
  add(
    'rotate <KEYID>',
    'Give a key a new secret; the old one works on for a while.',
    'rotate key_7h2m9x4c --overlap 48h',
    rotate,
  ).addOption(
    new Option('--overlap <TIME>', 'how long the old secret works on: 0, 90s, 30m, 24h, 7d')
      .env('PLAT_OVERLAP')
      .default(OVERLAP_DEFAULT),
  )
  add('revoke <KEYID>', 'Refuse a key from now on, for good.', 'revoke key_7h2m9x4c', revoke)
  add('plan <KEYID> <NAME>', 'Move a key to another plan, with unspent credits.', 'plan key_7h2m9x4c pro', changePlan)
  return keys
}

async function create(desk: Desk, _: readonly string[], options: Options): Promise<void> {
  const { terminal, keyring } = desk
  const expiresMs = options.expires === undefined ? undefined : readExpiry(options.expires, terminal.clock.now())
  const issued = await keyring.create({ plan: options.plan ?? '', label: options.label ?? '', expiresMs })
  const { keyId, plan } = issued.info
  const until = expiresMs === undefined ? '' : ` until ${minuteOf(expiresMs)} UTC`
  showSecret(desk, issued, `Key ${keyId} on plan ${plan}${until}:`)
}

async function list({ terminal, keyring, json }: Desk): Promise<void> {
  const infos = await keyring.list()
  const nowMs = terminal.clock.now()
  if (json) printJson(terminal, { keys: infos.map((info) => keyDocument(info, nowMs)) })
  else if (infos.length === 0) terminal.note('There are no keys yet: ./plat keys create --plan basic makes one.')
  else for (const line of keyTable(infos, nowMs, terminal.watched)) terminal.print(line)
}

async function rotate(desk: Desk, [keyId = '']: readonly string[], options: Options): Promise<void> {
  const overlapMs = readOverlap(options.overlap ?? OVERLAP_DEFAULT)
  const issued = await desk.keyring.rotate(keyId, overlapMs)
  const { overlapUntilMs } = issued.info
  const old = overlapUntilMs === undefined ? 'is refused from now on' : `works until ${minuteOf(overlapUntilMs)} UTC`
  showSecret(desk, issued, `New secret of ${issued.info.keyId}; the old one ${old}:`)
}

async function revoke(desk: Desk, [keyId = '']: readonly string[]): Promise<void> {
  const info = await desk.keyring.revoke(keyId)
  showChange(desk, info, `Key ${info.keyId} is revoked: a running service refuses it within a second.`)
}

async function changePlan(desk: Desk, [keyId = '', name = '']: readonly string[]): Promise<void> {
  const info = await desk.keyring.changePlan(keyId, name)
  const credits = `${info.creditsUsed.toLocaleString('en-US')} of ${info.creditsLimit?.toLocaleString('en-US')}`
  showChange(desk, info, `Key ${info.keyId} is on plan ${info.plan}: ${credits} credits used.`)
}

/** The secret alone goes to standard output, so that a script can keep it; the words around it do not. */
function showSecret({ terminal, settings, json }: Desk, { key, info }: IssuedKey, sentence: string): void {
  if (json) {
    printJson(terminal, { key, ...keyDocument(info, terminal.clock.now()) })
    return
  }
  terminal.note(sentence)
  terminal.print(key)
  terminal.note(
    `Keep it now: it is shown this once and cannot be shown again. Send it in the header x-${settings.serviceWord}-key.`,
  )
}

function showChange({ terminal, json }: Desk, info: KeyInfo, sentence: string): void {
  if (json) printJson(terminal, keyDocument(info, terminal.clock.now()))
  else terminal.print(sentence)
}

async function withDesk(
  terminal: Terminal,
  randomness: Randomness,
  command: Command,
  action: (desk: Desk) => Promise<void>,
): Promise<void> {
  const { data } = command.opts<Options>()
  const settings = readSettings(terminal.environment, data === undefined ? {} : { data })
  const json = wantsJson(command, terminal)
  const keyring = await openKeyring(settings.data, terminal.clock, randomness)
  try {
    await action({ terminal, settings, keyring, json })
  } finally {
    await keyring.close()
  }
}

/** The moment after the last day on which a key works. */
function readExpiry(day: string, nowMs: number): number {
  const endMs = startOfDay(day) + DAY_MS
  if (endMs > nowMs) return endMs
  const accepted = 'accepted is a day as YYYY-MM-DD, today or later.'
  throw new CommandFault(`Cannot read the last day "${day}": ${accepted}`, EXIT.usage)
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS }
const OVERLAP_MAX_MS = 365 * DAY_MS

function readOverlap(time: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])$|^0$/.exec(time) ?? ['', 'x']
  const overlapMs = Number(count ?? 0) * (UNIT_MS[unit] ?? 0)
  if (overlapMs <= OVERLAP_MAX_MS) return overlapMs
  const accepted = 'accepted are 0 and a whole number with s, m, h or d, such as 24h, up to 365d.'
  throw new CommandFault(`Cannot read the overlap "${time}": ${accepted}`, EXIT.usage)
}
