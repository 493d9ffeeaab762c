import type { Context } from '../../../catalog/ports/context.ts'
import type { Access } from '../../../guard/access/access.ts'
import type { Audit } from '../../../guard/privacy/privacy.ts'
import type { Subscriptions } from '../../../guard/subscriptions/index.ts'
import type { DataClocks } from './area-days.ts'
import type { Hooks } from './kept.ts'
import type { IdentityProvider, OperatorPages } from './operator-gate.ts'

/** The opened stores of a service. */
export interface Backend {
  readonly access: Access
  readonly context: Context
  /** The clock of each area. If absent, all areas use the clock of `context`. */
  readonly dataClocks?: DataClocks
  /** The audit log of calls about people. */
  readonly audit: Audit
  /** The stored searches and webhooks, and the functions that check webhooks. */
  readonly kept: { readonly subscriptions: Subscriptions; readonly hooks: Hooks }
  /** The operators' pages. If absent, these pages do not exist. */
  readonly operators?: OperatorPages
  /** The OpenID provider at which operators sign in. */
  readonly identity?: IdentityProvider
}
