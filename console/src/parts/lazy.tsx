import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failure, Skeleton } from './states.tsx'

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => VNode {
  let loading: Promise<ComponentType<Props>> | undefined
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>()
    const [isLost, setLost] = useState(false)
    useEffect(() => {
      loading ??= load()
      loading.then(
        (loaded) => setPart(() => loaded),
        () => {
          loading = undefined
          setLost(true)
        },
      )
    }, [])
    if (isLost) return <Failure title="This part could not be loaded" text="Reload the page to try again." />
    return Part === undefined ? <Skeleton rows={6} /> : <Part {...props} />
  }
}
