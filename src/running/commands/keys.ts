import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { type IssuedKey, type KeyInfo, type Keyring, openKeyring, type Randomness } from '../../guard/access/index.ts'
import { DAY_MS, startOfDay } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { COMMAND_OPTIONS, type CommandOptions, type OptionName, type Settings } from '../../kit/base/settings.ts'
import { spanMs } from '../../kit/base/span.ts'
import { readyAccess } from '../serving/database.ts'
import { commandGroup, printJson, subcommand } from '../terminal/command-group.ts'
import { demand, readTold } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { keyDocument, keyTable, minuteOf } from './keys-view.ts'

const EXAMPLES = `
Examples:
  ./plat keys create --plan basic --label "Acme, production"
  ./plat keys create --plan trial --expires 2027-01-31
  ./plat keys rotate key_7h2m9x4c --overlap 48h

A running service follows every change within a second. The plans are in
plans.yaml in the data folder. KEYID is the id that keys list shows; the secret
itself works too, in case you found one where it should not be.`

/** The context of every subcommand. */
interface CommandContext {
  readonly terminal: Terminal
  readonly settings: Settings
  readonly keyring: Keyring
  readonly options: CommandOptions
}

type Action = (context: CommandContext, args: readonly string[]) => Promise<void>

/** `plat keys …` makes, lists, rotates and revokes keys, and moves them to other plans. */
export function keysCommand(terminal: Terminal, randomness: Randomness = randomBytes): Command {
  const keys = commandGroup(
    'keys',
    terminal,
    'Make, list, rotate and revoke API keys, and move them to other plans.',
    EXAMPLES,
  )

  /** Adds a subcommand whose context is open while `action` runs. `required` has the options that it needs. */
  const add = (
    usage: string,
    summary: string,
    example: string,
    action: Action,
    options: readonly OptionName[] = [],
    required: readonly OptionName[] = [],
  ): void => {
    const command = subcommand(keys, usage, { summary, example }, options, required)
    command.action(() =>
      withContext(terminal, randomness, command, required, (context) => action(context, command.args)),
    )
  }

  add(
    'create',
    'Make a key and show it, once.',
    'create --plan basic --label "Acme, production"',
    create,
    ['plan', 'label', 'expires'],
    ['plan'],
  )
  add('list', 'List all keys with their plans, credits and last use.', 'list --json', list)
  add(
    'rotate <KEYID>',
    'Give a key a new secret; the old one keeps working for a while.',
    'rotate key_7h2m9x4c --overlap 48h',
    rotate,
    ['overlap'],
  )
  add('revoke <KEYID>', 'Refuse a key from now on, for good.', 'revoke key_7h2m9x4c', revoke)
  add('plan <KEYID> <NAME>', 'Move a key to another plan, with unspent credits.', 'plan key_7h2m9x4c pro', changePlan)
  return keys
}

async function create(context: CommandContext): Promise<void> {
  const { terminal, keyring } = context
  const { plan: planName = '', label = '', expires } = context.options
  const expiresMs = expires === undefined ? undefined : readExpiry(expires, terminal.clock.now())
  const issued = await keyring.create({ plan: planName, label, expiresMs })
  const { keyId, plan } = issued.info
  const until = expiresMs === undefined ? '' : ` until ${minuteOf(expiresMs)} UTC`
  showSecret(context, issued, `Key ${keyId} on plan ${plan}${until}:`)
}

async function list({ terminal, keyring, options }: CommandContext): Promise<void> {
  const infos = await keyring.list()
  const nowMs = terminal.clock.now()
  if (options.json) printJson(terminal, { keys: infos.map((info) => keyDocument(info, nowMs)) })
  else if (infos.length === 0) terminal.note('There are no keys yet: ./plat keys create --plan basic makes one.')
  else for (const line of keyTable(infos, nowMs, terminal.watched)) terminal.print(line)
}

async function rotate(context: CommandContext, [keyId = '']: readonly string[]): Promise<void> {
  const overlapMs = readOverlap(context.options.overlap ?? COMMAND_OPTIONS.overlap.fallback)
  const issued = await context.keyring.rotate(keyId, overlapMs)
  const { overlapUntilMs } = issued.info
  const old = overlapUntilMs === undefined ? 'is refused from now on' : `works until ${minuteOf(overlapUntilMs)} UTC`
  showSecret(context, issued, `New secret of ${issued.info.keyId}; the old one ${old}:`)
}

async function revoke(context: CommandContext, [keyId = '']: readonly string[]): Promise<void> {
  const info = await context.keyring.revoke(keyId)
  const kept = info.revocationWaits
    ? ' The disk is full or has failed, so the revocation is only in the file "revocations" of the data folder: a service refuses the key from memory, and moves it to the key file once that can be written.'
    : ''
  showChange(context, info, `Key ${info.keyId} is revoked: a running service refuses it within a second.${kept}`)
}

async function changePlan(context: CommandContext, [keyId = '', name = '']: readonly string[]): Promise<void> {
  const info = await context.keyring.changePlan(keyId, name)
  const credits = `${info.creditsUsed.toLocaleString('en-US')} of ${info.creditsLimit?.toLocaleString('en-US')}`
  showChange(context, info, `Key ${info.keyId} is on plan ${info.plan}: ${credits} credits used.`)
}

/** Prints the secret alone to standard output, so that a script can keep it. The explanation goes elsewhere. */
function showSecret({ terminal, settings, options }: CommandContext, { key, info }: IssuedKey, sentence: string): void {
  if (options.json) {
    printJson(terminal, { key, ...keyDocument(info, terminal.clock.now()) })
    return
  }
  terminal.note(sentence)
  terminal.print(key)
  terminal.note(`Keep it now: it cannot be shown again. Send it in the header x-${settings.serviceWord}-key.`)
}

function showChange({ terminal, options }: CommandContext, info: KeyInfo, sentence: string): void {
  if (options.json) printJson(terminal, keyDocument(info, terminal.clock.now()))
  else terminal.print(sentence)
}

async function withContext(
  terminal: Terminal,
  randomness: Randomness,
  command: Command,
  required: readonly OptionName[],
  action: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const given = readTold(command, terminal)
  for (const name of required) demand(command, name, given)
  const { settings, options } = given
  const keyring = await openKeyring(settings.data, terminal.clock, randomness, await readyAccess(settings))
  try {
    await action({ terminal, settings, keyring, options })
  } finally {
    await keyring.close()
  }
}

/** Returns the moment after the last day on which a key works. */
function readExpiry(day: string, nowMs: number): number {
  const endMs = startOfDay(day) + DAY_MS
  if (endMs > nowMs) return endMs
  const accepted = `accepted is ${COMMAND_OPTIONS.expires.kind.accepted}.`
  throw new CommandFault(`Cannot read the last day "${day}": ${accepted}`, EXIT.usage)
}

const OVERLAP_MAX_MS = 365 * DAY_MS

function readOverlap(time: string): number {
  const overlapMs = spanMs(time)
  if (overlapMs !== undefined && overlapMs <= OVERLAP_MAX_MS) return overlapMs
  const accepted = `accepted is ${COMMAND_OPTIONS.overlap.kind.accepted}.`
  throw new CommandFault(`Cannot read the overlap "${time}": ${accepted}`, EXIT.usage)
}
