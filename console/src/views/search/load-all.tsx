import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { count, counted } from '../../parts/format.ts'
import { MAX_HOMES, type Whole } from './use-whole.ts'
import type { WholeState } from './whole.ts'

/**
 * Loads a result that is larger than one search gives: what it costs is known before anything of it is paid. All is
 * done by one button, which keeps the focus; only how it ended is read aloud.
 */
export function LoadAll({ whole, total, thing }: { whole: Whole; total: number; thing: string }) {
  const { state } = whole
  const end = useRef<HTMLSpanElement>(null)
  const action = actionOf(whole, thing)
  useEffect(() => {
    // the button has gone, and the focus with it
    if (state.at === 'over' && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [state.at])
  if (state.at === 'start' && total > MAX_HOMES)
    return <span class="quiet">A filter or a smaller area lists the others: this page holds {count(MAX_HOMES)}.</span>
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
      {'waitS' in state && <span class="quiet">The service asks for {count(state.waitS)} s of patience.</span>}
      {state.at === 'planned' && state.homes < state.total && <span class="quiet">{unreachable(state)}</span>}
      <span ref={end} class={'failure' in state ? 'problem' : 'quiet'} role="status" tabIndex={-1}>
        {endOf(state)}
      </span>
      {state.at === 'over' && state.isMixed && (
        <span class="problem">The data changed meanwhile: search again to be sure of all.</span>
      )}
      {action !== undefined && (
        <Button key="action" onClick={action.act} isBusy={isBusy}>
          {action.says}
        </Button>
      )}
    </>
  )
}

/** Returns the text and the action of the button, and undefined where nothing is left to do. */
function actionOf(
  { state, plan, load, cancel }: Whole,
  thing: string,
): { readonly says: string; readonly act: () => void } | undefined {
  switch (state.at) {
    case 'start':
      return { says: 'Plan to load all · 1 credit', act: plan }
    case 'planning':
      return { says: state.waitS === undefined ? 'Planning…' : 'Cancel', act: cancel }
    case 'unplanned':
      return { says: 'Plan again · 1 credit', act: plan }
    case 'planned': {
      const all =
        state.homes < state.total ? `${count(state.homes)} of ${count(state.total)}` : `all ${count(state.homes)}`
      return { says: `Load ${all} ${thing}s · ${counted(state.credits, 'credit')}`, act: load }
    }
    case 'loading':
      return { says: state.isEnding ? 'Ending…' : 'Cancel', act: cancel }
    case 'over':
      return state.credits === 0 ? undefined : { says: `Go on · ${counted(state.credits, 'credit')}`, act: load }
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
      : ['By ZIP code, then from the lowest price: only the service knows the order that was asked for']),
    ...(state.credits === 0 && state.homes < state.total ? [unreachable(state)] : []),
  ]
  return sentences.length === 1 ? (sentences[0] ?? '') : sentences.map((each) => each.replace(/\.?$/, '.')).join(' ')
}

/** Homes that share ZIP code, price and type are one part, and a search gives no more than 1,000 of it. */
function unreachable({ homes, total }: { readonly homes: number; readonly total: number }): string {
  return `${count(homes)} of ${count(total)}: the others cannot be reached`
}
