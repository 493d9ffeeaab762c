import { existsSync } from 'node:fs'
import { type IssuedKey, type KeyInfo, ownerOf, readLimits } from '../../guard/access/index.ts'
import { subscriptionsPath } from '../../guard/subscriptions/index.ts'
import { COMMAND_OPTIONS } from '../../kit/base/command-options.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { eventDocument, hasNoSearches, keyDocument, readExpiry, readOverlap } from '../operating/key-changes.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { eventTable, keyTable, minuteOf, usageCsv, usageTable } from './keys-view.ts'
import { withKeyring } from './with-keyring.ts'
import { withSubscriptions } from './with-subscriptions.ts'

const LIMITS = ['origins', 'addresses', 'operations', 'places', 'readOnly', 'purpose'] as const

/** `plat keys …` creates, lists, limits, rotates and revokes keys, moves them to other plans, and shows their usage. */
export const COMMAND: CommandGroup = {
  description: 'Create, list, limit, rotate and revoke API keys, move them to other plans, and show their usage.',
  examples: `
Examples:
  ./plat keys create --plan basic --label "Acme, production"
  ./plat keys create --plan trial --expires 2027-01-31
  ./plat keys rotate key_7h2m9x4c --overlap 48h

A running service picks up every change within a second. Plans are defined in
plans.yaml in the data folder. KEYID is the id that keys list shows. You can also
give the secret itself, for example a secret that you found where it should not be.`,
  commands: [
    {
      usage: 'create',
      summary: 'Create a key and show it once.',
      example: 'create --plan basic --label "Acme, production"',
      options: ['plan', 'label', 'expires', ...LIMITS],
      required: ['plan'],
      texts: { label: 'Owner of the key, for the list and the logs.' },
      run: create,
    },
    {
      usage: 'list',
      summary: 'List all keys with plan, credits and last use.',
      example: 'list --json',
      run: list,
    },
    {
      usage: 'usage',
      summary: 'Show the calls and credits of keys by month and operation.',
      example: 'usage --since 2026-11-01 --until 2026-11-30 --csv',
      options: ['since', 'until', 'key', 'csv'],
      run: usage,
    },
    {
      usage: 'rotate <KEYID>',
      summary: 'Give a key a new secret. The old secret keeps working for a while.',
      example: 'rotate key_7h2m9x4c --overlap 48h',
      options: ['overlap'],
      run: rotate,
    },
    {
      usage: 'revoke <KEYID>',
      summary: 'Revoke a key for good.',
      example: 'revoke key_7h2m9x4c',
      run: revoke,
    },
    {
      usage: 'limit <KEYID>',
      summary: 'Replace the limits of a key. Without options, remove all limits.',
      example: 'limit key_7h2m9x4c --operations /search,/pro --read-only',
      options: LIMITS,
      run: limit,
    },
    {
      usage: 'log',
      summary: 'Show who changed which key, and when: the newest 1,000 changes.',
      example: 'log',
      run: log,
    },
    {
      usage: 'plan <KEYID> <NAME>',
      summary:
        'Move a key to another plan, where it starts with all credits of the plan. Credits that you added to it are lost.',
      example: 'plan key_7h2m9x4c pro',
      run: changePlan,
    },
  ],
}

function create(call: Call): Promise<void> {
  const planName = call.demand('plan')
  const { label = '', expires } = call.options
  return withKeyring(call, async (keyring) => {
    const expiresMs = expires === undefined ? undefined : readExpiry(expires, call.terminal.clock.now())
    const limits = readLimits(call.options)
    const issued = await keyring.create({ plan: planName, label, expiresMs, limits })
    const { keyId, plan } = issued.info
    const until = expiresMs === undefined ? '' : ` until ${minuteOf(expiresMs)} UTC`
    showSecret(call, issued, `Key ${keyId} on plan ${plan}${until}:`)
  })
}

function list(call: Call): Promise<void> {
  const { terminal, options, answer } = call
  return withKeyring(call, async (keyring) => {
    const infos = await keyring.list()
    const nowMs = terminal.clock.now()
    if (infos.length === 0 && !options.json)
      terminal.note('There are no keys yet. Create one with ./plat keys create --plan basic.')
    else answer({ keys: infos.map((info) => keyDocument(info, nowMs)) }, keyTable(infos, nowMs, terminal.watched))
  })
}

