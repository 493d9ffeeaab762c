import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CompareTray } from '../parts/compare.tsx'
import { Link } from '../parts/link.tsx'
import { Failure, Skeleton } from '../parts/states.tsx'
import { Toasts } from '../parts/toast.tsx'
import { again, away } from '../service/connection.ts'
import { type Facts, facts, knownFacts } from '../service/facts.ts'
import { usePlace, useTitle } from '../service/place.ts'
import { Problem } from '../service/problem.ts'
import { useStore } from '../service/store.ts'
import { pathTo, type View, type ViewProps, viewAt } from '../service/view.ts'
import { VIEWS } from '../views.ts'
import { AwayBanner } from './away-banner.tsx'
import { KeyChip, KeyDialog } from './key-dialog.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The frame around the views. It stays when the view changes. */
export function Shell() {
  const { path } = usePlace()
  const reached = viewAt(path, VIEWS)
  const service = useFacts()
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <Link to="" class="brand" label="Plat, start page">
          <Mark />
          <span>Plat</span>
        </Link>
        <Navigation current={reached?.view} service={service} />
        <div class="top-end">
          <KeyChip service={service} />
          <ThemeSwitch />
        </div>
      </header>
      <AwayBanner />
      <main id="main" tabIndex={-1}>
        {reached === undefined ? <Nowhere /> : <Shown key={reached.view.path} {...reached} />}
      </main>
      {path !== '/compare' && <CompareTray />}
      <footer class="foot">
        {service && service.homes !== null && (
          <span>Sample catalog: {service.homes.toLocaleString('en-US')} invented homes</span>
        )}
        <a href="/docs">Reference</a>
        <a href="/openapi.json">OpenAPI</a>
      </footer>
      <KeyDialog service={service} />
      <Toasts />
    </>
  )
}

function Navigation({ current, service }: { current: View | undefined; service: Facts | undefined }) {
  const listed = VIEWS.filter(
    ({ icon, isForOperators }) => icon !== undefined && (!isForOperators || service?.operator),
  )
  return (
    <nav class="nav" aria-label="Views">
      {listed.map((view) => (
        <Link to={pathTo(view)} key={view.path} isCurrent={view === current}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={view.icon} />
          </svg>
          <span>{view.title}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The current view. Its code loads when the view is first opened. */
function Shown({ view, at }: { view: View; at: Record<string, string> }) {
  const [Loaded, setLoaded] = useState<{ readonly It: ComponentType<ViewProps> } | undefined>()
  const [failed, setFailed] = useState(false)
  const isFirst = useRef(document.activeElement === document.body)
  useTitle(view.title)
  useEffect(() => {
    if (!isFirst.current) document.getElementById('main')?.focus()
    view.load().then(
      (It) => setLoaded({ It }),
      () => setFailed(true),
    )
  }, [view])
  if (failed)
    return <Failure title="This view could not be loaded" text="Plat may have been updated: reload the page." />
  return Loaded === undefined ? <Skeleton rows={6} /> : <Loaded.It at={at} />
}

function Nowhere() {
  return (
    <div class="page">
      <Failure title="Page not found" text="Check the address for typos.">
        <Link to="">Go to the start page</Link>
      </Failure>
    </div>
  )
}

/** Seconds to wait if a refusal does not say how long. */
const WAIT_S = 10

/** Loads the facts about the service. Retries when the service is back, or after the wait that a refusal names. */
function useFacts(): Facts | undefined {
  const gone = useStore(away)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = (before?: Problem) => {
      facts().then(
        () => before && again(),
        (error: unknown) => {
          // if the service is unreachable, the first failed call shows the banner
          if (error instanceof Problem) timer = setTimeout(() => ask(error), (error.retryAfterS ?? WAIT_S) * 1000)
        },
      )
    }
    if (!gone) ask()
    return () => clearTimeout(timer)
  }, [gone])
  return useStore(knownFacts)
}

/** The logo: a piece of land divided into lots. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="4" />
      <path d="M4.5 5.5h15v13h-15zM4.5 12.5l15-2M11 5.5l1 6 1 7" />
    </svg>
  )
}
