import { knownFacts } from './facts.ts'
import { ownKey } from './key.ts'
import { queryOf } from './query.ts'
import { keyFor } from './request.ts'
import { useStore } from './store.ts'
import { shownIn, useAnswer } from './use-answer.ts'

/** Rows that an answer about changes has at most. */
export const PAGE_ROWS = 200

interface Usage {
  readonly plan: { readonly rowsPerCredit: number }
}

/** Whether calls can be made without asking for a key first. */
export function useIsKeyed(): boolean {
  const own = useStore(ownKey)
  const service = useStore(knownFacts)
  return own !== undefined || (service !== undefined && keyFor(service) !== undefined)
}

/** The credits that a full page of changes costs under the plan of the key, which is asked for free. */
export function usePageCredits(): number {
  const usage = shownIn(useAnswer<Usage>(useIsKeyed() ? queryOf('/usage') : undefined))
  return Math.ceil(PAGE_ROWS / (usage?.body.plan.rowsPerCredit ?? PAGE_ROWS))
}