function usage(call: Call): Promise<void> {
  const { terminal, options, answer } = call
  const { since = '0001-01-01', until = '9999-12-31', key: keyId, csv, json } = options
  return withKeyring(call, async (keyring) => {
    const used = await keyring.usage({ since, until, keyId })
    if (csv && !json) for (const line of usageCsv(used)) terminal.print(line)
    else if (used.length === 0 && !json) terminal.note('No call was charged in these days.')
    else answer({ usage: used }, usageTable(used, terminal.watched))
  })
}

function rotate(call: Call): Promise<void> {
  const [keyId = ''] = call.words
  return withKeyring(call, async (keyring) => {
    const overlapMs = readOverlap(call.options.overlap ?? COMMAND_OPTIONS.overlap.fallback)
    const issued = await keyring.rotate(keyId, overlapMs)
    const { overlapUntilMs } = issued.info
    const old = overlapUntilMs === undefined ? 'is refused from now on' : `works until ${minuteOf(overlapUntilMs)} UTC`
    showSecret(call, issued, `New secret of ${issued.info.keyId}; the old secret ${old}:`)
  })
}

function revoke(call: Call): Promise<void> {
  const [keyId = ''] = call.words
  return withKeyring(call, async (keyring) => {
    const info = await keyring.revoke(keyId)
    await endSubscriptions(call, info)
    const warning = info.revocationWaits
      ? ' The disk is full or has failed, so the revocation is only in the file "revocations" of the data folder. The service refuses the key all the same, and moves the revocation to the key file when it can write there.'
      : ''
    showChange(call, info, `Key ${info.keyId} is revoked: a running service refuses it within a second.${warning}`)
  })
}

function limit(call: Call): Promise<void> {
  const [keyId = ''] = call.words
  return withKeyring(call, async (keyring) => {
    const info = await keyring.limit(keyId, readLimits(call.options))
    await endSubscriptions(call, info)
    const now = info.limits === undefined ? 'has no limits' : 'has new limits'
    showChange(call, info, `Key ${info.keyId} ${now}: running services apply this within a second.`)
  })
}

const LOGGED_MAX = 1000

function log(call: Call): Promise<void> {
  const { terminal, options, answer } = call
  return withKeyring(call, async (keyring) => {
    const events = await keyring.events(LOGGED_MAX)
    if (events.length === 0 && !options.json) terminal.note('No key was changed yet.')
    else answer({ events: events.map(eventDocument) }, eventTable(events, terminal.watched))
  })
}

/**
 * Deletes the saved searches and webhooks of a key that can have none. If a revocation is not in the key file yet, a
 * running service deletes them later.
 */
async function endSubscriptions(call: Call, info: KeyInfo): Promise<void> {
  const { data, databaseUrl } = call.settings
  const { keyId, revocationWaits } = info
  if (!hasNoSearches(info) || revocationWaits || (databaseUrl === '' && !existsSync(subscriptionsPath(data)))) return
  await withSubscriptions(call, (subscriptions) => subscriptions.endKey(keyId))
}

function changePlan(call: Call): Promise<void> {
  const [keyId = '', name = ''] = call.words
  return withKeyring(call, async (keyring) => {
    const before = new Map((await keyring.list()).map((info) => [info.keyId, info.creditsAdded]))
    const info = await keyring.changePlan(keyId, name)
    const lost = (before.get(info.keyId) ?? 0) - info.creditsAdded
    const added =
      lost > 0 ? ` The ${lost.toLocaleString('en-US')} credits that were added to its previous plan are lost.` : ''
    const credits = `${info.creditsUsed.toLocaleString('en-US')} of ${info.creditsLimit?.toLocaleString('en-US')}`
    showChange(call, info, `Key ${info.keyId} is on plan ${info.plan}: ${credits} credits used.${added}`)
  })
}

/**
 * Prints only the secret to standard output, so that scripts can capture it. The explanation goes to standard error.
 */
function showSecret({ terminal, settings, options, answer }: Call, { key, info }: IssuedKey, sentence: string): void {
  if (!options.json) terminal.note(sentence)
  answer({ key, ...keyDocument(info, terminal.clock.now()) }, [key])
  if (!options.json)
    terminal.note(`Save it now: it cannot be shown again. Send it in the header ${keyHeaderOf(settings)}.`)
}

/** Returns the name of the HTTP header for keys. A running service's setting wins over the setting of this command. */
function keyHeaderOf({ data, databaseUrl, serviceWord }: Settings): string {
  const owner = databaseUrl === '' ? ownerOf(data) : undefined
  return owner?.keyHeader ?? `x-${serviceWord}-key`
}

function showChange({ terminal, answer }: Call, info: KeyInfo, sentence: string): void {
  answer(keyDocument(info, terminal.clock.now()), [sentence])
}
