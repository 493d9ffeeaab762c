import type { Context } from '../../../catalog/ports/context.ts'
import type { Access } from '../../../guard/access/access.ts'
import type { Audit } from '../../../guard/privacy/privacy.ts'
import type { Subscriptions } from '../../../guard/subscriptions/index.ts'
import type { DataClocks } from './area-days.ts'
import type { Hooks } from './kept.ts'
import type { OperatorPages } from './operator-gate.ts'

/** Where answers come from, once it is open. */
export interface Backend {
  readonly access: Access
  readonly context: Context
  /** A clock for the data of each area; that of the context where it is left out. */
  readonly dataClocks?: DataClocks
  /** The audit log of calls about people. */
  readonly audit: Audit
  /** Saved searches and webhooks of keys, and what sends to these; calls are refused where there are none. */
  readonly kept?: { readonly subscriptions: Subscriptions; readonly hooks: Hooks }
  /** Pages for operators; there are none where it is left out. */
  readonly operators?: OperatorPages
}
