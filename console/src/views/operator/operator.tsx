import './operator.css'
import type { ComponentType } from 'preact'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { knownFacts } from '../../service/facts.ts'
import { BASE, go } from '../../service/place.ts'
import { useStore } from '../../service/store.ts'
import type { ViewProps } from '../../service/view.ts'
import { CatalogPage } from './catalog.tsx'
import { KeyLogPage } from './key-log.tsx'
import { KeysPage } from './keys.tsx'
import { RunsPage } from './runs.tsx'
import { UsagePage } from './usage.tsx'

const PAGES: readonly { readonly name: string; readonly title: string; readonly Page: ComponentType }[] = [
  { name: 'catalog', title: 'Catalog', Page: CatalogPage },
  { name: 'runs', title: 'Imports and syncs', Page: RunsPage },
  { name: 'keys', title: 'Keys', Page: KeysPage },
  { name: 'key-log', title: 'Key log', Page: KeyLogPage },
  { name: 'usage', title: 'Usage', Page: UsagePage },
]

/** Shows the pages for the operator of the service. */
export function OperatorView({ at }: ViewProps) {
  const chosen = at.page ?? 'catalog'
  const shown = PAGES.find(({ name }) => name === chosen)
  const person = useStore(knownFacts)?.person
  return (
    <div class="page operator">
      <header class="operator-head">
        <h1>Operator</h1>
        {person && (
          <p>
            {person}{' '}
            <Button kind="quiet" onClick={() => void signOut()}>
              Sign out
            </Button>
          </p>
        )}
      </header>
      <Tabs label="Pages" tabs={PAGES} chosen={chosen} onChoose={(name) => go(`/operator/${name}`)}>
        {shown === undefined ? <Failure title="Page not found" /> : <shown.Page />}
      </Tabs>
    </div>
  )
}

async function signOut(): Promise<void> {
  await fetch('/operator/sign-out', { method: 'POST' })
  location.assign(BASE) // loads the facts again
}
