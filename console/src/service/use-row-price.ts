import { useEffect, useState } from 'preact/hooks'
import { knownFacts } from './facts.ts'
import { ownKey } from './key.ts'
import { queryOf } from './query.ts'
import { keyFor, request } from './request.ts'
import { useStore } from './store.ts'

/** Maximum number of rows in an answer about changes. */
export const PAGE_ROWS = 200

interface Usage {
  readonly plan: { readonly rowsPerCredit: number }
}

/** Whether calls can be made without asking the person for a key. */
export function useIsKeyed(): boolean {
  const own = useStore(ownKey)
  const service = useStore(knownFacts)
  return own !== undefined || (service !== undefined && keyFor(service) !== undefined)
}

/** Prices by key. Each is loaded once, for free. */
const prices = new Map<string | undefined, Promise<number>>()

async function rowsPerCreditOf(key: string | undefined): Promise<number> {
  const asking = prices.get(key) ?? request<Usage>(queryOf('/usage')).then(({ body }) => body.plan.rowsPerCredit)
  prices.set(key, asking)
  try {
    return await asking
  } catch {
    prices.delete(key)
    return PAGE_ROWS
  }
}

/** The price in credits of a full page of changes, under the key's plan. */
export function usePageCredits(): number {
  const isKeyed = useIsKeyed()
  const own = useStore(ownKey)
  const [credits, setCredits] = useState(1)
  useEffect(() => {
    let isOver = false
    if (isKeyed) void rowsPerCreditOf(own).then((rows) => isOver || setCredits(Math.ceil(PAGE_ROWS / rows)))
    return () => {
      isOver = true
    }
  }, [isKeyed, own])
  return credits
}
