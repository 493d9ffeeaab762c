import { useState } from 'preact/hooks'
import type { KeyRow, KeysPage as Keys } from '../../../../src/running/operating/pages.ts'
import { Button } from '../../parts/button.tsx'
import { count, day, moment } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { type KeyAction, KeyActionDialog } from './key-dialogs.tsx'
import { OperatorPage } from './page.tsx'

/** Lists the keys, and creates, limits, rotates and revokes them. Secrets are shown once, because only hashes are stored. */
export function KeysPage() {
  const [action, setAction] = useState<KeyAction | undefined>()
  return (
    <OperatorPage<Keys> path="/operator/keys" everyS={10}>
      {({ keys, keysBeside, plans }, again) => (
        <>
          <div class="row end">
            <Button kind="main" onClick={() => setAction({ kind: 'create' })}>
              New key
            </Button>
          </div>
          {keys.length === 0 && (
            <Empty title="No keys yet" text="Create the first key here, or with plat keys create." />
          )}
          {keys.length > 0 && (
            <Table caption="Keys" rows={keys} keyOf={({ keyId }) => keyId} columns={columnsWith(setAction)} />
          )}
          {keysBeside > 0 && <p class="quiet">{count(keysBeside)} more were used longer ago.</p>}
          {action && (
            <KeyActionDialog
              action={action}
              plans={plans}
              onClose={() => {
                setAction(undefined)
                again()
              }}
            />
          )}
        </>
      )}
    </OperatorPage>
  )
}

const ACTIONS = { limits: 'Limits', rotate: 'Rotate', revoke: 'Revoke' } as const

function columnsWith(act: (action: KeyAction) => void) {
  const cell = (row: KeyRow) =>
    row.state !== 'revoked' &&
    row.state !== 'expired' && (
      <span class="key-actions">
        {(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((kind) => (
          <Button key={kind} kind="quiet" label={`${ACTIONS[kind]} ${row.keyId}`} onClick={() => act({ kind, row })}>
            {ACTIONS[kind]}
          </Button>
        ))}
      </span>
    )
  return [...COLUMNS, { title: 'Change', cell }]
}

const COLUMNS = [
  {
    title: 'Key',
    cell: ({ label, keyId }: KeyRow) => (
      <>
        {label} <code class="quiet">{keyId}</code>
      </>
    ),
  },
  { title: 'Plan', cell: ({ plan }: KeyRow) => plan },
  { title: 'State', cell: stateOf },
  { title: 'Used', cell: ({ creditsUsed }: KeyRow) => count(creditsUsed), isNumber: true },
  { title: 'Limit', cell: ({ creditsLimit }: KeyRow) => count(creditsLimit), isNumber: true },
  { title: 'Calls today', cell: ({ callsToday }: KeyRow) => count(callsToday), isNumber: true },
  { title: 'Credits today', cell: ({ creditsToday }: KeyRow) => count(creditsToday), isNumber: true },
  { title: 'Last used', cell: ({ lastUsedAt }: KeyRow) => <time>{moment(lastUsedAt)}</time> },
  { title: 'Created', cell: ({ createdAt }: KeyRow) => <time>{day(createdAt)}</time> },
]

function stateOf(row: KeyRow): string {
  return row.limits === null ? stateOnly(row) : `${stateOnly(row)}, with limits`
}

function stateOnly({ state, expiresAt, revokedAt, overlapUntil }: KeyRow): string {
  if (state === 'revoked') return `revoked ${day(revokedAt)}`
  if (state === 'expired') return `expired ${day(expiresAt)}`
  if (state === 'planless') return 'its plan is no longer in the plans file'
  if (overlapUntil !== null) return `rotated: the old secret works until ${moment(overlapUntil)}`
  return expiresAt === null ? 'good' : `good until ${day(expiresAt)}`
}
