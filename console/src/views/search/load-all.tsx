import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { count, counted } from '../../parts/format.ts'
import { MAX_HOMES, type Whole } from './use-whole.ts'
import type { WholeState } from './whole.ts'

/**
 * Loads a result that is larger than one search returns, and shows the price first. One button does everything and
 * keeps the focus. Screen readers announce only the outcome.
 */
export function LoadAll({ whole, total, thing }: { whole: Whole; total: number; thing: string }) {
  const { state } = whole
  const end = useRef<HTMLSpanElement>(null)
  const action = actionOf(whole, thing)
  useEffect(() => {
    // the focused button disappeared, so the focus was lost
    if (state.at === 'over' && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [state.at])
  if (state.at === 'start' && total > MAX_HOMES)
    return (
      <span class="quiet">This page can show {count(MAX_HOMES)} homes. Add a filter or choose a smaller area.</span>
    )
  const isPlanning = state.at === 'planning' && state.waitS === undefined
  const isBusy = isPlanning || (state.at === 'loading' && state.isEnding)
  return (
    <>
      {state.at === 'loading' && (
        <>
          <progress max={state.homes} value={state.done} aria-label={`Loaded ${thing}s`} />
          <span class="quiet">
            {count(state.done)} of {count(state.homes)}
          </span>
        </>
      )}
      {'waitS' in state && <span class="quiet">The service is busy. Retrying in {count(state.waitS)} s.</span>}
      {state.at === 'planned' && state.homes < state.total && <span class="quiet">{unreachable(state)}</span>}
      <span ref={end} class={'failure' in state ? 'problem' : 'quiet'} role="status" tabIndex={-1}>
        {endOf(state)}
      </span>
      {state.at === 'over' && state.isMixed && (
        <span class="problem">The data changed during loading. Search again for a complete list.</span>
      )}
      {action !== undefined && (
        <Button key="action" onClick={action.act} isBusy={isBusy}>
          {action.says}
        </Button>
      )}
    </>
  )
}

/** Returns the label and action of the button; undefined if the button has nothing more to do. */
function actionOf(
  { state, plan, load, cancel }: Whole,
  thing: string,
): { readonly says: string; readonly act: () => void } | undefined {
  switch (state.at) {
    case 'start':
      return { says: 'Check the price of loading all · 1 credit', act: plan }
    case 'planning':
      return { says: state.waitS === undefined ? 'Checking…' : 'Cancel', act: cancel }
    case 'unplanned':
      return { says: 'Check the price again · 1 credit', act: plan }
    case 'planned': {
      const all =
        state.homes < state.total ? `${count(state.homes)} of ${count(state.total)}` : `all ${count(state.homes)}`
      return { says: `Load ${all} ${thing}s · ${counted(state.credits, 'credit')}`, act: load }
    }
    case 'loading':
      return { says: state.isEnding ? 'Stopping…' : 'Cancel', act: cancel }
    case 'over':
      return state.credits === 0 ? undefined : { says: `Continue · ${counted(state.credits, 'credit')}`, act: load }
  }
}

function endOf(state: WholeState): string {
  if (state.at === 'unplanned') return state.failure
  if (state.at !== 'over') return ''
  const sentences = [
    `${count(state.done)} loaded for ${counted(state.cost, 'credit')}`,
    ...(state.failure === undefined ? [] : [state.failure]),
    ...(state.isSorted
      ? []
      : ['Sorted by ZIP code and price, because only the service can compute the requested order']),
    ...(state.credits === 0 && state.homes < state.total ? [unreachable(state)] : []),
  ]
  return sentences.length === 1 ? (sentences[0] ?? '') : sentences.map((each) => each.replace(/\.?$/, '.')).join(' ')
}

/** A search returns at most 1,000 homes with the same ZIP code, price and type. More of them cannot be loaded. */
function unreachable({ homes, total }: { readonly homes: number; readonly total: number }): string {
  return `Only ${count(homes)} of ${count(total)} can be loaded`
}
