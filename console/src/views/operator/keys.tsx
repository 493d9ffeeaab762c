import type { KeyRow, KeysPage as Keys } from '../../../../src/running/operating/pages.ts'
import { count, day, moment } from '../../parts/format.ts'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { OperatorPage } from './page.tsx'

/** Lists the keys without their secrets, because the service does not store secrets. */
export function KeysPage() {
  return (
    <OperatorPage<Keys> path="/operator/keys" everyS={10}>
      {({ keys, keysBeside }) =>
        keys.length === 0 ? (
          <Empty title="No keys yet" text="To create one, run plat keys create --plan basic." />
        ) : (
          <>
            <Table caption="Keys" rows={keys} keyOf={({ keyId }) => keyId} columns={COLUMNS} />
            {keysBeside > 0 && <p class="quiet">{count(keysBeside)} more were used longer ago.</p>}
          </>
        )
      }
    </OperatorPage>
  )
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

function stateOf({ state, expiresAt, revokedAt, overlapUntil }: KeyRow): string {
  if (state === 'revoked') return `revoked ${day(revokedAt)}`
  if (state === 'expired') return `expired ${day(expiresAt)}`
  if (state === 'planless') return 'its plan is no longer in the plans file'
  if (overlapUntil !== null) return `rotated: the old secret works until ${moment(overlapUntil)}`
  return expiresAt === null ? 'good' : `good until ${day(expiresAt)}`
}
