import type { Context } from '../../../catalog/ports/context.ts'
import type { Access } from '../../../guard/access/access.ts'
import type { Audit } from '../../../guard/privacy/privacy.ts'
import type { Subscriptions } from '../../../guard/subscriptions/index.ts'
import type { DataClocks } from './area-days.ts'
import type { Hooks } from './kept.ts'
import type { OperatorPages } from './operator-gate.ts'

/** The stores of a service, after they are open. */
export interface Backend {
  readonly access: Access
  readonly context: Context
  /** The clocks of the areas. If absent, all areas use the clock of the context. */
  readonly dataClocks?: DataClocks
  /** The audit log of calls about people. */
  readonly audit: Audit
  /** Saved searches and webhooks. */
  readonly kept: { readonly subscriptions: Subscriptions; readonly hooks: Hooks }
  /** The operators' pages. If absent, there are none. */
  readonly operators?: OperatorPages
}
