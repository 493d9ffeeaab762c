import { Button } from '../../parts/button.tsx'
import { count } from '../../parts/format.ts'
import { MOST_HOMES, type Whole } from './use-whole.ts'

/** Loads a result that is larger than one search gives: what it costs is known before anything of it is paid. */
export function LoadAll({ whole: { state, plan, load, cancel }, total }: { whole: Whole; total: number }) {
  switch (state.at) {
    case 'start':
      if (total > MOST_HOMES)
        return <span class="quiet">A filter or a smaller area shows the others: a map holds {count(MOST_HOMES)}.</span>
      return <Button onClick={plan}>Plan to load all · 1 credit</Button>
    case 'planning':
      return <Button disabled>Planning…</Button>
    case 'planned':
      return (
        <Button onClick={load}>
          Load all {count(state.homes)} homes · {state.credits === 1 ? '1 credit' : `${count(state.credits)} credits`}
        </Button>
      )
    case 'loading':
      return (
        <>
          <progress max={state.homes} value={state.done} aria-label="Homes loaded" />
          <span class="quiet">
            {count(state.done)} of {count(state.homes)}
          </span>
          <Button onClick={cancel}>Cancel</Button>
        </>
      )
    case 'over':
      return (
        <>
          <span class="quiet">
            {count(state.done)} loaded for {count(state.cost)} credits
          </span>
          {state.isMixed && <span class="problem">The data changed meanwhile: search again to be sure of all.</span>}
          {state.failure !== undefined && <span class="problem">{state.failure}</span>}
        </>
      )
  }
}
